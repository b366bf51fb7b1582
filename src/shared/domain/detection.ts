/** The detections of a model in one frame, with the fields that a tracker adds. */
import type { Box } from './geometry.ts'

/** A closed outline: x, y, x, y … in pixels of the full frame. */
export type Ring = readonly number[]

export interface Keypoint {
  /** Pixels of the full frame. */
  x: number
  y: number
  /** Visibility score of the model, 0 to 1. */
  score: number
}

export interface Detection {
  box: Box
  /** Confidence, 0 to 1. */
  score: number
  classId: number
  className: string
  /** Node id of the model that found it. */
  modelNodeId: string
  /** Unique within its frame; detections in crops refer to their parent by it. */
  id: number
  /** Id of the detection in whose crop this one was found. */
  parentId?: number
  /** The outline, when the model gives one: inside by the even-odd rule, so further rings can be holes. */
  rings?: readonly Ring[]
  /** In the model's order; absent when the model gives none. */
  keypoints?: readonly Keypoint[]
  /** Set by a track block: starts at 1, unique in a run, never reused. */
  trackId?: number
}

export interface TrackedDetection extends Detection {
  trackId: number
}

export const isTracked = (d: Detection): d is TrackedDetection => d.trackId !== undefined

export const ANCHORS = ['bottom_center', 'center', 'top_left', 'top_right', 'bottom_left', 'bottom_right'] as const
export type Anchor = (typeof ANCHORS)[number]

/** The point of a box that represents the object in measurements, in pixels. */
export function anchorOf(box: Box, anchor: Anchor): { x: number; y: number } {
  switch (anchor) {
    case 'bottom_center':
      return { x: (box.x1 + box.x2) / 2, y: box.y2 }
    case 'center':
      return { x: (box.x1 + box.x2) / 2, y: (box.y1 + box.y2) / 2 }
    case 'top_left':
      return { x: box.x1, y: box.y1 }
    case 'top_right':
      return { x: box.x2, y: box.y1 }
    case 'bottom_left':
      return { x: box.x1, y: box.y2 }
    case 'bottom_right':
      return { x: box.x2, y: box.y2 }
  }
}
