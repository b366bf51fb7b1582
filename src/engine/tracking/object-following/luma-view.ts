/** Views of an image's brightness: a square around a place, at a scale at which an object has a workable size. */
import { emptyPlane, halved, type Plane } from '../camera-motion/luma-pyramid.ts'

/** The image at full size, then at half the size of the one before. */
export type Mips = readonly Plane[]

const SMALLEST = 16

export function mipsOf(image: Plane): Mips {
  const mips = [image]
  for (let last = image; Math.min(last.width, last.height) >= 2 * SMALLEST; ) {
    last = halved(last)
    mips.push(last)
  }
  return mips
}

export interface View {
  /** Place of the view's left upper corner in the image. */
  left: number
  top: number
  /** Pixels of the view per pixel of the image. */
  scale: number
  width: number
  height: number
}

/** The pixels of a view, interpolated; beyond the image, those at its edge. */
export function planeOf(mips: Mips, { left, top, scale, width, height }: View): Plane {
  const level = Math.min(mips.length - 1, Math.max(0, Math.floor(Math.log2(1 / scale))))
  const from = mips[level] as Plane
  const shrink = 1 / 2 ** level
  const step = shrink / scale
  const plane = emptyPlane(width, height)
  for (let row = 0, at = 0; row < height; row++) {
    const y = clamped(top * shrink + (row + 0.5) * step - 0.5, from.height - 1)
    const y0 = Math.floor(y)
    const below = y0 + 1 < from.height ? from.width : 0
    for (let column = 0; column < width; column++, at++) {
      const x = clamped(left * shrink + (column + 0.5) * step - 0.5, from.width - 1)
      const x0 = Math.floor(x)
      const right = x0 + 1 < from.width ? 1 : 0
      const i = y0 * from.width + x0
      const upper = mixed(from.data, i, i + right, x - x0)
      const lower = mixed(from.data, i + below, i + below + right, x - x0)
      plane.data[at] = upper + (lower - upper) * (y - y0) + 0.5
    }
  }
  return plane
}

const clamped = (value: number, most: number): number => Math.min(most, Math.max(0, value))

const mixed = (data: Uint8Array, i: number, j: number, share: number): number =>
  (data[i] as number) + ((data[j] as number) - (data[i] as number)) * share
