/** Part A of the Vision Data Platform API (access, organization, events, agents), as its document describes it. */
import type { TSchema } from 'typebox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Endpoint, type Role, templateOf } from '../../src/shared/api/endpoint.ts'
import { ENDPOINTS } from '../../src/shared/api/index.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'

const DEV = '/api/v1/developer'

const API_KEY = 'id organization_id name key_prefix role rate_limit is_active last_used_at expires_at created_at'
const CREATED_API_KEY = 'api_key key_id key_prefix name role rate_limit expires_at created_at'
const ORGANIZATION =
  'id name slug description is_public subscription_tier credits_remaining credits_monthly_allowance credits_reset_at ' +
  'max_users max_images max_storage_bytes member_count pending_invite_count created_at updated_at'
const MEMBER = 'id user_id email full_name role joined_at'
const INVITE = 'id organization_id email role status invited_by expires_at created_at'
const WEBHOOK =
  'id organization_id url description event_types enabled secret_version secret_prefix consecutive_failures ' +
  'disabled_reason auth_header_names last_delivery_at created_at'
const DELIVERY =
  'id endpoint_id organization_id event_type delivery_id status attempts last_status_code last_error next_retry_at ' +
  'created_at delivered_at'
const CONTRIBUTIONS = 'task_id contributors contributor_count total_images images_complete total_active_seconds'

/** Method, path, least role, fields of the request (query or body), and fields of the reply or of an element of it. */
type Row = [method: string, path: string, role: Role, request: string, reply: string]

const PART_A: Row[] = [
  ['GET', '/api/v1/api-keys/', 'admin', '', API_KEY],
  ['POST', '/api/v1/api-keys/', 'admin', 'name organization_id role rate_limit expires_at', CREATED_API_KEY],
  ['GET', '/api/v1/api-keys/{key_id}', 'admin', '', API_KEY],
  ['PATCH', '/api/v1/api-keys/{key_id}', 'admin', 'name rate_limit is_active', API_KEY],
  ['DELETE', '/api/v1/api-keys/{key_id}', 'admin', '', ''],
  ['GET', `${DEV}/organizations/me`, 'viewer', '', ORGANIZATION],
  ['PATCH', `${DEV}/organizations/me`, 'admin', 'name description is_public', ORGANIZATION],
  ['GET', `${DEV}/organizations/members`, 'viewer', '', MEMBER],
  ['PATCH', `${DEV}/organizations/members/{member_id}`, 'admin', 'role', ''],
  ['DELETE', `${DEV}/organizations/members/{member_id}`, 'admin', '', ''],
  ['GET', `${DEV}/organizations/invites`, 'viewer', 'status', INVITE],
  ['POST', `${DEV}/organizations/invites`, 'admin', 'email role', INVITE],
  ['DELETE', `${DEV}/organizations/invites/{invite_id}`, 'admin', '', ''],
  ['GET', `${DEV}/webhooks/event-types`, 'viewer', '', ''],
  ['POST', `${DEV}/webhooks/endpoints`, 'admin', 'url description event_types', 'endpoint secret'],
  ['GET', `${DEV}/webhooks/endpoints`, 'viewer', '', WEBHOOK],
  ['GET', `${DEV}/webhooks/endpoints/{endpoint}`, 'viewer', '', WEBHOOK],
  ['PATCH', `${DEV}/webhooks/endpoints/{endpoint}`, 'admin', 'url description event_types enabled', WEBHOOK],
  ['POST', `${DEV}/webhooks/endpoints/{endpoint}/rotate-secret`, 'admin', '', 'endpoint secret'],
  ['POST', `${DEV}/webhooks/endpoints/{endpoint}/test`, 'admin', '', 'delivered status_code'],
  ['GET', `${DEV}/webhooks/deliveries`, 'viewer', 'endpoint status limit offset', DELIVERY],
  ['POST', `${DEV}/webhooks/deliveries/{delivery_id}/replay`, 'admin', '', ''],
  ['DELETE', `${DEV}/webhooks/endpoints/{endpoint}`, 'admin', '', ''],
  ['GET', `${DEV}/notifications`, 'viewer', 'unread_only limit offset', 'unread_count limit offset'],
  ['GET', `${DEV}/notifications/unread-count`, 'viewer', '', ''],
  ['POST', `${DEV}/notifications/{notification_id}/read`, 'member', '', ''],
  ['POST', `${DEV}/notifications/read-all`, 'member', '', ''],
  ['DELETE', `${DEV}/notifications/{notification_id}`, 'member', '', ''],
  ['GET', `${DEV}/tasks`, 'viewer', 'limit offset', ''],
  ['GET', `${DEV}/tasks/{task_id}/contributions`, 'viewer', '', CONTRIBUTIONS],
  ['GET', `${DEV}/tools.json`, 'viewer', '', 'tools version count generated_at'],
  ['GET', `${DEV}/tools`, 'viewer', '', 'tools version count generated_at'],
]

const withoutSlash = (path: string) => path.replace(/\/$/, '')

function declared(method: string, path: string): Endpoint {
  const found = [...ENDPOINTS.values()].filter(
    (e) => e.method === method && withoutSlash(templateOf(e)) === withoutSlash(path),
  )
  expect(found, `${method} ${path} is declared once`).toHaveLength(1)
  return found[0] as Endpoint
}

type Schema = TSchema & { properties?: object; items?: Schema }
/** Names of the fields of an object, or of the elements of an array. */
const fieldsOf = (schema: Schema | undefined): string[] =>
  schema?.items ? fieldsOf(schema.items) : Object.keys(schema?.properties ?? {})
const words = (text: string) => text.split(' ').filter(Boolean)

describe.each(PART_A)('%s %s', (method, path, role, request, reply) => {
  it('is declared with the role, request and reply of the document', () => {
    const endpoint = declared(method, path)
    expect(endpoint.role).toBe(role)
    const sent = [...fieldsOf(endpoint.query), ...fieldsOf(endpoint.body as Schema)]
    expect(sent).toEqual(expect.arrayContaining(words(request)))
    const returned = endpoint.reply.as === 'json' ? fieldsOf(endpoint.reply.schema as Schema) : []
    expect(returned).toEqual(expect.arrayContaining(words(reply)))
    if (reply === API_KEY || reply === WEBHOOK || reply === INVITE) {
      expect(returned.filter((name) => /^(api_key|secret|token)$/.test(name))).toEqual([])
    }
  })
})

describe('part A', () => {
  let h: Harness
  beforeAll(async () => {
    h = await startHarness()
  })
  afterAll(() => h.close())

  it('has 32 endpoints', () => {
    expect(new Set(PART_A.map(([method, path]) => `${method} ${path}`)).size).toBe(32)
  })

  it.each([
    ['notifications', 50, 100],
    ['tasks', 50, 100],
    ['webhooks/deliveries', 50, null],
  ])('returns %s in pages of %i by default, and names the largest page', (path, limit, max) => {
    const properties = declared('GET', `${DEV}/${path}`).query?.properties as Record<string, Record<string, unknown>>
    expect(properties.limit?.default).toBe(limit)
    expect(properties.offset?.default).toBe(0)
    if (max !== null) expect(properties.limit?.maximum).toBe(max)
  })

  it('serves each path with and without a slash at its end', async () => {
    for (const path of ['/api/v1/api-keys', `${DEV}/notifications`, `${DEV}/tasks`]) {
      const replies = [path, `${path}/`].map((one) =>
        fetch(h.baseUrl + one, { headers: { 'x-api-key': h.keys.owner } }),
      )
      expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 200])
    }
  })
})
