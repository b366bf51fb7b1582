/**
 * Maps HDR frames to SDR. The colour of each sample of chroma is looked up by the mean of its four pixels, which differ from the
 * mean as their greys do: a third of the work of mapping every pixel, and exact where a colour covers the four.
 */
import { type ColorInfo, lumaShares } from './color.ts'
import type { I420 } from './frame.ts'
import { hdrTransferOf, type Rgb, toSdr } from './hdr-curves.ts'
import type { TenBitPlanes } from './ten-bit-planes.ts'

/** Values of 10 bits. */
const VALUES = 1024
const NEUTRAL = VALUES / 2
/** Colours are looked up at every eighth value of Y, Cb and Cr. */
const CELL_BITS = 3
const CELL = 1 << CELL_BITS
const NODES = VALUES / CELL + 1
/** Luma and chroma of the result are computed in multiples of 1/64, and kept in multiples of 1/4. */
const FINE_BITS = 6
const FINE = 1 << FINE_BITS
const KEPT = 4
const TO_FINE_BITS = 4
/** An entry: a mark, 11 bits of luma beyond that of grey, 10 bits each of Cb and Cr. */
const FILLED = 1 << 31

type Coding = Pick<ColorInfo, 'matrix' | 'fullRange'>

export class ToneMapper {
  readonly #tables: Tables

  /** `source` has a transfer of HDR. */
  constructor(source: ColorInfo, target: Coding) {
    this.#tables = createTables(mapping(source, target))
  }

  /** Both have the same size. */
  map(source: TenBitPlanes, into: I420): void {
    const rows = (into.height + 1) >> 1
    for (let row = 0; row < rows; row++) mapRow(this.#tables, source, into, row)
  }
}

interface Tables {
  colour: Mapping
  /** Filled as colours appear. Neighbours differ in luma, which varies most within a picture. */
  entries: Int32Array
  /** Luma of grey by its luma in the source. */
  greys: Int16Array
  /** What Cb and Cr gain with a value of the source, near grey, by the node of luma. */
  cbSlopes: Int16Array
  crSlopes: Int16Array
}

function createTables(colour: Mapping): Tables {
  const slope = (channel: 1 | 2, y: number) => {
    const at = (offset: number) =>
      colour(y, NEUTRAL + (channel === 1 ? offset : 0), NEUTRAL + (channel === 2 ? offset : 0))[channel]
    return Math.round((FINE * (at(CELL) - at(-CELL))) / (2 * CELL))
  }
  return {
    colour,
    entries: new Int32Array(NODES ** 3),
    greys: Int16Array.from({ length: VALUES + CELL }, (_, y) => Math.round(FINE * colour(y, NEUTRAL, NEUTRAL)[0])),
    cbSlopes: Int16Array.from({ length: NODES }, (_, i) => slope(1, CELL * i)),
    crSlopes: Int16Array.from({ length: NODES }, (_, i) => slope(2, CELL * i)),
  }
}

/** Maps a row of chroma with its two rows of luma. Without calls, since this is executed for every pixel. */
function mapRow(tables: Tables, source: TenBitPlanes, into: I420, row: number): void {
  const { entries, greys, cbSlopes, crSlopes } = tables
  const { y: sourceY, u: sourceU, v: sourceV } = source
  const { y: intoY, u: intoU, v: intoV } = into
  const last = into.width - 1
  const columns = (into.width + 1) >> 1
  const below = Math.min(2 * row + 1, into.height - 1)
  const from0 = 2 * row * source.strideY
  const from1 = below * source.strideY
  const into0 = 2 * row * into.strideY
  const into1 = below * into.strideY
  const chromaFrom = row * source.strideUV
  const chromaInto = row * into.strideUV
  for (let column = 0; column < columns; column++) {
    const left = 2 * column
    const right = left < last ? left + 1 : left
    const u = (sourceU[chromaFrom + column] as number) & (VALUES - 1)
    const v = (sourceV[chromaFrom + column] as number) & (VALUES - 1)
    const y0 = (sourceY[from0 + left] as number) & (VALUES - 1)
    const y1 = (sourceY[from0 + right] as number) & (VALUES - 1)
    const y2 = (sourceY[from1 + left] as number) & (VALUES - 1)
    const y3 = (sourceY[from1 + right] as number) & (VALUES - 1)
    const i = (y0 + y1 + y2 + y3 + 4 * (CELL / 2)) >> (2 + CELL_BITS)
    const j = (u + CELL / 2) >> CELL_BITS
    const k = (v + CELL / 2) >> CELL_BITS
    const at = (j * NODES + k) * NODES + i
    const kept = entries[at] as number
    const entry = kept === 0 ? fill(tables, at, i, j, k) : kept
    const cb = (((entry >> 10) & 1023) << TO_FINE_BITS) + (cbSlopes[i] as number) * (u - (j << CELL_BITS)) + FINE / 2
    const cr = ((entry & 1023) << TO_FINE_BITS) + (crSlopes[i] as number) * (v - (k << CELL_BITS)) + FINE / 2
    intoU[chromaInto + column] = cb < 0 ? 0 : cb >= 256 * FINE ? 255 : cb >> FINE_BITS
    intoV[chromaInto + column] = cr < 0 ? 0 : cr >= 256 * FINE ? 255 : cr >> FINE_BITS
    // The sign of the 11 bits is below the mark.
    const beyond = (((entry << 1) >> 21) << TO_FINE_BITS) + FINE / 2
    const a = beyond + (greys[y0] as number)
    const b = beyond + (greys[y1] as number)
    const c = beyond + (greys[y2] as number)
    const d = beyond + (greys[y3] as number)
    intoY[into0 + left] = a < 0 ? 0 : a >= 256 * FINE ? 255 : a >> FINE_BITS
    intoY[into0 + right] = b < 0 ? 0 : b >= 256 * FINE ? 255 : b >> FINE_BITS
    intoY[into1 + left] = c < 0 ? 0 : c >= 256 * FINE ? 255 : c >> FINE_BITS
    intoY[into1 + right] = d < 0 ? 0 : d >= 256 * FINE ? 255 : d >> FINE_BITS
  }
}

function fill({ colour, greys, entries }: Tables, at: number, i: number, j: number, k: number): number {
  const [y, u, v] = colour(CELL * i, CELL * j, CELL * k)
  const beyond = Math.round(KEPT * (y - (greys[CELL * i] as number) / FINE))
  const chroma = (value: number) => Math.min(1023, Math.max(0, Math.round(KEPT * value)))
  const entry = FILLED | ((beyond & 2047) << 20) | (chroma(u) << 10) | chroma(v)
  entries[at] = entry
  return entry
}

/** Y', Cb and Cr of 8 bits, not rounded, of those of 10 bits; valid until the next call. */
type Mapping = (y: number, u: number, v: number) => Readonly<Rgb>

function mapping(source: ColorInfo, target: Coding): Mapping {
  const transfer = hdrTransferOf(source.transfer)
  if (!transfer) throw new RangeError(`transfer ${source.transfer} is not one of HDR`)
  const map = toSdr(transfer, source.primaries)
  const from = lumaShares(source.matrix)
  const to = lumaShares(target.matrix)
  const [foot, range, chroma] = source.fullRange ? [0, 1023, 1023] : [64, 876, 896]
  const [toFoot, toRange, toChroma] = target.fullRange ? [0, 255, 255] : [16, 219, 224]
  const colour: Rgb = [0, 0, 0]
  return (y, u, v) => {
    const luma = (y - foot) / range
    const red = luma + (2 * (1 - from.kr) * (v - NEUTRAL)) / chroma
    const blue = luma + (2 * (1 - from.kb) * (u - NEUTRAL)) / chroma
    colour[0] = red
    colour[1] = (luma - from.kr * red - from.kb * blue) / (1 - from.kr - from.kb)
    colour[2] = blue
    map(colour)
    const [r, g, b] = colour
    const mapped = to.kr * r + (1 - to.kr - to.kb) * g + to.kb * b
    colour[0] = toFoot + toRange * mapped
    colour[1] = 128 + (toChroma * (b - mapped)) / (2 * (1 - to.kb))
    colour[2] = 128 + (toChroma * (r - mapped)) / (2 * (1 - to.kr))
    return colour
  }
}
