/** Shared secrets that people have seen: they outlive the membership of the person. */
import { type Static, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'

export const SECRET_KINDS = ['api_key', 'deployment_token', 'webhook_secret'] as const
export type SecretKind = (typeof SECRET_KINDS)[number]

export const RevealedSecret = Type.Object(
  {
    kind: Type.Enum([...SECRET_KINDS]),
    object_id: Type.String({ description: 'Id of the key, deployment or webhook endpoint' }),
    name: Type.String(),
    user_id: Type.String({ description: 'The person who has seen it' }),
    email: nullable(Type.String()),
    full_name: nullable(Type.String()),
    revealed_at: Type.String({ description: 'Time at which the person saw it last' }),
  },
  { $id: 'RevealedSecret' },
)
export type RevealedSecret = Static<typeof RevealedSecret>
