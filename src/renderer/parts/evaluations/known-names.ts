/** The names of models, data sets and exports, which evaluations refer to by their ids. */

import type { DatasetExport } from '../../../shared/api/exports.ts'
import type { ModelEvaluation } from '../../../shared/api/model-evaluations.ts'
import type { Model } from '../../../shared/api/models.ts'
import type { Host } from '../../base/host/host-context.ts'
import { readModels } from '../../base/host/read-models.ts'
import { texts } from '../../base/messages/texts.ts'

const words = texts.evaluations.list

/** Rows per request, and the most that are read: names of older exports are shown as those of their data sets. */
const EXPORTS = 200
const DATASETS = 1000

export interface KnownNames {
  models: readonly Model[]
  /** The name of the model, or words for one that was deleted. */
  modelOf(evaluation: Pick<ModelEvaluation, 'model_id'>): string
  datasetOf(evaluation: Pick<ModelEvaluation, 'dataset_id' | 'export_id'>): string
  /** Null for an export that was deleted. */
  exportOf(evaluation: Pick<ModelEvaluation, 'export_id'>): DatasetExport | null
}

export async function readNames(host: Host): Promise<KnownNames> {
  const [models, exports, datasets] = await Promise.all([
    readModels(host),
    host.api('exports.list', { query: { limit: EXPORTS } }),
    host.api('datasets.list', { query: { limit: DATASETS } }),
  ])
  const modelNames = new Map(models.map(({ id, name }) => [id, name]))
  const exportsById = new Map(exports.data.map((one) => [one.id, one]))
  const datasetNames = new Map(datasets.data.map(({ id, name }) => [id, name]))
  const exportOf: KnownNames['exportOf'] = ({ export_id }) =>
    export_id === null ? null : (exportsById.get(export_id) ?? null)
  return {
    models,
    modelOf: ({ model_id }) => modelNames.get(model_id) ?? words.deletedModel,
    datasetOf: (evaluation) =>
      datasetNames.get(evaluation.dataset_id) ?? exportOf(evaluation)?.dataset_name ?? words.deletedDataset,
    exportOf,
  }
}
