/** A picture on which a model is tried: of a file, or an image of a data set. */
import type { PickedSource } from '../../../../../shared/bridge/studio.ts'
import type { Graph } from '../../../../../shared/graph/graph.ts'

export interface Specimen {
  readonly name: string
  /** The config of a source block. */
  readonly config: Readonly<Record<string, unknown>>
  /** Media time of the picture, seconds. */
  readonly atS: number
  /** The place in a data set; null for a file. */
  readonly place: { readonly index: number; readonly of: number } | null
}

/** A video is shown by the frame in its middle: the first one is often black. */
export const specimenOfFile = ({ uri, name, kind, video }: PickedSource): Specimen => ({
  name,
  config: { kind, gcs_uri: uri },
  atS: kind === 'video' ? (video?.duration_seconds ?? 0) / 2 : 0,
  place: null,
})

/** Images of a data set are a second apart; the middle of an image's second can't be rounded to a neighbour. */
export const specimenOfDataset = (
  { id, name, image_count: of }: { id: string; name: string; image_count: number },
  index = 0,
): Specimen => ({
  name,
  config: { kind: 'dataset', dataset_project_id: id },
  atS: index + 0.5,
  place: { index, of },
})

export const MODEL_NODE = 'model'

/** Low, so that the page can show less sure answers without another run. */
const LEAST_CONFIDENCE = 0.05

export const trialGraph = (specimen: Specimen, modelId: string): Graph => ({
  version: 1,
  nodes: [
    { id: 'source', type: 'source', config: { ...specimen.config } },
    { id: MODEL_NODE, type: 'model', config: { model_id: modelId, confidence_threshold: LEAST_CONFIDENCE } },
  ],
  edges: [{ source: 'source', target: MODEL_NODE, sourceHandle: 'frames', targetHandle: 'frames' }],
})
