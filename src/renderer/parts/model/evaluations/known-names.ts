/** The names of models, data sets and exports, which evaluations refer to by their ids. */
import type { ModelEvaluation } from '../../../../shared/api/model-evaluations.ts'
import type { Model } from '../../../../shared/api/models.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { readModels } from '../../../base/host/read-models.ts'
import { texts } from '../../../texts/texts.ts'

const words = texts.evaluations.list

/** The most data sets of one request; those beyond are named as deleted ones are. */
const DATASETS = 1000

type Config = Pick<ModelEvaluation, 'config'>

export interface KnownNames {
  models: readonly Model[]
  /** A model that was deleted keeps the name that it had. */
  modelOf(evaluation: Pick<ModelEvaluation, 'model_id'> & Config): string
  datasetOf(evaluation: Pick<ModelEvaluation, 'dataset_id'>): string
}

export async function readNames(host: Host): Promise<KnownNames> {
  const [models, datasets] = await Promise.all([
    readModels(host),
    host.api('datasets.list', { query: { limit: DATASETS } }),
  ])
  const modelNames = new Map(models.map(({ id, name }) => [id, name]))
  const datasetNames = new Map(datasets.data.map(({ id, name }) => [id, name]))
  return {
    models,
    modelOf: ({ model_id, config }) => {
      const was = textIn(config, 'model_name')
      return modelNames.get(model_id) ?? (was === null ? words.deletedModel : words.deletedNamed(was))
    },
    datasetOf: ({ dataset_id }) => datasetNames.get(dataset_id) ?? words.deletedDataset,
  }
}

/** The name that the export had; evaluations keep it. */
export const exportNameOf = ({ config }: Config): string => textIn(config, 'export_name') ?? words.deletedExport

/** The classes of the export that the model does not know. */
export function unknownClassesOf({ config }: Config): string[] {
  const names = config?.unknown_classes
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
}

function textIn(config: ModelEvaluation['config'], key: string): string | null {
  const value = config?.[key]
  return typeof value === 'string' ? value : null
}
