/** IEEE 754 half precision, for models whose input or output is float16. */

const single = new Float32Array(1)
const bits = new Uint32Array(single.buffer)

/** Rounds to nearest, ties to even; values out of range become infinity. */
export function toHalf(value: number): number {
  single[0] = value
  const f = bits[0] as number
  const sign = (f >>> 16) & 0x8000
  const magnitude = f & 0x7fffffff
  if (magnitude > 0x7f800000) return sign | 0x7e00
  if (magnitude >= 0x47800000) return sign | 0x7c00
  if (magnitude < 0x38800000) {
    // Below the smallest normal number: float32 addition does the rounding.
    single[0] = Math.abs(value) + 0.5
    return sign | ((bits[0] as number) - 0x3f000000)
  }
  return sign | ((magnitude - 0x38000000 + 0xfff + ((magnitude >>> 13) & 1)) >>> 13)
}

export function fromHalf(half: number): number {
  const sign = half & 0x8000 ? -1 : 1
  const exponent = (half >>> 10) & 0x1f
  const fraction = half & 0x3ff
  if (exponent === 0) return sign * 2 ** -24 * fraction
  if (exponent === 31) return fraction ? Number.NaN : sign * Number.POSITIVE_INFINITY
  return sign * 2 ** (exponent - 15) * (1 + fraction / 1024)
}

export function toHalves(values: Float32Array): Uint16Array {
  const halves = new Uint16Array(values.length)
  for (let i = 0; i < halves.length; i++) halves[i] = toHalf(values[i] as number)
  return halves
}

let table: Float32Array | null = null

export function fromHalves(halves: Uint16Array): Float32Array {
  table ??= Float32Array.from({ length: 0x10000 }, (_, half) => fromHalf(half))
  const values = new Float32Array(halves.length)
  for (let i = 0; i < values.length; i++) values[i] = table[halves[i] as number] as number
  return values
}
