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
/** The architecture of re-identification networks. */
export const EMBEDDING_NETWORK = 'Embedding network'

/** The tasks that the app shows. */
export type ModelTask = ModelType | 'reid'

/** `model`: the fields of a model of the API. */
export const taskOf = (model: { readonly model_type: ModelType; readonly architecture: string | null }): ModelTask =>
  model.architecture === EMBEDDING_NETWORK ? 'reid' : model.model_type

/** Ends the architecture of networks that take one object at a time. */
const IN_EACH_IMAGE = '(one in each image)'

/** The architecture of a network that finds one object in each image, such as the person of a crop. */
export const inEachImage = (title: string): string => `${title} ${IN_EACH_IMAGE}`

/** Returns whether a model of this architecture finds one object in each image. */
export const findsOneInEachImage = (architecture: string | null): boolean =>
  architecture?.endsWith(IN_EACH_IMAGE) ?? false
