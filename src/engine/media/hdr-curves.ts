/**
 * The colours of HDR video on an SDR screen: from R', G', B' of PQ or HLG to those of BT.709. Transfer functions from ITU-R
 * BT.2100, the roll-off of highlights from BT.2390 (section 5.4), reference white from BT.2408, BT.1886 for the result.
 */

export type HdrTransfer = 'pq' | 'hlg'

/** H.273 code points of transfers, as FFmpeg's AVColorTransferCharacteristic numbers them. */
const TRANSFER_OF_CODE = new Map<number, HdrTransfer>([
  [16, 'pq'],
  [18, 'hlg'],
])

/** Null for a transfer of SDR, or an unknown one. */
export const hdrTransferOf = (code: number): HdrTransfer | null => TRANSFER_OF_CODE.get(code) ?? null

/** Brightest light of a source in cd/m²: stated ones vary within a video, and frames must not depend on each other. */
const PEAK = 1000
/** White of SDR. */
const WHITE = 203
const SDR_GAMMA = 2.4
const HLG_SYSTEM_GAMMA = 1.2

type Nine = [number, number, number, number, number, number, number, number, number]

const BT2020_TO_BT709: Nine = [
  1.660491, -0.587641, -0.07285, -0.12455, 1.1329, -0.008349, -0.018151, -0.100579, 1.11873,
]
/** By H.273 code point; HDR in unknown primaries is BT.2020. */
const TO_BT709 = new Map<number, Nine>([
  [1, [1, 0, 0, 0, 1, 0, 0, 0, 1]],
  [9, BT2020_TO_BT709],
  [12, [1.22494, -0.22494, 0, -0.042057, 1.042057, 0, -0.019638, -0.078636, 1.098274]],
])

const M1 = 2610 / 16384
const M2 = (2523 / 4096) * 128
const C1 = 3424 / 4096
const C2 = (2413 / 4096) * 32
const C3 = (2392 / 4096) * 32

/** cd/m² of a value of 0 to 1. */
function fromPq(value: number): number {
  const power = value ** (1 / M2)
  return 10_000 * (Math.max(0, power - C1) / (C2 - C3 * power)) ** (1 / M1)
}

function toPq(light: number): number {
  const power = (light / 10_000) ** M1
  return ((C1 + C2 * power) / (1 + C3 * power)) ** M2
}

/** Scene light, 0 to 1. */
function fromHlg(value: number): number {
  const [a, b, c] = [0.17883277, 0.28466892, 0.55991073]
  return value <= 0.5 ? value ** 2 / 3 : (Math.exp((value - c) / a) + b) / 12
}

/** Light below the knee keeps its brightness; from there to the peak it is compressed, so that the peak becomes white. */
function rolledOff(light: number): number {
  const peak = toPq(PEAK)
  const white = toPq(WHITE) / peak
  const knee = 1.5 * white - 0.5
  const value = Math.min(1, toPq(light) / peak)
  if (value < knee) return light
  const t = (value - knee) / (1 - knee)
  const [t2, t3] = [t ** 2, t ** 3]
  const rolled = (2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * white
  return fromPq(rolled * peak)
}

/** Samples of a function from 0 to 1, with as many steps as 12 bits have. */
const STEPS = 4095
const sampled = (f: (x: number) => number): Float32Array =>
  Float32Array.from({ length: STEPS + 1 }, (_, i) => f(i / STEPS))
const at = (samples: Float32Array, x: number): number =>
  samples[x > 0 ? (x < 1 ? Math.round(x * STEPS) : STEPS) : 0] as number

export type Rgb = [red: number, green: number, blue: number]

/** Returns the mapping of R', G' and B' of HDR to those of SDR, in place; both are limited to 0..1. */
export function toSdr(transfer: HdrTransfer, primaries: number): (rgb: Rgb) => void {
  const [rr, rg, rb, gr, gg, gb, br, bg, bb] = TO_BT709.get(primaries) ?? BT2020_TO_BT709
  // Light is a share of the peak; sampled by its root, since eyes are finer in the dark.
  const light = sampled(transfer === 'pq' ? (value) => Math.min(1, fromPq(value) / PEAK) : fromHlg)
  const systemGain = sampled((root) => root ** (2 * (HLG_SYSTEM_GAMMA - 1)))
  const gain = sampled((root) => (root === 0 ? PEAK / WHITE : rolledOff(PEAK * root ** 2) / WHITE / root ** 2))
  const encoded = sampled((root) => root ** (2 / SDR_GAMMA))
  return (rgb) => {
    let [r, g, b] = [at(light, rgb[0]), at(light, rgb[1]), at(light, rgb[2])]
    // HLG codes light of the scene, PQ that of the screen.
    const shown = transfer === 'hlg' ? at(systemGain, Math.sqrt(0.2627 * r + 0.678 * g + 0.0593 * b)) : 1
    const scale = shown * at(gain, Math.sqrt(shown * Math.max(r, g, b)))
    r *= scale
    g *= scale
    b *= scale
    rgb[0] = at(encoded, Math.sqrt(Math.max(0, rr * r + rg * g + rb * b)))
    rgb[1] = at(encoded, Math.sqrt(Math.max(0, gr * r + gg * g + gb * b)))
    rgb[2] = at(encoded, Math.sqrt(Math.max(0, br * r + bg * g + bb * b)))
  }
}
