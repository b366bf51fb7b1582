/** The option that a refusal is about. */
import { CONVERSION_FIELDS, type ConversionField } from '../../../../shared/domain/conversion.ts'
import type { Message } from '../../../../shared/messages/message.ts'
import { HostError } from '../../../base/host/host-context.ts'
import { messageText, textOf } from '../../../texts/message-text.ts'

export interface FieldProblem {
  field: ConversionField
  text: string
}

/** Null for a refusal about something else. */
export function fieldProblemOf(error: unknown): FieldProblem | null {
  if (!(error instanceof HostError)) return null
  for (const detail of error.details) {
    // The engine names the option in its message, and a check of the request in the address of the field.
    const said = detail.text?.code === 'conversion.unfit' ? detail.text.params : null
    const name = said ? said.field : detail.field?.split('/').at(-1)
    const field = CONVERSION_FIELDS.find((known) => known === name || detail.field?.includes(`/${known}/`))
    if (field) return { field, text: said ? textOf(said.problem as Message) : messageText(detail) }
  }
  return null
}
