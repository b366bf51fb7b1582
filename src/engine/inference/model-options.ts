/** The settings of a model block, or of a prediction, in the model's own terms. */
import type { InferOptions } from './detector-session.ts'

export interface ModelSettings {
  confidence_threshold: number
  /** Empty keeps all. */
  class_filter: readonly string[]
  iou_threshold: number
  class_agnostic_nms: boolean
  max_detections: number
}

/** Classes that the model lacks are left out; a filter of only such keeps nothing. */
export function inferOptions(settings: ModelSettings, classes: readonly string[]): InferOptions {
  const wanted = settings.class_filter.map((name) => classes.indexOf(name)).filter((id) => id >= 0)
  return {
    confidence: settings.confidence_threshold,
    classIds: settings.class_filter.length > 0 ? new Set(wanted) : null,
    iou: settings.iou_threshold,
    classAgnostic: settings.class_agnostic_nms,
    maxDetections: settings.max_detections,
  }
}
