/** Blends an ink onto the planes of an I420 image by shares of coverage; counts and positions are even. */
import type { I420 } from '../media/frame.ts'
import type { Ink } from './ink.ts'

/** Blends the old value towards the new one by `share` of 65,535. */
export const mixed = (old: number, value: number, share: number): number =>
  old + (((value - old) * share + 32_768) >> 16)
/** Blends the old value towards the new one by a `share` that is summed over four pixels. */
export const mixed4 = (old: number, value: number, share: number): number =>
  old + (((value - old) * share + 131_072) >> 18)

export const strengthOf = (opacity: number): number => Math.round(opacity * 257)

/**
 * Blends every `step`th value, from `from` up to but not including `to`, towards `value` by `share` of two to the power
 * of `bits`.
 */
function blendAlong(
  plane: Uint8Array,
  from: number,
  to: number,
  step: number,
  value: number,
  share: number,
  bits: 16 | 18,
): void {
  const kept = (1 << bits) - share
  const added = value * share + (1 << (bits - 1))
  for (let at = from; at < to; at += step) plane[at] = ((plane[at] as number) * kept + added) >> bits
}

/** Applies the same coverage to each of several pairs of rows. */
export function blendColumns(
  { y: plane, u, v, strideY, strideUV }: I420,
  x0: number,
  count: number,
  y0: number,
  y1: number,
  coverage: Uint8Array,
  ink: Ink,
  strength: number,
): void {
  for (let i = 0; i < count; i++) {
    const share = (coverage[i] as number) * strength
    if (share === 0) continue
    blendAlong(plane, y0 * strideY + x0 + i, y1 * strideY, strideY, ink.y, share, 16)
  }
  for (let i = 0; i < count; i += 2) {
    const share = 2 * ((coverage[i] as number) + (coverage[i + 1] as number)) * strength
    if (share === 0) continue
    const from = (y0 >> 1) * strideUV + ((x0 + i) >> 1)
    const to = (y1 >> 1) * strideUV
    blendAlong(u, from, to, strideUV, ink.u, share, 18)
    blendAlong(v, from, to, strideUV, ink.v, share, 18)
  }
}

/** Blends two rows, each of constant coverage; `x0`, `count` and `y` are even. */
export function blendRun(
  { y: plane, u, v, strideY, strideUV }: I420,
  x0: number,
  count: number,
  y: number,
  upper: number,
  lower: number,
  ink: Ink,
  strength: number,
): void {
  const luma = y * strideY + x0
  if (upper !== 0) blendAlong(plane, luma, luma + count, 1, ink.y, upper * strength, 16)
  const below = luma + strideY
  if (lower !== 0) blendAlong(plane, below, below + count, 1, ink.y, lower * strength, 16)
  const share = 2 * (upper + lower) * strength
  if (share === 0) return
  const chroma = (y >> 1) * strideUV + (x0 >> 1)
  blendAlong(u, chroma, chroma + count / 2, 1, ink.u, share, 18)
  blendAlong(v, chroma, chroma + count / 2, 1, ink.v, share, 18)
}

/** Blends blocks of 2 x 2 pixels, the size of a chroma sample, in one pass that skips uncovered ones. */
export function blendPair(
  image: I420,
  luma: number,
  chroma: number,
  top: Uint8Array,
  bottom: Uint8Array,
  count: number,
  ink: Ink,
  strength: number,
): void {
  for (let i = 0, at = chroma; i < count; i += 2, at++) {
    const a = top[i] as number
    const b = top[i + 1] as number
    const c = bottom[i] as number
    const d = bottom[i + 1] as number
    if ((a | b | c | d) !== 0) blendBlock(image, luma + i, at, a, b, c, d, ink, strength)
  }
}

/** Blends one block; `a` to `d` are the coverage of its pixels, row by row, and not all 0. */
export function blendBlock(
  { y: plane, u, v, strideY }: I420,
  upper: number,
  chroma: number,
  a: number,
  b: number,
  c: number,
  d: number,
  ink: Ink,
  strength: number,
): void {
  const { y: inkY, u: inkU, v: inkV } = ink
  const lower = upper + strideY
  const sum = a + b + c + d
  if (strength === 257 && sum === 1020) {
    plane[upper] = inkY
    plane[upper + 1] = inkY
    plane[lower] = inkY
    plane[lower + 1] = inkY
    u[chroma] = inkU
    v[chroma] = inkV
    return
  }
  if (a !== 0) plane[upper] = mixed(plane[upper] as number, inkY, a * strength)
  if (b !== 0) plane[upper + 1] = mixed(plane[upper + 1] as number, inkY, b * strength)
  if (c !== 0) plane[lower] = mixed(plane[lower] as number, inkY, c * strength)
  if (d !== 0) plane[lower + 1] = mixed(plane[lower + 1] as number, inkY, d * strength)
  const share = sum * strength
  u[chroma] = mixed4(u[chroma] as number, inkU, share)
  v[chroma] = mixed4(v[chroma] as number, inkV, share)
}
