/** The fields of the form that deploys a model, and the errors of a refused deployment by field. */
import type { DeploymentComputeOption } from '../../../../shared/api/deployment-compute.ts'
import type { DeploymentCreate } from '../../../../shared/api/deployments.ts'
import { HostError } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { messageText } from '../../../texts/message-text.ts'

export interface DeployFields {
  modelId: string | null
  name: string
  computeKey: string | null
  /** Containers. */
  min: number
  max: number
  /** Seconds. */
  window: number
  /** 0 to 1; null for the model's default. */
  confidence: number | null
  /** Names; empty for all. */
  classes: string[]
}

export const FIRST_FIELDS: DeployFields = {
  modelId: null,
  name: '',
  computeKey: null,
  min: 0,
  max: 1,
  window: 60,
  confidence: null,
  classes: [],
}

/** The first tier that this machine has, the API's default before others. */
export function firstOption(options: readonly DeploymentComputeOption[]): DeploymentComputeOption | undefined {
  const here = options.filter(({ available }) => available)
  return here.find(({ gpu_type }) => gpu_type === 't4') ?? here[0]
}

export const isRangeValid = ({ min, max }: DeployFields): boolean => max >= min

export function bodyOf(
  fields: DeployFields,
  modelId: string,
  option: DeploymentComputeOption | undefined,
): DeploymentCreate {
  const { min, max, window, confidence, classes } = fields
  const name = fields.name.trim()
  const defaults = {
    ...(confidence !== null && { confidence }),
    ...(classes.length > 0 && { class_filter: classes }),
  }
  return {
    model_id: modelId,
    ...(name && { name }),
    ...(option && { compute_type: option.compute_type, ...(option.gpu_type && { gpu_type: option.gpu_type }) }),
    min_containers: min,
    max_containers: max,
    scaledown_window: window,
    ...(Object.keys(defaults).length > 0 && { inference_config: defaults }),
  }
}

const FIELDS = ['model', 'name', 'compute', 'min', 'max', 'window', 'confidence', 'classes'] as const
type Field = (typeof FIELDS)[number]
/** `other` belongs to no field. */
export type FieldErrors = Partial<Record<Field | 'other', string>>

/** By the last part of the JSON pointer. */
const BY_POINTER: Readonly<Record<string, Field>> = {
  model_id: 'model',
  name: 'name',
  compute_type: 'compute',
  gpu_type: 'compute',
  min_containers: 'min',
  max_containers: 'max',
  scaledown_window: 'window',
  confidence: 'confidence',
  class_filter: 'classes',
}

/** Assigns the error of a refused deployment to the fields of the form. */
export function fieldErrorsOf(failure: unknown): FieldErrors {
  if (!(failure instanceof HostError)) return { other: errorText(failure) }
  if (failure.code === 'name_conflict') return { name: failure.message }
  if (failure.code === 'not_found' || failure.code === 'wrong_state') return { model: failure.message }
  const found: FieldErrors = {}
  for (const detail of failure.details) {
    const parts = detail.field?.split('/') ?? []
    const field = parts.map((part) => BY_POINTER[part]).findLast((known) => known !== undefined)
    if (field !== undefined) found[field] ??= messageText(detail)
  }
  return Object.keys(found).length > 0 ? found : { other: failure.message }
}
