/** Changes the size that a raw H.264 stream states, without a frame of that size. */

/** The stream with `macroblocks` of 16 pixels a side, which its slices do not fill. */
export function withSize(stream: Buffer, macroblocks: number): Buffer {
  const start = stream.indexOf(Buffer.of(0, 0, 1, 0x67)) + 4
  const end = stream.indexOf(Buffer.of(0, 0, 1), start)
  const bits = Array.from(withoutEscapes(stream.subarray(start, end)), (byte) =>
    byte.toString(2).padStart(8, '0'),
  ).join('')
  let at = 24
  const skip = (count: number) => {
    at += count
  }
  /** Exp-Golomb, as in ITU-T H.264, 9.1. */
  const number = (): number => {
    const zeros = bits.indexOf('1', at) - at
    const value = Number.parseInt(bits.slice(at + zeros, at + 2 * zeros + 1), 2) - 1
    skip(2 * zeros + 1)
    return value
  }
  const isHigh = Number.parseInt(bits.slice(0, 8), 2) === 100
  number()
  // Chroma and depths, then two flags.
  if (isHigh) for (let i = 0; i < 3; i++) number()
  if (isHigh) skip(2)
  number()
  if (number() === 0) number()
  number()
  skip(1)
  const before = bits.slice(0, at)
  number()
  number()
  const side = macroblocks.toString(2)
  const coded = '0'.repeat(side.length - 1) + side
  const changed = before + coded + coded + bits.slice(at)
  const bytes = (changed.padEnd(8 * Math.ceil(changed.length / 8), '0').match(/.{8}/g) ?? []).map((byte) =>
    Number.parseInt(byte, 2),
  )
  return Buffer.concat([stream.subarray(0, start), withEscapes(bytes), stream.subarray(end)])
}

const withoutEscapes = (bytes: Buffer): number[] =>
  [...bytes].filter((byte, i) => !(byte === 3 && bytes[i - 1] === 0 && bytes[i - 2] === 0))

function withEscapes(bytes: readonly number[]): Buffer {
  const escaped: number[] = []
  for (const byte of bytes) {
    if (byte <= 3 && escaped.at(-1) === 0 && escaped.at(-2) === 0) escaped.push(3)
    escaped.push(byte)
  }
  return Buffer.from(escaped)
}
