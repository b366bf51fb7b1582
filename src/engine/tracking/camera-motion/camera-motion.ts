/**
 * Estimates the camera motion between two frames from the background's sparse optical flow, as BoT-SORT does
 * (`sparseOptFlow` of NirAharon/BoT-SORT, there with OpenCV): corners of the last frame outside the detections are
 * followed into this one, and the motion that most of them agree on is the camera's.
 */
import type { Box } from '../../../shared/domain/geometry.ts'
import type { Warp } from '../motion-model.ts'
import { coarseShift } from './coarse-shift.ts'
import { findCorners } from './corners.ts'
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
