/** Assigns the error of a refused deployment to the fields of the form. */

import { HostError } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { messageText } from '../../../texts/message-text.ts'

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
