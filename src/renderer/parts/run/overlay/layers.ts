/** The layers of the overlay, and which of them are drawn. */
import { texts } from '../../../texts/texts.ts'

export const LAYERS = ['boxes', 'labels', 'confidence', 'masks', 'keypoints', 'trails', 'geometries'] as const
export type Layer = (typeof LAYERS)[number]

export const LAYER_TITLES: Record<Layer, string> = {
  boxes: texts.runs.inspector.layers.boxes,
  labels: texts.runs.inspector.layers.labels,
  confidence: texts.runs.inspector.layers.confidence,
  masks: texts.runs.inspector.layers.masks,
  keypoints: texts.runs.inspector.layers.keypoints,
  trails: texts.runs.inspector.layers.trails,
  geometries: texts.runs.inspector.layers.geometries,
}

export interface Drawn {
  layers: Readonly<Record<Layer, boolean>>
  /** Seconds of path drawn behind each object. */
  trailS: number
  hiddenClasses: ReadonlySet<string>
  trackId: number | null
}
