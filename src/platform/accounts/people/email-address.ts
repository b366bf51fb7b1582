import { message } from '../../../shared/messages/message.ts'
import { invalidField } from '../../db/naming/invalid-field.ts'

/** The longest address that a mail server accepts (RFC 5321, 4.5.3.1.3). */
const MAX_LENGTH = 254
// One @, and nothing that would separate or hide addresses in the header of a mail.
const ADDRESS = /^[^\s@"<>(),:;\\\p{Cc}]+@[^\s@"<>(),:;\\\p{Cc}]+$/u

/** The address, trimmed and in lower case. @throws ApiError invalid_field */
export function emailAddressOf(text: string, field = '/email'): string {
  const address = text.trim().toLowerCase()
  if (address.length <= MAX_LENGTH && ADDRESS.test(address)) return address
  throw invalidField(field, message('invite.not_an_address'))
}
