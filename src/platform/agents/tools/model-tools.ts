/** Tools for models and their training, auto-annotation and deployments. */
import { Type } from 'typebox'
import { AugmentSettings, DatasetDerive } from '../../../shared/api/derived-datasets.ts'
import { type AgentTool, endpointTool, missingTool } from './agent-tool.ts'

const Text = Type.String({ minLength: 1 })
const Dataset = Type.String({ minLength: 1, description: 'Name or id' })
const common = {
  dataset: Type.String({ minLength: 1, description: 'Name or id' }),
  name: DatasetDerive.properties.name,
  seed: DatasetDerive.properties.seed,
  min_visible: DatasetDerive.properties.min_visible,
  dry_run: DatasetDerive.properties.dry_run,
}
const NEXT = 'Then read list_datasets until image_count of the new data set is images'

/** Tools that make a data set of the images of another one. */
const augmentDataset: AgentTool = {
  ...endpointTool('augment_dataset', 'derivedDatasets.create'),
  description: `Make a data set of changed copies of the images, with their annotations, as a job. ${NEXT}`,
  input: Type.Object({ ...common, ...AugmentSettings.properties }, { additionalProperties: false }),
  async call({ dataset, name, seed, min_visible, dry_run, ...augment }, { api }) {
    const body = { ...(name !== undefined && { name }), seed, min_visible, dry_run, augment }
    return { value: await api('derivedDatasets.create', { params: { dataset: dataset as string }, body }) }
  },
}

const tileDataset: AgentTool = {
  ...endpointTool('tile_dataset', 'derivedDatasets.create'),
  description: `Make a data set of tiles of the images, with their annotations, as a job. ${NEXT}`,
  input: Type.Object(
    {
      ...common,
      tile_size: Type.Integer({ minimum: 64, maximum: 8192, default: 640, description: 'Side in pixels' }),
      overlap: Type.Number({ minimum: 0, maximum: 0.9, default: 0.2, description: 'Share of a tile' }),
    },
    { additionalProperties: false },
  ),
  async call({ dataset, name, seed, min_visible, dry_run, tile_size: size, overlap }, { api }) {
    const body = { ...(name !== undefined && { name }), seed, min_visible, dry_run, tile: { size, overlap } }
    return { value: await api('derivedDatasets.create', { params: { dataset: dataset as string }, body }) }
  },
}

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
