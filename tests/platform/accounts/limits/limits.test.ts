/** Limits of requests by key, plan and address, over HTTP. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { MOST_FAILURES } from '../../../../src/platform/accounts/limits/unknown-keys.ts'
import type { CreatedApiKey } from '../../../../src/shared/api/api-keys.ts'
import { API_PREFIX } from '../../../../src/shared/api/endpoint.ts'
import type { ErrorBody } from '../../../../src/shared/api/errors.ts'
import type { PlanName } from '../../../../src/shared/api/plans.ts'
import { planOf } from '../../../../src/shared/api/plans.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

let h: Harness
let at = new Date('2026-03-10T12:30:00.000Z')
beforeAll(async () => {
  h = await startHarness({ now: () => at })
})
afterAll(() => h.close())

/** Tests run in any order: each begins in a window of its own. */
function toNextHour(): void {
  at = new Date(Math.floor(at.getTime() / 3_600_000 + 1) * 3_600_000)
}

async function limitedKey(rate_limit: number, key = h.keys.owner, role = 'viewer'): Promise<string> {
  const response = await fetch(`${h.baseUrl}${API_PREFIX}/api-keys/`, {
    method: 'POST',
    headers: { 'x-api-key': key, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Limited', rate_limit, role }),
  })
  return ((await response.json()) as CreatedApiKey).api_key
}

async function organizationOf(plan: PlanName): Promise<string> {
  const id = await h.platform.createOrganization(`On ${plan} ${crypto.randomUUID()}`)
  const db = await openPlatformDatabase(h.dataDir)
  await db.updateTable('organizations').set({ subscription_tier: plan }).where('id', '=', id).execute()
  await db.destroy()
  return h.platform.createKey('owner', { organizationId: id })
}

const read = (key: string) => h.api<ErrorBody>('GET', '/workflows/', { key })
const limitHeaders = (headers: Headers) => [headers.get('ratelimit-policy'), headers.get('ratelimit')]

it('answers 429 with the time until the next hour when a key has used its requests', async () => {
  toNextHour()
  at = new Date(at.getTime() + 30 * 60_000)
  const key = await limitedKey(3)
  const first = await read(key)
  expect(first.status).toBe(200)
  expect(limitHeaders(first.headers)).toEqual(['"key";q=3;w=3600', '"key";r=2;t=1800'])
  await read(key)
  expect((await read(key)).headers.get('ratelimit')).toBe('"key";r=0;t=1800')
  const refused = await read(key)
  expect(refused.status).toBe(429)
  expect(refused.body.error).toMatchObject({
    kind: 'RateLimitError',
    code: 'rate_limited',
    message: 'This API key has used its 3 requests of this hour. Try again in 1800 seconds.',
  })
  expect(refused.headers.get('retry-after')).toBe('1800')
  expect((await read(h.keys.viewer)).status).toBe(200)
  at = new Date(at.getTime() + 30 * 60_000)
  expect((await read(key)).status).toBe(200)
})

it('counts requests that the role forbids', async () => {
  toNextHour()
  const key = await limitedKey(2)
  const create = () => h.fail('POST', '/workflows/', { key, body: { name: 'x', graph: {} } })
  expect([(await create()).status, (await create()).status, (await create()).status]).toEqual([403, 403, 429])
})

it('counts the requests of all keys for the plan, and those of a key for both', async () => {
  toNextHour()
  const key = await organizationOf('free')
  const limit = planOf('free').requests_per_hour
  const limited = await limitedKey(10, key)
  const { headers } = await read(limited)
  expect(limitHeaders(headers)).toEqual([
    `"key";q=10;w=3600, "plan";q=${limit};w=3600`,
    `"key";r=9;t=3600, "plan";r=${limit - 2};t=3600`,
  ])
  for (let left = limit - 3; left >= 0; left--) {
    expect((await read(key)).headers.get('ratelimit')).toBe(`"plan";r=${left};t=3600`)
  }
  const refused = await read(limited)
  expect(refused.body.error.message).toContain('The organization has used the 1000 requests an hour of its plan')
  // A request that the plan refuses leaves the key what it had.
  expect(refused.headers.get('ratelimit')).toContain('"plan";r=0')
  expect((await read(h.keys.viewer)).status).toBe(200)
}, 60_000)

it('counts nothing and sends no headers for keys without a limit on one’s own installation', async () => {
  const { headers } = await read(h.keys.viewer)
  expect(limitHeaders(headers)).toEqual([null, null])
})

it('bounds requests with unknown keys, and still serves valid ones from that address', async () => {
  toNextHour()
  const fresh = await limitedKey(100)
  await read(h.keys.viewer)
  const statuses = new Set<number>()
  for (let i = 0; i <= MOST_FAILURES; i++) statuses.add((await read(`pk_live_${i}`)).status)
  expect([...statuses]).toEqual([401, 429])
  const refused = await read('pk_live_again')
  expect(refused.body.error.message).toContain('unknown API keys')
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await read(h.keys.viewer)).status).toBe(200)
  expect((await read(fresh)).status).toBe(200)
  at = new Date(at.getTime() + 60_000)
  expect((await read('pk_live_again')).status).toBe(401)
}, 60_000)
