/** Tools for models and their training, auto-annotation and deployments. */
import { Type } from 'typebox'
import { type AgentTool, endpointTool, missingTool } from './agent-tool.ts'

const Text = Type.String({ minLength: 1 })
const Dataset = Type.String({ minLength: 1, description: 'Name or id' })
const Share = (fallback: number) => Type.Number({ minimum: 0, maximum: 1, default: fallback })
export const modelTools: readonly AgentTool[] = [
  endpointTool('auto_annotate_dataset', 'autoAnnotate.batch', {
    description: 'Annotate images of a data set with a model (model_id) or with SAM 3, as a job',
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
  endpointTool('auto_annotate_point', 'autoAnnotate.point'),
  endpointTool('auto_annotate_box', 'autoAnnotate.box'),
  endpointTool('auto_annotate_text', 'autoAnnotate.text'),
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
  missingTool('list_deployments', {
    description: 'List deployments',
    role: 'viewer',
    readOnly: true,
    input: {
      status: Type.Optional(Type.Enum(['provisioning', 'active', 'paused', 'failed', 'terminated'])),
      limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
      offset: Type.Integer({ minimum: 0, default: 0 }),
    },
  }),
  missingTool('get_deployment', {
    description: 'Read a deployment',
    role: 'viewer',
    readOnly: true,
    input: { deployment: Type.String({ minLength: 1, description: 'Name or id' }) },
  }),
  missingTool('create_deployment', {
    description: 'Serve a model at an address of its own',
    role: 'member',
    input: {
      model_id: Text,
      name: Type.Optional(Text),
      compute_type: Type.Enum(['cpu', 'gpu'], { default: 'gpu' }),
      gpu_type: Type.Enum(['t4', 'l4', 'a10g', 'a100'], { default: 't4' }),
      min_containers: Type.Integer({ minimum: 0, maximum: 5, default: 0 }),
      max_containers: Type.Integer({ minimum: 1, maximum: 10, default: 1 }),
      scaledown_window: Type.Integer({ minimum: 1, default: 60, description: 'Seconds' }),
    },
  }),
  missingTool('delete_deployment', {
    description: 'End a deployment',
    role: 'admin',
    destructive: true,
    idempotent: true,
    input: { deployment: Type.String({ minLength: 1, description: 'Name or id' }) },
  }),
]
