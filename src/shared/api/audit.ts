/** The audit log: changes of the organization, and calls that were refused for the role of their caller. */
import { type Static, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { defineEndpoint, pageQuery, paginatedList, ROLES } from './endpoint.ts'

export const AUDIT_OUTCOMES = ['done', 'refused', 'failed'] as const
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number]
/** Credentials of callers. `page`: none yet, on a page of the server. */
export const AUDIT_WAYS = [
  'key',
  'session',
  'deployment',
  'signedUrl',
  'job',
  'commandLine',
  'page',
  'operator',
] as const
export type AuditWay = (typeof AUDIT_WAYS)[number]

export const AuditEntry = Type.Object(
  {
    id: Type.String(),
    created_at: Type.String(),
    user_id: nullable(Type.String()),
    key_id: nullable(Type.String()),
    via: Type.Enum([...AUDIT_WAYS], {
      description:
        'The credential of the call; page: none yet, on a page of the server; operator: a change by an operator of the server, who is not named here',
    }),
    role: Type.Enum([...ROLES]),
    action: Type.String({
      description:
        'Operation id of the call, such as workflows.update; about signing in, a name such as signIn.password',
    }),
    object: Type.Record(Type.String(), Type.String(), {
      description: 'Ids or names of the changed objects, by the names of their parameters; the id of a new one is `id`',
    }),
    request_id: nullable(Type.String()),
    outcome: Type.Enum([...AUDIT_OUTCOMES], {
      description:
        'refused: the role of the caller was too low; failed: a wrong password or code, or too many attempts',
    }),
    address: nullable(Type.String({ description: 'Network address, of entries about signing in' })),
    times: Type.Integer({ description: 'How often the failure was repeated within an hour; 1 for other entries' }),
  },
  { $id: 'AuditEntry' },
)
export type AuditEntry = Static<typeof AuditEntry>

export const AuditList = paginatedList(AuditEntry, 'AuditList')
export type AuditList = Static<typeof AuditList>

export const audit = {
  list: defineEndpoint({
    method: 'GET',
    path: '/audit',
    role: 'admin',
    summary: 'List the changes of the organization, newest first',
    query: Type.Object(
      {
        action: Type.Optional(Type.String({ maxLength: 100 })),
        actor: Type.Optional(Type.String({ maxLength: 100, description: 'Id of a user or a key' })),
        outcome: Type.Optional(Type.Enum([...AUDIT_OUTCOMES])),
        ...pageQuery({ limit: 50, max: 200 }),
      },
      { additionalProperties: false },
    ),
    reply: { as: 'json', schema: AuditList },
    idempotent: true,
  }),
} as const
