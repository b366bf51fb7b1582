/** The tasks of models, as the API and the catalogue name them. */
export const MODEL_TYPES = [
  'object_detection',
  'semantic_segmentation',
  'instance_segmentation',
  'classification',
  'keypoint_detection',
] as const
export type ModelType = (typeof MODEL_TYPES)[number]

/** The family of re-identification networks. The API has no task for them: their models are classification models. */
export const EMBEDDING = 'embedding'
/** Their architecture. */
export const EMBEDDING_NETWORK = 'Embedding network'

/** The tasks that the app shows. */
export type ModelTask = ModelType | 'reid'

/** `model`: the fields of a model of the API. */
export const taskOf = (model: { readonly model_type: ModelType; readonly architecture: string | null }): ModelTask =>
  model.architecture === EMBEDDING_NETWORK ? 'reid' : model.model_type
