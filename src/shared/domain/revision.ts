/** Revisions of records: a write names the one that it is based on, so that no window overwrites another. */
import { Type } from 'typebox'
import { nullable } from './nullable.ts'

export const Revision = Type.String({ pattern: '^[0-9a-f]{16}$', description: 'Of the content of a value' })

export const BaseRevision = nullable(Revision)

/** A value as it was read. */
export const revised = <T extends Type.TSchema>(value: T) => Type.Object({ value, revision: Revision })

/** A value to be written; the revision is null where none was kept. The write fails with `stale_revision` where the kept one has another revision. */
export const basedOn = <T extends Type.TSchema>(value: T) =>
  Type.Object({ value, revision: BaseRevision }, { additionalProperties: false })

export interface Revised<T> {
  value: T
  revision: string
}
