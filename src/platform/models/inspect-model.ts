/** Inspects a model's file with a person's options: a problem of an option is one of that field. */
import { ApiError } from '../../shared/api/errors.ts'
import { type Conversion, problemOf } from '../../shared/domain/conversion.ts'
import type { RunError } from '../../shared/domain/run.ts'
import type { Engine, ModelInspection } from '../../shared/engine-contract/job.ts'
import type { Message } from '../../shared/messages/message.ts'
import { invalidField } from '../db/naming/resource-name.ts'

/** @throws ApiError invalid_field at `/conversion/…`, model_unreadable */
export async function inspectWith(
  engine: Engine,
  file: { path: string; name: string },
  conversion: Conversion | null,
): Promise<ModelInspection> {
  const found = conversion && problemOf(conversion)
  if (found) throw invalidField(`/conversion/${found.field}`, found.problem)
  const inspected = await engine.inspectModel(file.path, file.name, { conversion })
  if (inspected.ok) return inspected.value
  throw unfitField(inspected.error, '/conversion') ?? new ApiError('model_unreadable', inspected.error)
}

/** The failure of an engine as a problem of an option in the field `at`; null for another failure. */
export function unfitField({ text }: RunError, at: string): ApiError | null {
  if (text?.code !== 'conversion.unfit') return null
  return invalidField(`${at}/${text.params.field}`, text.params.problem as Message)
}
