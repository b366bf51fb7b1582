/** Rotates images upright: phones store them as the sensor saw them, with a display matrix. */
import type { Size } from '../../shared/domain/geometry.ts'
import type { I420 } from './frame.ts'

/** Rows and columns are swapped first, then the result is mirrored. */
export interface Orientation {
  transpose: boolean
  flipX: boolean
  flipY: boolean
}

export const UPRIGHT: Orientation = { transpose: false, flipX: false, flipY: false }
export const isUpright = (o: Orientation): boolean => !o.transpose && !o.flipX && !o.flipY

/**
 * Parses a display matrix: nine 32-bit integers a b u c d v x y w, where (x, y) is displayed at (ax + cy, bx + dy)
 * (ISO/IEC 14496-12, 6.2.2). Angles that are not multiples of 90 degrees are rounded to the nearest one.
 */
export function orientationOf(matrix: Buffer | null): Orientation {
  if (!matrix || matrix.length < 36) return UPRIGHT
  const at = (i: number) => new DataView(matrix.buffer, matrix.byteOffset + 4 * i, 4).getInt32(0, true)
  const [a, b, c, d] = [at(0), at(1), at(3), at(4)]
  if (a === 0 && b === 0 && c === 0 && d === 0) return UPRIGHT
  const transpose = Math.abs(b) > Math.abs(a)
  return transpose ? { transpose, flipX: c < 0, flipY: b < 0 } : { transpose, flipX: a < 0, flipY: d < 0 }
}

export const orientedSize = ({ width, height }: Size, o: Orientation): Size =>
  o.transpose ? { width: height, height: width } : { width, height }

/** Writes `from` upright into `into`, which has the oriented size. */
export function orient(from: I420, into: I420, o: Orientation): void {
  orientPlane(from.y, from.strideY, from.width, from.height, into.y, into.strideY, o)
  const w = (from.width + 1) >> 1
  const h = (from.height + 1) >> 1
  orientPlane(from.u, from.strideUV, w, h, into.u, into.strideUV, o)
  orientPlane(from.v, from.strideUV, w, h, into.v, into.strideUV, o)
}

/** Side of the tiles that a transposition processes, so that both images stay in the cache. */
const TILE = 32

export function orientPlane(
  from: Uint8Array,
  fromStride: number,
  width: number,
  height: number,
  into: Uint8Array,
  intoStride: number,
  { transpose, flipX, flipY }: Orientation,
): void {
  if (!transpose) {
    for (let y = 0; y < height; y++) {
      const source = (flipY ? height - 1 - y : y) * fromStride
      const target = y * intoStride
      into.set(from.subarray(source, source + width), target)
      if (flipX) into.subarray(target, target + width).reverse()
    }
    return
  }
  for (let y0 = 0; y0 < height; y0 += TILE) {
    const y1 = Math.min(y0 + TILE, height)
    for (let x0 = 0; x0 < width; x0 += TILE) {
      const x1 = Math.min(x0 + TILE, width)
      for (let x = x0; x < x1; x++) {
        const step = flipX ? -1 : 1
        let target = (flipY ? width - 1 - x : x) * intoStride + (flipX ? height - 1 - y0 : y0)
        let source = y0 * fromStride + x
        for (let y = y0; y < y1; y++) {
          into[target] = from[source] as number
          target += step
          source += fromStride
        }
      }
    }
  }
}
