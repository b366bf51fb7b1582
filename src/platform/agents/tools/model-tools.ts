/** Tools for models and their training, auto-annotation and deployments. */
import { Type } from 'typebox'
import { type AgentTool, endpointTool, missingTool } from './agent-tool.ts'
import { augmentDataset, tileDataset } from './derive-tools.ts'

const Text = Type.String({ minLength: 1 })
const Dataset = Type.String({ minLength: 1, description: 'Name or id' })
export const modelTools: readonly AgentTool[] = [
  endpointTool('auto_annotate_dataset', 'autoAnnotate.batch', {
    description: 'Annotate images of a data set with a model (model_id) or with SAM 3, as a job',
  }),
  augmentDataset,
  tileDataset,
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
  endpointTool('list_deployments', 'deployments.list'),
  endpointTool('get_deployment', 'deployments.get'),
  endpointTool('create_deployment', 'deployments.create', {
    description: 'Serve a model at an address of its own; the token of its calls is returned once',
  }),
  endpointTool('delete_deployment', 'deployments.delete'),
]
