/**
 * The motion models of boxes: the Kalman models of ByteTrack (centre, aspect ratio, height) and of BoT-SORT (centre,
 * width, height). Noise is a share of the box's size, as in the reference code of both (ifzhang/ByteTrack
 * `kalman_filter.py`, NirAharon/BoT-SORT `kalman_filter.py`). One step is one update.
 */
import type { Box } from '../../shared/domain/geometry.ts'
import { correctPair, type PairNoise, type PairState, predictPair, rotatePair, startPair } from './kalman-pair.ts'

/** Row-major 2 x 3 affine map of the previous frame onto this one: x' = ax + by + c, y' = dx + ey + f. */
export type Warp = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

export interface Motion {
  centre: PairState
  /** Aspect ratio (width / height) and height, or width and height, depending on the model. */
  shape: PairState
}

export interface MotionModel {
  start(box: Box): Motion
  /** Predicts one frame ahead; a track that was not seen in the last frame stops growing or shrinking. */
  predict(motion: Motion, seen: boolean): void
  /** Updates with the detected box. */
  correct(motion: Motion, box: Box): void
  boxOf(motion: Motion): Box
}

const POSITION = 1 / 20
const VELOCITY = 1 / 160

const around = (cx: number, cy: number, width: number, height: number): Box => ({
  x1: cx - width / 2,
  y1: cy - height / 2,
  x2: cx + width / 2,
  y2: cy + height / 2,
})

/** Noise of a pair whose values scale with `p` and `q` pixels. */
const scaled = (p: number, q: number, position: number, velocity: number): PairNoise => ({
  p: position * POSITION * p,
  q: position * POSITION * q,
  vp: velocity * VELOCITY * p,
  vq: velocity * VELOCITY * q,
})

/** The aspect ratio's noise does not depend on the size of the box. */
const aspectNoise = (height: number, position: number, velocity: number): PairNoise => ({
  ...scaled(height, height, position, velocity),
  p: 1e-2,
  vp: 1e-5,
})

/** ByteTrack: all uncertainties are proportional to the height. */
export const xyah: MotionModel = {
  start(box) {
    const width = box.x2 - box.x1
    const height = box.y2 - box.y1
    return {
      centre: startPair(box.x1 + width / 2, box.y1 + height / 2, scaled(height, height, 2, 10)),
      shape: startPair(width / height, height, aspectNoise(height, 2, 10)),
    }
  },
  predict({ centre, shape }, seen) {
    const height = shape.q
    if (!seen) shape.vq = 0
    predictPair(centre, scaled(height, height, 1, 1))
    predictPair(shape, aspectNoise(height, 1, 1))
  },
  correct({ centre, shape }, box) {
    const std = POSITION * shape.q
    const width = box.x2 - box.x1
    const height = box.y2 - box.y1
    correctPair(centre, box.x1 + width / 2, box.y1 + height / 2, std, std)
    correctPair(shape, width / height, height, 1e-1, std)
  },
  boxOf: ({ centre, shape }) => around(centre.p, centre.q, shape.p * shape.q, shape.q),
}

/** BoT-SORT: those of x and width are proportional to the width, those of y and height to the height. */
export const xywh: MotionModel = {
  start(box) {
    const width = box.x2 - box.x1
    const height = box.y2 - box.y1
    const noise = scaled(width, height, 2, 10)
    return {
      centre: startPair(box.x1 + width / 2, box.y1 + height / 2, noise),
      shape: startPair(width, height, noise),
    }
  },
  predict({ centre, shape }, seen) {
    const noise = scaled(shape.p, shape.q, 1, 1)
    if (!seen) {
      shape.vp = 0
      shape.vq = 0
    }
    predictPair(centre, noise)
    predictPair(shape, noise)
  },
  correct({ centre, shape }, box) {
    const stdX = POSITION * shape.p
    const stdY = POSITION * shape.q
    const width = box.x2 - box.x1
    const height = box.y2 - box.y1
    correctPair(centre, box.x1 + width / 2, box.y1 + height / 2, stdX, stdY)
    correctPair(shape, width, height, stdX, stdY)
  },
  boxOf: ({ centre, shape }) => around(centre.p, centre.q, shape.p, shape.q),
}

/** Moves a prediction with the camera (`multi_gmc` of BoT-SORT): the linear part also acts on sizes and velocities. */
export function warpMotion({ centre, shape }: Motion, [a, b, c, d, e, f]: Warp): void {
  rotatePair(centre, a, b, d, e)
  rotatePair(shape, a, b, d, e)
  centre.p += c
  centre.q += f
}
