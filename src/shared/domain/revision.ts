/** Revisions of records: a write names the one that it is based on, so that no window overwrites another. */
import { Type } from 'typebox'

export const Revision = Type.String({ pattern: '^[0-9a-f]{16}$', description: 'Of the content of a value' })

export interface Revised<T> {
  value: T
  revision: string
}
