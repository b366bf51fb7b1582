/**
 * What the records of the Studio have in common. A record belongs to the person who made it, or to all keys without a
 * person, and only its owner sees it until the owner shares it with the organization. Ours.
 */
import { type TSchema, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { Revision } from '../domain/revision.ts'

export const VISIBILITIES = ['me', 'organization'] as const
export type Visibility = (typeof VISIBILITIES)[number]

export const Visible = Type.Enum([...VISIBILITIES], {
  description: 'me: only its owner sees it; organization: every role reads it, and members change and delete it too',
})

export const OWNED = {
  owner_id: nullable(Type.String({ description: 'User id; null for a record made with a key of no person' })),
  owner_name: nullable(Type.String({ description: 'Full name, or else the e-mail address' })),
  is_own: Type.Boolean({ description: 'True for a record of the caller' }),
  visibility: Visible,
}

/** A record as it is read: its value, with its owner and its revision. */
export const recordOf = <T extends TSchema>(value: T, $id: string) =>
  Type.Object(
    {
      id: Type.String(),
      ...OWNED,
      revision: Revision,
      created_at: Type.String(),
      updated_at: nullable(Type.String()),
      value,
    },
    { $id },
  )

/** The value replaces the whole value; only the owner changes the visibility. */
export const recordUpdateOf = <T extends TSchema>(value: T, $id: string) =>
  Type.Object({ value: Type.Optional(value), visibility: Type.Optional(Visible) }, { $id, additionalProperties: false })

/** Errors of a change of a record. */
export const RECORD_UPDATE_ERRORS = [
  'not_found',
  'empty_update',
  'stale_revision',
  'not_the_owner',
  'role_too_low',
] as const
/** Errors of the deletion of a record. */
export const RECORD_DELETE_ERRORS = ['not_found', 'stale_revision', 'role_too_low'] as const
