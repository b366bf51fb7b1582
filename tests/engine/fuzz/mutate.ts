/** Damages bytes in realistic and in unrealistic ways. */

export type Random = () => number

/** mulberry32: the same numbers for the same seed, 0 to below 1. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const EXTREMES = [0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff]

/** One to three kinds of damage at once. */
export function mutate(bytes: Buffer, random: Random): Buffer {
  let out: Buffer = Buffer.from(bytes)
  for (let n = 1 + Math.floor(random() * 3); n > 0; n--) out = damageOf(out, random)
  return out
}

function damageOf(bytes: Buffer, random: Random): Buffer {
  if (bytes.length < 8) return bytes
  const below = (n: number) => Math.floor(random() * n)
  // Half of the damage is at the start, where headers are.
  const at = random() < 0.5 ? below(Math.min(bytes.length - 4, 512)) : below(bytes.length - 4)
  const length = 1 + below(Math.min(64, bytes.length - at))
  switch (below(7)) {
    case 0:
      for (let i = 1 + below(20); i > 0; i--) bytes[below(bytes.length)] = below(256)
      return bytes
    case 1:
      bytes[at] = (bytes[at] as number) ^ (1 << below(8))
      return bytes
    case 2:
      return bytes.subarray(0, 1 + below(bytes.length))
    case 3:
      bytes.writeUInt32BE(EXTREMES[below(EXTREMES.length)] as number, at)
      return bytes
    case 4:
      bytes.fill(below(2) * 255, at, at + length)
      return bytes
    case 5:
      return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)])
    default:
      return Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)])
  }
}
