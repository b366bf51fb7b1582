/** Formats figures and states of evaluations. */
import type { ModelEvaluation } from '../../../../shared/api/model-evaluations.ts'
import { BACKGROUND } from '../../../../shared/api/model-evaluations.ts'
import type { RunState } from '../../../../shared/domain/run.ts'
import { formatDecimal, formatTimeLeft } from '../../../base/format/format.ts'
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
