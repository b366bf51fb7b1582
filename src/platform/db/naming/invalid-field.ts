import { ApiError } from '../../../shared/api/errors.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { saidOf } from '../../../shared/messages/said.ts'

/** The error of a body with one field that is not valid. `field`: JSON pointer. */
export const invalidField = (field: string, problem: Message): ApiError =>
  new ApiError('invalid_field', message('invalid.body', { problems: message('invalid.at', { field, problem }) }), [
    { field, ...saidOf(problem) },
  ])

/** @throws ApiError invalid_field for a name of spaces only */
export function requireNotBlank(name: string, field = '/name'): void {
  if (name.trim() === '') throw invalidField(field, message('invalid.blank'))
}
