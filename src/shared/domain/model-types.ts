/** The tasks of models, as the API and the catalogue name them. */
export const MODEL_TYPES = [
  'object_detection',
  'semantic_segmentation',
  'instance_segmentation',
  'classification',
  'keypoint_detection',
] as const
export type ModelType = (typeof MODEL_TYPES)[number]
