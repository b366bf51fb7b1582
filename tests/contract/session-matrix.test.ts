/** Every endpoint that takes the session of a person. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  changes,
  type Endpoint,
  OPERATOR,
  ROLES,
  type Role,
  roleAtLeast,
  takesSession,
} from '../../src/shared/api/endpoint.ts'
import type { ErrorBody } from '../../src/shared/api/errors.ts'
import { ENDPOINTS, type EndpointId } from '../../src/shared/api/index.ts'
import { openPlatformDatabase } from '../platform/support/databases.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'
import { inviteTo, linkTo } from '../platform/support/people.ts'
import type { Things } from './sample.ts'
import { SAMPLES } from './samples.ts'
import { addressOf, createThings, NOTHING } from './things.ts'

const PASSWORD = 'a long password'
const OWN = { 'sec-fetch-site': 'same-origin' }

const ELSEWHERE: Record<string, string>[] = [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example' }, {}]

let h: Harness
const sessions = new Map<Role | 'annotator', string>()
beforeAll(async () => {
  h = await startHarness({ allowPrivateWebhooks: true })
  const link = (await h.platform.firstOwnerLink()) ?? ''
  sessions.set('owner', await sessionOf(link, { full_name: 'Ada', email: 'owner@example.com', password: PASSWORD }))
  for (const role of ['viewer', 'annotator', 'member', 'admin'] as const) {
    const email = `${role}@example.com`
    await inviteTo(h, email, role === 'annotator' ? 'viewer' : role)
    await post(await linkTo(h, email), { answer: 'accept', full_name: role, password: PASSWORD })
    sessions.set(role, await sessionOf(`${h.baseUrl}/sign-in`, { email, password: PASSWORD }))
  }
  // No call gives this role.
  const db = await openPlatformDatabase(h.dataDir)
  const annotator = db.selectFrom('users').select('id').where('email', '=', 'annotator@example.com')
  await db.updateTable('memberships').set({ role: 'annotator' }).where('user_id', 'in', annotator).execute()
  await db.destroy()
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

const post = (url: string, fields: Record<string, string>) =>
  fetch(url, { method: 'POST', redirect: 'manual', body: new URLSearchParams(fields), headers: OWN })

async function sessionOf(url: string, fields: Record<string, string>): Promise<string> {
  const cookie = (await post(url, fields)).headers.get('set-cookie')?.split(';')[0]
  if (!cookie) throw new Error(`${url} began no session.`)
  return cookie
}

const things = createThings(() => h)

async function callWith(id: string, cookie: string, named: Things, headers: Record<string, string> = OWN) {
  const endpoint = ENDPOINTS.get(id) as Endpoint
  const sample = SAMPLES[id as EndpointId](named)
  const answer = await h.api<ErrorBody>(endpoint.method, addressOf(endpoint, sample), {
    key: null,
    body: sample.body,
    headers: { cookie, ...headers },
  })
  if (named !== NOTHING && changes(endpoint)) await things.stopRuns()
  return { ...answer, sample, endpoint }
}

const ofPeople = [...ENDPOINTS].filter(([, e]) => takesSession(e)).map(([id]) => id)

describe.each(ofPeople)('%s', (id) => {
  const { role, method } = ENDPOINTS.get(id) as Endpoint & { role: Role | typeof OPERATOR }
  // The first owner is the only operator.
  const enough = role === OPERATOR ? 'owner' : role

  it('rejects an unknown session with 401', async () => {
    const { status, body } = await callWith(id, 'sightline-session=unknown', NOTHING)
    expect([status, body.error.code]).toEqual([401, 'invalid_key'])
  })

  it.each(ROLES.filter((r) => !roleAtLeast(r, enough)))('refuses a %s with 403', async (lower) => {
    const { status, body } = await callWith(id, sessions.get(lower) ?? '', NOTHING)
    expect([status, body.error.code]).toEqual([403, 'role_too_low'])
  })

  it.skipIf(method === 'GET')('refuses a page of another site with 403, whatever the role', async () => {
    for (const headers of ELSEWHERE) {
      const { status, body } = await callWith(id, sessions.get('owner') ?? '', NOTHING, headers)
      expect([status, body.error.code]).toEqual([403, 'cross_site'])
    }
  })

  it(`serves a person with the role ${role} as declared`, async () => {
    const { status, body, sample, endpoint } = await callWith(id, sessions.get(enough) ?? '', await things.of(id))
    const { reply } = endpoint
    const declared = reply.as === 'json' ? (reply.status ?? 200) : reply.as === 'empty' ? 204 : 200
    expect([declared, ...(sample.also ?? [])], JSON.stringify(body)).toContain(status)
  })
})

it('lets an annotator read, and nothing more', async () => {
  const cookie = sessions.get('annotator') ?? ''
  expect((await callWith('workflows.list', cookie, NOTHING)).status).toBe(200)
  expect((await callWith('workflows.create', cookie, NOTHING)).body.error.code).toBe('role_too_low')
})
