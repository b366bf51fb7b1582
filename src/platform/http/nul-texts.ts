/** The character U+0000, which PostgreSQL stores in no text: no database gets it. */
import type { ApiError } from '../../shared/api/errors.ts'
import { message } from '../../shared/messages/message.ts'
import { type InvalidField, MAX_DETAILS, pointerPart, type RequestPart, refusal } from './validation.ts'

/** Returns the error of a request with such texts, which names their fields, or null. */
export function refuseNul(data: unknown, part: RequestPart): ApiError | null {
  const invalid: InvalidField[] = []
  const add = (field: string) => invalid.push({ field, problem: message('invalid.nul') })
  const search = (value: unknown, field: string) => {
    if (typeof value === 'string' && value.includes('\0')) add(field)
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      if (invalid.length >= MAX_DETAILS) return
      const at = `${field}/${pointerPart(name.replaceAll('\0', ''))}`
      if (name.includes('\0')) add(at)
      else search(inner, at)
    }
  }
  search(data, '')
  return invalid.length > 0 ? refusal(invalid, part) : null
}
