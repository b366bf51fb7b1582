/** Image pyramids of brightness, each level half the size of the previous: the input of optical flow. */

export interface Plane {
  width: number
  height: number
  /** Brightness, row by row without gaps. */
  data: Uint8Array
}

/** The luma plane of a frame. */
export interface Luma {
  width: number
  height: number
  y: Uint8Array
  /** Bytes from one row to the next. */
  strideY: number
}

export interface Pyramid {
  /** Pixels of the frame per pixel of level 0. */
  factor: number
  /** Finest first. */
  levels: Plane[]
}

/** Level 0 is no longer than this: camera motion is visible at any size, and the time grows with the area. */
const LONGEST_SIDE = 640
/** A level must be large enough for windows. */
const SHORTEST_SIDE = 32
const MAX_LEVELS = 4

export const emptyPlane = (width: number, height: number): Plane => ({
  width,
  height,
  data: new Uint8Array(width * height),
})

/** At half the size; an odd last row or column is left out. */
export function halved(from: Plane): Plane {
  const to = emptyPlane(from.width >> 1, from.height >> 1)
  halve(from, to)
  return to
}

/** Allocates the pyramid of frames of this size. */
export function emptyPyramid(width: number, height: number): Pyramid {
  const factor = Math.max(1, Math.ceil(Math.max(width, height) / LONGEST_SIDE))
  const levels: Plane[] = []
  let [w, h] = [Math.floor(width / factor), Math.floor(height / factor)]
  while (levels.length === 0 || (levels.length < MAX_LEVELS && Math.min(w, h) >= SHORTEST_SIDE)) {
    levels.push(emptyPlane(w, h))
    w >>= 1
    h >>= 1
  }
  return { factor, levels }
}

/** Fills a pyramid of the frame's size. */
export function fillPyramid({ factor, levels }: Pyramid, luma: Luma): void {
  shrink(luma, factor, levels[0] as Plane)
  fillCoarserLevels(levels)
}

/** From level 0 up. */
export function fillCoarserLevels(levels: readonly Plane[]): void {
  for (let k = 1; k < levels.length; k++) halve(levels[k - 1] as Plane, levels[k] as Plane)
}

/** Means of squares of `factor` by `factor` pixels; for large ones, of every second pixel of every second row. */
function shrink({ y, strideY }: Luma, factor: number, { width, height, data }: Plane): void {
  if (factor === 1) {
    for (let row = 0; row < height; row++) data.set(y.subarray(row * strideY, row * strideY + width), row * width)
    return
  }
  const sums = new Uint32Array(width)
  const step = factor >= 4 ? 2 : 1
  const scale = 1 / Math.ceil(factor / step) ** 2
  for (let row = 0; row < height; row++) {
    sums.fill(0)
    for (let k = 0; k < factor; k += step) {
      let at = (row * factor + k) * strideY
      for (let col = 0; col < width; col++) {
        let sum = sums[col] as number
        for (let j = 0; j < factor; j += step) sum += y[at + j] as number
        at += factor
        sums[col] = sum
      }
    }
    const start = row * width
    for (let col = 0; col < width; col++) data[start + col] = (sums[col] as number) * scale + 0.5
  }
}

function halve(from: Plane, to: Plane): void {
  const { data, width } = from
  for (let row = 0; row < to.height; row++) {
    let above = 2 * row * width
    let at = row * to.width
    for (const end = at + to.width; at < end; at++, above += 2) {
      const below = above + width
      const sum =
        (data[above] as number) + (data[above + 1] as number) + (data[below] as number) + (data[below + 1] as number)
      to.data[at] = (sum + 2) >> 2
    }
  }
}
