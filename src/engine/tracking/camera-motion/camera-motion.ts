/**
 * Estimates the camera motion between two frames from the background's sparse optical flow, as BoT-SORT does
 * (`sparseOptFlow` of NirAharon/BoT-SORT, there with OpenCV): corners of the last frame outside the detections are
 * followed into this one, and the motion that most of them agree on is the camera's.
 */
import type { Box } from '../../../shared/domain/geometry.ts'
import type { Warp } from '../motion-model.ts'
import { type CameraModel, fitWarp } from './fit-warp.ts'
import { emptyPyramid, fillCoarserLevels, fillPyramid, type Luma, type Plane, type Pyramid } from './luma-pyramid.ts'
import { followPoints } from './optical-flow.ts'

export interface CameraMotion {
  /**
   * The motion since the frame of the last call, in pixels of the frame; null when it can't be determined: the first
   * frame, a cut, a frame without texture, a change of size.
   *
   * @param boxes of objects that may move independently, in pixels of the frame
   */
  next(luma: Luma, boxes: readonly Box[]): Warp | null
  /** The last frame, as a copy in plain data. */
  save(): SavedCameraMotion | null
}

export interface SavedCameraMotion {
  width: number
  height: number
  /** Level 0 of its pyramid. */
  picture: Uint8Array
  corners: Float32Array
}

/** Fewer agreeing points than this, or than this share of the followed ones, are not a consensus. */
const MIN_POINTS = 10
const MIN_SHARE = 0.4
/** More zoom or rotation between two frames than any camera makes: a chance consensus. */
const MAX_STRETCH = 0.3

export function createCameraMotion(model: CameraModel, saved: SavedCameraMotion | null = null): CameraMotion {
  let size = { width: 0, height: 0 }
  let previous: Pyramid | null = null
  let spare: Pyramid | null = null
  let corners = new Float32Array(0)

  if (saved) {
    size = { width: saved.width, height: saved.height }
    previous = emptyPyramid(saved.width, saved.height)
    ;(previous.levels[0] as Plane).data.set(saved.picture)
    fillCoarserLevels(previous.levels)
    corners = saved.corners.slice()
  }

  return {
    next(luma, boxes) {
      const isSameSize = luma.width === size.width && luma.height === size.height
      const pyramid = (isSameSize && spare) || emptyPyramid(luma.width, luma.height)
      fillPyramid(pyramid, luma)
      const warp = isSameSize && previous ? motionOf(previous, pyramid, corners, model) : null
      spare = isSameSize ? previous : null
      previous = pyramid
      size = { width: luma.width, height: luma.height }
      corners = backgroundCorners(pyramid, boxes)
      return warp
    },
    save: () =>
      previous && {
        ...size,
        picture: (previous.levels[0] as Plane).data.slice(),
        corners: corners.slice(),
      },
  }
}

/** Side of the cells that yield one corner each, so that corners are spread over the frame. */
const CELL = 14
/** Gradients reach one pixel further than their window. */
const MARGIN = 3
/** Least mean square of the gradient in its weakest direction; smaller values are noise. */
const LEAST = 6
/** Minimum strength of a corner as a share of the strongest one. */
const QUALITY = 0.01

/**
 * Points that can be followed in every direction: the best of each cell by the smaller eigenvalue of the gradients'
 * structure tensor over 3 x 3 pixels (Shi and Tomasi, “Good features to track”, CVPR 1994), every second pixel tried.
 *
 * @param isFree returns whether a point of the plane may be used
 * @returns x, y, x, y … in the plane's coordinates, pixel centres at halves
 */
function findCorners(plane: Plane, isFree: (x: number, y: number) => boolean): Float32Array {
  const { width, height } = plane
  const found: { x: number; y: number; strength: number }[] = []
  let strongest = 0
  for (let top = MARGIN; top < height - MARGIN; top += CELL) {
    for (let left = MARGIN; left < width - MARGIN; left += CELL) {
      const bottom = Math.min(top + CELL, height - MARGIN)
      const right = Math.min(left + CELL, width - MARGIN)
      let best = 9 * LEAST
      let bestX = -1
      let bestY = -1
      for (let y = top; y < bottom; y += 2) {
        for (let x = left; x < right; x += 2) {
          const strength = cornerStrength(plane, x, y)
          if (strength <= best || !isFree(x + 0.5, y + 0.5)) continue
          best = strength
          bestX = x
          bestY = y
        }
      }
      if (bestX < 0) continue
      found.push({ x: bestX + 0.5, y: bestY + 0.5, strength: best })
      strongest = Math.max(strongest, best)
    }
  }
  const kept = found.filter(({ strength }) => strength >= QUALITY * strongest)
  return Float32Array.from(kept.flatMap(({ x, y }) => [x, y]))
}

/** Smaller eigenvalue of the structure tensor, summed over the window. */
function cornerStrength({ data, width }: Plane, x: number, y: number): number {
  let xx = 0
  let xy = 0
  let yy = 0
  for (let dy = -1; dy <= 1; dy++) {
    let at = (y + dy) * width + x - 1
    for (const end = at + 3; at < end; at++) {
      const gx = (data[at + 1] as number) - (data[at - 1] as number)
      const gy = (data[at + width] as number) - (data[at - width] as number)
      xx += gx * gx
      xy += gx * gy
      yy += gy * gy
    }
  }
  // Central differences span two pixels: a quarter of their products.
  return (xx + yy - Math.sqrt((xx - yy) * (xx - yy) + 4 * xy * xy)) / 8
}

/** In coordinates of level 0; detected on level 1, which is faster and less noisy. */
function backgroundCorners({ factor, levels }: Pyramid, boxes: readonly Box[]): Float32Array<ArrayBuffer> {
  const level = Math.min(1, levels.length - 1)
  const scale = factor * (1 << level)
  const isFree = (x: number, y: number) => {
    for (const box of boxes) {
      if (x * scale >= box.x1 && x * scale <= box.x2 && y * scale >= box.y1 && y * scale <= box.y2) return false
    }
    return true
  }
  return findCorners(levels[level] as Plane, isFree).map((value) => value * (1 << level)) as Float32Array<ArrayBuffer>
}

/** Largest shift that is tried, in pixels of the plane. */
const REACH = 10
/** A shift is accepted when its difference is below this share of the difference without a shift. */
const BELIEVED = 0.7

/**
 * The shift of whole pixels after which two small images differ least (mean absolute difference, free of their mean
 * brightness): an initial guess for optical flow, which by itself is limited to its window. [0, 0] when no shift is
 * much better than none.
 */
function coarseShift(previous: Plane, next: Plane): [dx: number, dy: number] {
  const offset = mean(next.data) - mean(previous.data)
  let best: [number, number] = [0, 0]
  let least = BELIEVED * difference(previous, next, 0, 0, offset)
  for (let dy = -REACH; dy <= REACH; dy++) {
    for (let dx = -REACH; dx <= REACH; dx++) {
      const value = difference(previous, next, dx, dy, offset)
      if (value >= least) continue
      least = value
      best = [dx, dy]
    }
  }
  return best
}

/** Over the common part, every second pixel of every second row. */
function difference(previous: Plane, next: Plane, dx: number, dy: number, offset: number): number {
  const { width, height } = previous
  const [left, right] = [Math.max(0, -dx), width - Math.max(0, dx)]
  const [top, bottom] = [Math.max(0, -dy), height - Math.max(0, dy)]
  let sum = 0
  let count = 0
  for (let y = top; y < bottom; y += 2) {
    const from = y * width
    const to = (y + dy) * width + dx
    for (let x = left; x < right; x += 2) {
      sum += Math.abs((next.data[to + x] as number) - (previous.data[from + x] as number) - offset)
      count += 1
    }
  }
  return count === 0 ? Number.POSITIVE_INFINITY : sum / count
}

const mean = (values: Uint8Array): number => {
  let sum = 0
  for (const value of values) sum += value
  return sum / Math.max(1, values.length)
}

function motionOf(previous: Pyramid, next: Pyramid, corners: Float32Array, model: CameraModel): Warp | null {
  const top = previous.levels.length - 1
  const [dx, dy] = coarseShift(previous.levels[top] as Plane, next.levels[top] as Plane)
  const guessed = motionFrom([dx << top, dy << top], previous, next, corners, model)
  // The coarse shift may be that of a large foreground object; the background need not move with it.
  return guessed ?? (dx === 0 && dy === 0 ? null : motionFrom([0, 0], previous, next, corners, model))
}

function motionFrom(
  guess: readonly [number, number],
  previous: Pyramid,
  next: Pyramid,
  corners: Float32Array,
  model: CameraModel,
): Warp | null {
  const found = followPoints(previous.levels, next.levels, corners, guess)
  const from: number[] = []
  const to: number[] = []
  for (let i = 0; i < found.length; i += 2) {
    if (Number.isNaN(found[i])) continue
    from.push(corners[i] as number, corners[i + 1] as number)
    to.push(found[i] as number, found[i + 1] as number)
  }
  const followed = from.length / 2
  const fit = fitWarp(Float64Array.from(from), Float64Array.from(to), model)
  if (!fit || fit.agreeing < MIN_POINTS || fit.agreeing < MIN_SHARE * followed) return null
  const [a, b, c, d, e, f] = fit.warp
  if (Math.max(Math.abs(a - 1), Math.abs(b), Math.abs(d), Math.abs(e - 1)) > MAX_STRETCH) return null
  return [a, b, c * next.factor, d, e, f * next.factor]
}
