/** Tools that make a data set of the images of another one. */
import { Type } from 'typebox'
import { AugmentSettings, DatasetDerive } from '../../../shared/api/derived-datasets.ts'
import { type AgentTool, endpointTool } from './agent-tool.ts'

const common = {
  dataset: Type.String({ minLength: 1, description: 'Name or id' }),
  name: DatasetDerive.properties.name,
  seed: DatasetDerive.properties.seed,
  min_visible: DatasetDerive.properties.min_visible,
  dry_run: DatasetDerive.properties.dry_run,
}
const NEXT = 'Then read list_datasets until image_count of the new data set is images'

export const augmentDataset: AgentTool = {
  ...endpointTool('augment_dataset', 'derivedDatasets.create'),
  description: `Make a data set of changed copies of the images, with their annotations, as a job. ${NEXT}`,
  input: Type.Object({ ...common, ...AugmentSettings.properties }, { additionalProperties: false }),
  async call({ dataset, name, seed, min_visible, dry_run, ...augment }, { api }) {
    const body = { ...(name !== undefined && { name }), seed, min_visible, dry_run, augment }
    return { value: await api('derivedDatasets.create', { params: { dataset: dataset as string }, body }) }
  },
}

export const tileDataset: AgentTool = {
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
