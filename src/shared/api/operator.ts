/** Calls of operators: whatever concerns the installation, or more than one organization in it. All are ours. */
import { type Static, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { DeviceChosen, DeviceList } from './devices.ts'
import { defineEndpoint, OPERATOR, pageQuery, paginatedList } from './endpoint.ts'
import { JobWorker } from './jobs.ts'
import { PLAN_NAMES } from './plans.ts'
import { CLEARABLE_KINDS, StorageUse } from './storage.ts'

/** More than any plan has, and far from the largest integer. */
const MAX_GRANT_MICRO_USD = 1e12

export const Operator = Type.Object(
  {
    id: Type.String({ description: 'Of the user' }),
    email: nullable(Type.String()),
    full_name: nullable(Type.String()),
    is_member: Type.Boolean({ description: 'False for one who is in no organization any more, and can’t sign in' }),
    added_at: Type.String(),
  },
  { $id: 'Operator' },
)
export type Operator = Static<typeof Operator>

/** An organization as operators see it: its plan and what it uses of it, and nothing of its contents. */
export const OperatedOrganization = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    slug: Type.String(),
    plan: Type.Enum([...PLAN_NAMES], { description: 'embedded: an installation of one’s own, without limits' }),
    credits_remaining: Type.Integer({ description: 'Micro-USD' }),
    credits_monthly_allowance: Type.Integer({ description: 'Micro-USD' }),
    member_count: Type.Integer(),
    max_users: Type.Integer(),
    images: Type.Integer(),
    max_images: Type.Integer(),
    storage_bytes: Type.Integer(),
    max_storage_bytes: Type.Integer(),
    created_at: Type.String(),
  },
  { $id: 'OperatedOrganization' },
)
export type OperatedOrganization = Static<typeof OperatedOrganization>

export const OperatedOrganizationList = paginatedList(OperatedOrganization, 'OperatedOrganizationList')
export type OperatedOrganizationList = Static<typeof OperatedOrganizationList>

export const operator = {
  operators: defineEndpoint({
    method: 'GET',
    path: '/operator/operators',
    role: OPERATOR,
    summary: 'List the operators, those who were added first at the top',
    reply: { as: 'json', schema: Type.Array(Operator) },
    idempotent: true,
  }),
  addOperator: defineEndpoint({
    method: 'POST',
    path: '/operator/operators',
    role: OPERATOR,
    summary: 'Make a person of any organization an operator',
    body: Type.Object(
      { email: Type.String({ minLength: 1, maxLength: 1000, description: 'Trimmed and lowercased by the server' }) },
      { $id: 'OperatorAdd', additionalProperties: false },
    ),
    reply: { as: 'json', schema: Operator, status: 201 },
    errors: ['not_found'],
    idempotent: true,
  }),
  removeOperator: defineEndpoint({
    method: 'DELETE',
    path: '/operator/operators/{operator_id}',
    role: OPERATOR,
    summary: 'Take the role of an operator away; 422 for the last one. The person stays in their organizations',
    reply: { as: 'empty' },
    errors: ['not_found', 'last_operator'],
    idempotent: true,
  }),
  organizations: defineEndpoint({
    method: 'GET',
    path: '/operator/organizations',
    role: OPERATOR,
    summary: 'List the organizations, oldest first, with their plans and what they use of them',
    query: Type.Object(pageQuery({ limit: 50, max: 200 }), { additionalProperties: false }),
    reply: { as: 'json', schema: OperatedOrganizationList },
    idempotent: true,
  }),
  updateOrganization: defineEndpoint({
    method: 'PATCH',
    path: '/operator/organizations/{organization_id}',
    role: OPERATOR,
    summary: 'Change the plan of an organization; what it has stays, also above the new limits',
    body: Type.Object(
      { plan: Type.Enum([...PLAN_NAMES]) },
      { $id: 'OperatedOrganizationUpdate', additionalProperties: false },
    ),
    reply: { as: 'json', schema: OperatedOrganization },
    errors: ['not_found'],
    idempotent: true,
  }),
  grantCredits: defineEndpoint({
    method: 'POST',
    path: '/operator/organizations/{organization_id}/credits',
    role: OPERATOR,
    summary: 'Add credits to those of this month; what is left of them lapses with the month',
    body: Type.Object(
      { amount_micro_usd: Type.Integer({ minimum: 1, maximum: MAX_GRANT_MICRO_USD }) },
      { $id: 'CreditsGrant', additionalProperties: false },
    ),
    reply: { as: 'json', schema: OperatedOrganization },
    errors: ['not_found'],
    idempotent: false,
  }),
  chooseDevice: defineEndpoint({
    method: 'PUT',
    path: '/operator/devices/chosen',
    role: OPERATOR,
    summary: 'Choose the device of all model blocks that name none, or hardware decoding, for every organization',
    body: DeviceChosen,
    reply: { as: 'json', schema: DeviceList },
    errors: ['wrong_state'],
    idempotent: true,
  }),
  workers: defineEndpoint({
    method: 'GET',
    path: '/operator/workers',
    role: OPERATOR,
    summary:
      'List the processes that execute jobs: this server first, then its workers. A lost one is listed for a day',
    reply: { as: 'json', schema: Type.Array(JobWorker) },
    idempotent: true,
  }),
  storage: defineEndpoint({
    method: 'GET',
    path: '/operator/storage',
    role: OPERATOR,
    summary: 'Read the disk usage of the whole installation, with its cache',
    reply: { as: 'json', schema: StorageUse },
    idempotent: true,
  }),
  clearStorage: defineEndpoint({
    method: 'POST',
    path: '/operator/storage/clear',
    role: OPERATOR,
    summary: 'Remove the unused uploads or the cache of the whole installation, for every organization',
    body: Type.Object(
      { kind: Type.Enum([...CLEARABLE_KINDS]) },
      { $id: 'OperatorStorageClear', additionalProperties: false },
    ),
    reply: { as: 'json', schema: StorageUse },
    errors: ['wrong_state'],
    idempotent: true,
  }),
} as const
