/** What a model says about one frame, and what a tracker adds to it. */
import type { Box } from './geometry.ts'

/** A closed outline: x, y, x, y … in pixels of the full frame. */
export type Ring = readonly number[]

export interface Keypoint {
  /** Pixels of the full frame. */
  x: number
  y: number
  /** How sure the model is that it is there and visible, 0 to 1. */
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
  /** Unique within its frame; children of crops name their parent by it. */
  id: number
  /** Id of the detection whose crop this one was found in. */
  parentId?: number
  /** Its shape, where the model gives one: inside by the even-odd rule, so further rings can be holes. */
  rings?: readonly Ring[]
  /** In the model's order, where the model gives them. */
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

/** The point of a box that stands for the object when it is measured, in pixels. */
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
