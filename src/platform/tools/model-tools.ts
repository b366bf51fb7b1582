/** Tools for models and their training, auto-annotation and deployments. */
import { Type } from 'typebox'
import { type AgentTool, endpointTool, missingTool } from './agent-tool.ts'

const Text = Type.String({ minLength: 1 })
const Dataset = Type.String({ minLength: 1, description: 'Name or id' })
const Share = (fallback: number) => Type.Number({ minimum: 0, maximum: 1, default: fallback })
const Points = Type.Optional(Type.Array(Type.Array(Type.Integer(), { minItems: 2, maxItems: 2 })))
const Box = Type.Object(
  { x: Type.Number(), y: Type.Number(), w: Type.Number(), h: Type.Number() },
  { additionalProperties: false, description: 'Absolute pixels' },
)
const image = {
  dataset_name: Dataset,
  image_filename: Type.String({ minLength: 1, description: 'File name with its directory, or id' }),
}

export const modelTools: readonly AgentTool[] = [
  missingTool('auto_annotate_dataset', {
    description: 'Annotate images of a data set with a model or with SAM 3, as a job',
    role: 'member',
    input: {
      dataset_name: Dataset,
      image_filenames: Type.Array(Text, { minItems: 1, maxItems: 5000 }),
      classes: Type.Array(
        Type.Object(
          { name: Text, output_type: Type.Enum(['polygon', 'bbox'], { default: 'polygon' }) },
          { additionalProperties: false },
        ),
      ),
      model_id: Type.Optional(Type.String({ description: 'A trained model; SAM 3 without one' })),
      confidence_threshold: Share(0.5),
    },
  }),
  missingTool('augment_dataset', {
    description: 'Make a data set with changed copies of the images: flipped, turned, brighter, noisy',
    role: 'member',
    input: {
      dataset: Dataset,
      name: Type.Optional(Type.String({ description: 'Of the new data set' })),
      operations: Type.Array(Type.Enum(['flip', 'rotate', 'brightness', 'noise', 'blur']), { minItems: 1 }),
      copies: Type.Integer({ minimum: 1, maximum: 10, default: 1 }),
    },
  }),
  missingTool('tile_dataset', {
    description: 'Make a data set of tiles of the images, with their annotations',
    role: 'member',
    input: {
      dataset: Dataset,
      name: Type.Optional(Type.String({ description: 'Of the new data set' })),
      tile_size: Type.Integer({ minimum: 64, maximum: 4096, default: 640, description: 'Pixels' }),
      overlap: Share(0.2),
    },
  }),
  missingTool('train_pipeline', {
    description: 'Train a model on a data set: splits, export and training in one job',
    role: 'member',
    input: {
      dataset: Dataset,
      architecture: Type.Optional(Text),
      epochs: Type.Integer({ minimum: 1, maximum: 1000, default: 100 }),
      name: Type.Optional(Type.String({ description: 'Of the model' })),
    },
  }),
  missingTool('auto_annotate_point', {
    description: 'Outline the object at a point of an image',
    role: 'member',
    idempotent: true,
    input: {
      ...image,
      x: Type.Integer(),
      y: Type.Integer(),
      name: Type.String({ default: 'object' }),
      positive_points: Points,
      negative_points: Points,
      score_threshold: Share(0.75),
    },
  }),
  missingTool('auto_annotate_box', {
    description: 'Outline the object in a box of an image',
    role: 'member',
    idempotent: true,
    input: {
      ...image,
      box: Box,
      name: Text,
      confidence_threshold: Share(0.5),
      return_polygon: Type.Boolean({ default: true }),
      negative_boxes: Type.Optional(Type.Array(Box)),
    },
  }),
  missingTool('auto_annotate_text', {
    description: 'Outline the objects of an image that a text describes',
    role: 'member',
    idempotent: true,
    input: {
      ...image,
      text_prompt: Text,
      output_type: Type.Enum(['polygon', 'bbox'], { default: 'polygon' }),
      confidence_threshold: Share(0.3),
      max_detections: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
    },
  }),
  missingTool('get_training_status', {
    description: 'Read the progress of a training',
    role: 'viewer',
    readOnly: true,
    input: { training_id: Text },
  }),
  missingTool('cancel_training', { description: 'Cancel a training', role: 'member', input: { training_id: Text } }),
  endpointTool('list_models', 'models.list', {
    answer: ({ data, ...page }) => ({
      ...page,
      data: data.map(({ id, name, description, model_type, architecture, status, precision, class_mapping }) => {
        return { id, name, description, model_type, architecture, status, precision, class_mapping }
      }),
    }),
  }),
  endpointTool('download_model', 'models.download', {
    links: ({ data }) => [{ uri: data.download_url, name: data.filename, mediaType: 'application/octet-stream' }],
  }),
  endpointTool('list_deployments', 'deployments.list'),
  endpointTool('get_deployment', 'deployments.get'),
  endpointTool('create_deployment', 'deployments.create', {
    description: 'Serve a model at an address of its own; the token of its calls is returned once',
  }),
  endpointTool('delete_deployment', 'deployments.delete'),
]
