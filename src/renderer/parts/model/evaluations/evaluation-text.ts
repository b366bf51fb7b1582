/** Formats figures, states and names of evaluations. */
import { BACKGROUND, type ModelEvaluation } from '../../../../shared/api/model-evaluations.ts'
import type { Model } from '../../../../shared/api/models.ts'
import type { RunState } from '../../../../shared/domain/run.ts'
import { formatDecimal, formatTimeLeft } from '../../../base/format/format.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { readModels } from '../../../base/host/read-models.ts'
import { messageText } from '../../../texts/message-text.ts'
import { texts } from '../../../texts/texts.ts'

type Status = ModelEvaluation['status']

const RUN_STATES: Record<Status, RunState> = {
  pending: 'queued',
  running: 'processing',
  completed: 'completed',
  failed: 'error',
  cancelled: 'cancelled',
}

/** The state whose badge an evaluation has. */
export const badgeOf = (status: Status): RunState => RUN_STATES[status]

export const isActive = ({ status }: Pick<ModelEvaluation, 'status'>): boolean =>
  status === 'pending' || status === 'running'

/** A share from 0 to 1 as a percentage; `n/a` where it is undefined. */
export const shareText = (share: number | null | undefined): string =>
  share === null || share === undefined ? texts.evaluations.list.undefined : `${formatDecimal(share * 100, 1)} %`

/** The name of a class, or the words for no object. */
export const labelText = (label: string): string => (label === BACKGROUND ? texts.evaluations.matrix.nothing : label)

/** The reason of a failure, or of images that could not be evaluated, in the language of the page. */
export const reasonOf = ({ error_message: message, text }: ModelEvaluation): string | null =>
  message === null ? null : messageText({ message, text })

/** The time left at the speed so far, by the server's own clock; null before there is a speed. */
export function timeLeftOf({ started_at, updated_at, progress }: ModelEvaluation): string | null {
  if (started_at === null || updated_at === null || progress <= 0 || progress >= 100) return null
  const seconds = (Date.parse(updated_at) - Date.parse(started_at)) / 1000
  return seconds > 0 ? formatTimeLeft((seconds * (100 - progress)) / progress) : null
}

/** True for a model that can be evaluated. */
export const isEvaluable = ({ model_type, status }: { model_type: string; status: string }): boolean =>
  status === 'ready' && (model_type === 'object_detection' || model_type === 'instance_segmentation')

const SHOWN_CLASSES = 8

/** The first names, and the number of the others. */
export function firstClassesOf(names: readonly string[]): string {
  const more = names.length - SHOWN_CLASSES
  return [...names.slice(0, SHOWN_CLASSES), ...(more > 0 ? [texts.evaluations.create.moreClasses(more)] : [])].join(
    ', ',
  )
}

const words = texts.evaluations.list

/** The most data sets of one request; those beyond are named as deleted ones are. */
const DATASETS = 1000

type Config = Pick<ModelEvaluation, 'config'>

/** The names of models, data sets and exports, which evaluations refer to by their ids. */
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
