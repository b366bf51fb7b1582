/** A detection as written to results: names of the wire format, coordinates in pixels of the upright frame. */
import type { Detection, Keypoint, Ring } from '../../shared/domain/detection.ts'

export interface DetectionRecord {
  id: number
  parent_id: number | null
  track_id: number | null
  class_id: number
  class_name: string
  confidence: number
  x1: number
  y1: number
  x2: number
  y2: number
  model_node_id: string
}

/** With its shape, if the model gives one. */
export interface ShapedRecord extends DetectionRecord {
  /** Closed outlines, x, y, x, y …; filled by the even-odd rule. */
  rings?: number[][]
  /** x, y and score of each keypoint, in the model's order. */
  keypoints?: [x: number, y: number, score: number][]
}

const rounded = (value: number, digits: number): number => {
  const factor = 10 ** digits
  return Math.round(value * factor) / factor
}

/** Rounded to a hundredth of a pixel. */
export const pixels = (value: number): number => rounded(value, 2)
/** Rounded to a microsecond. */
export const seconds = (value: number): number => rounded(value, 6)

export const detectionRecord = (d: Detection): DetectionRecord => ({
  id: d.id,
  parent_id: d.parentId ?? null,
  track_id: d.trackId ?? null,
  class_id: d.classId,
  class_name: d.className,
  confidence: rounded(d.score, 4),
  x1: pixels(d.box.x1),
  y1: pixels(d.box.y1),
  x2: pixels(d.box.x2),
  y2: pixels(d.box.y2),
  model_node_id: d.modelNodeId,
})

export const shapedRecord = (d: Detection): ShapedRecord => ({
  ...detectionRecord(d),
  ...(d.rings && { rings: d.rings.map(ringRecord) }),
  ...(d.keypoints && { keypoints: d.keypoints.map(keypointRecord) }),
})

const ringRecord = (ring: Ring): number[] => ring.map(pixels)

const keypointRecord = ({ x, y, score }: Keypoint): [number, number, number] => [
  pixels(x),
  pixels(y),
  rounded(score, 4),
]
