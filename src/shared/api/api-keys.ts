/** API keys: created once, with a secret that only that call returns. */
import { type Static, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { defineEndpoint, ROLES } from './endpoint.ts'

/** All keys that the app itself calls with have this name, so that a lost one can be revoked. */
export const APP_KEY_NAME = 'Sightline app'

const RATE = 'Requests per hour; the limit of the plan unless the key has a lower one'

export const ApiKey = Type.Object(
  {
    id: Type.String(),
    organization_id: Type.String(),
    user_id: nullable(Type.String({ description: 'The person to whom the key belongs; null for a shared key' })),
    name: Type.String(),
    key_prefix: Type.String({ description: 'The first characters of the secret' }),
    role: Type.Enum([...ROLES]),
    rate_limit: Type.Integer({ description: RATE }),
    is_active: Type.Boolean(),
    last_used_at: nullable(Type.String()),
    expires_at: nullable(Type.String({ description: 'Null means never' })),
    created_at: Type.String(),
  },
  { $id: 'ApiKey' },
)
export type ApiKey = Static<typeof ApiKey>

export const CreatedApiKey = Type.Object(
  {
    api_key: Type.String({ description: 'The secret, which begins pk_live_; no call with a key returns it again' }),
    key_id: Type.String(),
    key_prefix: Type.String(),
    name: Type.String(),
    role: Type.Enum([...ROLES]),
    rate_limit: Type.Integer({ description: RATE }),
    expires_at: nullable(Type.String()),
    created_at: Type.String(),
  },
  { $id: 'CreatedApiKey' },
)
export type CreatedApiKey = Static<typeof CreatedApiKey>

export const RevealedApiKey = Type.Object(
  { key_id: Type.String(), api_key: Type.String({ description: 'The secret' }) },
  { $id: 'RevealedApiKey' },
)
export type RevealedApiKey = Static<typeof RevealedApiKey>

const Name = Type.String({ minLength: 1, maxLength: 100 })
const RateLimit = Type.Integer({
  minimum: 1,
  maximum: 2 ** 31 - 1,
  description: 'Requests per hour; has no effect above the limit of the plan',
})

export const ApiKeyCreate = Type.Object(
  {
    name: Name,
    organization_id: Type.Optional(Type.String({ description: 'The organization of the calling key; no other' })),
    role: Type.Enum([...ROLES], { default: 'member', description: 'At most the role of the calling key' }),
    rate_limit: Type.Optional(RateLimit),
    expires_at: Type.Optional(nullable(Type.String({ format: 'date-time', description: 'In the future' }))),
  },
  { $id: 'ApiKeyCreate', additionalProperties: false },
)
export type ApiKeyCreate = Static<typeof ApiKeyCreate>

export const ApiKeyUpdate = Type.Object(
  {
    name: Type.Optional(Name),
    rate_limit: Type.Optional(nullable(RateLimit)),
    is_active: Type.Optional(Type.Boolean()),
  },
  { $id: 'ApiKeyUpdate', additionalProperties: false },
)
export type ApiKeyUpdate = Static<typeof ApiKeyUpdate>

export const apiKeys = {
  list: defineEndpoint({
    method: 'GET',
    base: 'api',
    path: '/api-keys/',
    role: 'admin',
    summary: 'List the keys of the organization, newest first',
    query: Type.Object(
      {
        organization: Type.Optional(
          Type.String({ description: 'Name, slug or id of the organization of the calling key; no other' }),
        ),
      },
      { additionalProperties: false },
    ),
    reply: { as: 'json', schema: Type.Array(ApiKey) },
    errors: ['other_organization'],
    idempotent: true,
  }),
  create: defineEndpoint({
    method: 'POST',
    base: 'api',
    path: '/api-keys/',
    role: 'admin',
    summary: 'Create a key; its secret is returned now, and later to signed-in people only',
    body: ApiKeyCreate,
    reply: { as: 'json', schema: CreatedApiKey, status: 201 },
    errors: ['other_organization'],
    secretReply: true,
    idempotent: false,
  }),
  get: defineEndpoint({
    method: 'GET',
    base: 'api',
    path: '/api-keys/{key_id}',
    role: 'admin',
    summary: 'Read a key, without its secret',
    reply: { as: 'json', schema: ApiKey },
    errors: ['not_found'],
    idempotent: true,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    base: 'api',
    path: '/api-keys/{key_id}',
    role: 'admin',
    summary: 'Rename a key, change its limit, or switch it off and on; its role never changes',
    body: ApiKeyUpdate,
    reply: { as: 'json', schema: ApiKey },
    errors: ['not_found', 'empty_update'],
    idempotent: true,
  }),
  deleteOwn: defineEndpoint({
    method: 'DELETE',
    base: 'api',
    path: '/api-keys/own',
    role: 'viewer',
    summary: 'Revoke the key of this call, if it belongs to a person; an app signs out with it',
    reply: { as: 'empty' },
    errors: ['wrong_state'],
    idempotent: true,
  }),
  /** Ours. */
  reveal: defineEndpoint({
    method: 'POST',
    base: 'api',
    path: '/api-keys/{key_id}/reveal',
    credential: 'session',
    role: 'member',
    summary: 'Show the secret of an own or a shared key of no higher role again, once in each session',
    reply: { as: 'json', schema: RevealedApiKey },
    errors: ['not_found', 'not_the_owner', 'already_revealed', 'secret_not_kept'],
    secretReply: true,
    idempotent: false,
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    base: 'api',
    path: '/api-keys/{key_id}',
    role: 'admin',
    summary: 'Revoke a key; further calls with it fail',
    reply: { as: 'empty' },
    errors: ['not_found'],
    idempotent: true,
  }),
} as const
