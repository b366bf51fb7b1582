/** The administrator's changes, beside a platform that serves. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Administration, openAdministration } from '../../../../src/platform/work/administration/administration.ts'
import type { AuditList } from '../../../../src/shared/api/audit.ts'
import { JOB_POOLS, type JobQueue } from '../../../../src/shared/api/jobs.ts'
import { eventually } from '../../../setup/eventually.ts'
import { databaseFor } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { inviteTo, linkTo } from '../../support/people.ts'
import { codeAt, cookieOf } from '../../support/second-factor.ts'

let h: Harness
let admin: Administration
beforeAll(async () => {
  h = await startHarness()
  const database = await databaseFor(h.dataDir)
  admin = await openAdministration({ dataDir: h.dataDir, now: () => new Date(), ...(database && { database }) })
})
afterAll(async () => {
  await admin.close()
  expect(h.logged).toEqual([])
  await h.close()
})

const post = (url: string, fields: Record<string, string>, cookie = '') =>
  fetch(url, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
    headers: { 'sec-fetch-site': 'same-origin', cookie },
  })
const entries = async () => (await h.api<AuditList>('GET', '/audit?limit=10')).body.data

it('creates a key that works at once, lists it without its secret, and revokes it', async () => {
  const secret = await admin.createKey('Nightly', 'member', null)
  const call = async () => (await h.api('GET', '/workflows/', { key: secret })).status
  expect(await call()).toBe(200)
  const [listed] = await admin.keys()
  expect(listed).toMatchObject({ name: 'Nightly', role: 'member', is_active: true, owner: null, expires_at: null })
  expect(secret.startsWith(listed?.key_prefix ?? 'x')).toBe(true)
  expect(JSON.stringify(await admin.keys())).not.toContain(secret)
  await admin.revokeKey(listed?.id ?? '')
  await eventually(async () => (await call()) === 401)
  await expect(admin.revokeKey(listed?.id ?? '')).rejects.toThrow('There is no key')
  const [revoked, created] = await entries()
  expect([revoked, created]).toMatchObject([
    { action: 'apiKeys.delete', via: 'commandLine', object: { key_id: listed?.id } },
    { action: 'apiKeys.create', via: 'commandLine', object: { key_id: listed?.id } },
  ])
})

it('makes a member an owner, and gives a new password that ends the sessions', async () => {
  await inviteTo(h, 'vera@example.com', 'viewer')
  const fields = { answer: 'accept', full_name: 'Vera', password: 'a long password' }
  await post(await linkTo(h, 'vera@example.com'), fields)
  const signIn = (password: string) => post(`${h.baseUrl}/sign-in`, { email: 'vera@example.com', password })
  const cookie = cookieOf(await signIn('a long password'))
  const me = async () => (await h.api('GET', '/organizations/me', { key: null, headers: { cookie } })).status
  expect(await me()).toBe(200)
  await admin.makeOwner(' Vera@Example.com ')
  const vera = (await admin.people()).find(({ email }) => email === 'vera@example.com')
  expect(vera).toMatchObject({ role: 'owner', has_password: true, has_second_factor: false })
  const password = await admin.resetPassword('vera@example.com')
  expect(await me()).toBe(401)
  expect((await signIn('a long password')).status).toBe(422)
  expect((await signIn(password)).status).toBe(303)
  await expect(admin.makeOwner('nobody@example.com')).rejects.toThrow('No member has the address nobody@example.com.')
})

it('names operators among the people of all organizations, and makes keys that act as one', async () => {
  await inviteTo(h, 'olga@example.com', 'viewer', h.foreignKey)
  const fields = { answer: 'accept', full_name: 'Olga', password: 'a long password' }
  await post(await linkTo(h, 'olga@example.com', h.foreignKey), fields)
  const cookie = cookieOf(
    await post(`${h.baseUrl}/sign-in`, { email: 'olga@example.com', password: 'a long password' }),
  )
  const workers = async (key: string | null) =>
    (await h.api('GET', '/operator/workers', { key, headers: key === null ? { cookie } : {} })).status
  expect(await workers(null)).toBe(403)
  await admin.addOperator(' Olga@Example.com ')
  expect(await admin.operators()).toMatchObject([{ email: 'olga@example.com', full_name: 'Olga', is_member: true }])
  expect(await workers(null)).toBe(200)
  await admin.removeOperator('olga@example.com')
  expect([await admin.operators(), await workers(null)]).toEqual([[], 403])
  await expect(admin.addOperator('nobody@example.com')).rejects.toThrow('Nobody on this server has the address')
  await expect(admin.removeOperator('olga@example.com')).rejects.toThrow(
    'No operator has the address olga@example.com.',
  )

  expect(await workers(await admin.createKey('Plain', 'owner', null))).toBe(403)
  expect(await workers(await admin.createKey('Metrics', 'viewer', null, true))).toBe(200)
  const listed = new Map((await admin.keys()).map(({ name, is_operator }) => [name, is_operator]))
  expect([listed.get('Plain'), listed.get('Metrics')]).toEqual([false, true])
  expect((await entries()).map(({ action, via }) => `${action} ${via}`)).toEqual(
    expect.arrayContaining(['operator.addOperator commandLine', 'operator.removeOperator commandLine']),
  )
})

it('turns two-factor sign-in of a person off, which ends the sessions and has an entry in the audit log', async () => {
  await inviteTo(h, 'rosa@example.com', 'viewer')
  const credentials = { email: 'rosa@example.com', password: 'a long password' }
  await post(await linkTo(h, credentials.email), {
    answer: 'accept',
    full_name: 'Rosa',
    password: credentials.password,
  })
  const signIn = () => post(`${h.baseUrl}/sign-in`, credentials)
  const cookie = cookieOf(await signIn())
  const page = `${h.baseUrl}/account/second-factor`
  const reset = () => admin.resetSecondFactor(' Rosa@Example.com ')
  await expect(reset()).rejects.toThrow('Two-factor sign-in of rosa@example.com is not on.')
  await post(page, { action: 'set-up' }, cookie)
  await expect(reset()).rejects.toThrow('Two-factor sign-in of rosa@example.com is not on.')
  const [, key = ''] = /<code>([A-Z2-7 ]+)</.exec(await (await fetch(page, { headers: { cookie } })).text()) ?? []
  const { password } = credentials
  expect((await post(page, { action: 'turn-on', password, code: codeAt(key, new Date()) }, cookie)).status).toBe(200)
  const listed = async () => (await admin.people()).find(({ email }) => email === credentials.email)?.has_second_factor
  const me = async () => (await h.api('GET', '/organizations/me', { key: null, headers: { cookie } })).status
  expect([(await signIn()).headers.get('location'), await listed(), await me()]).toEqual(['/sign-in/code', true, 200])

  await reset()
  expect([(await signIn()).headers.get('location'), await listed(), await me()]).toEqual(['/account', false, 401])
  const entry = (await entries()).find(({ action }) => action === 'secondFactor.reset')
  expect(entry).toMatchObject({ action: 'secondFactor.reset', via: 'commandLine', outcome: 'done' })
  await expect(admin.resetSecondFactor('nobody@example.com')).rejects.toThrow('No member has the address')
})

it('refuses a folder without data', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-admin-'))
  await expect(openAdministration({ dataDir, now: () => new Date() })).rejects.toThrow('has no data of Sightline')
  rmSync(dataDir, { recursive: true })
})

it('changes the share of an organization in the workers, which its queues show', async () => {
  const [share] = await admin.shares()
  expect(share).toMatchObject({ weight: 1, runs_at_most: null, label: null, queued_runs: 0, running_runs: 0 })
  const slug = share?.slug as string
  expect(await admin.changeShare(slug, { weight: 3, runs_at_most: 2, label: 'eu' })).toBe(share?.name)
  await admin.changeShare(slug, { label: null })
  expect((await admin.shares())[0]).toMatchObject({ slug, weight: 3, runs_at_most: 2, label: null })
  const queues = (await h.api<JobQueue[]>('GET', '/jobs/queues')).body
  expect(queues.map(({ pool, weight, at_most }) => [pool, weight, at_most])).toEqual(
    JOB_POOLS.map((pool) => [pool, 3, pool === 'runs' ? 2 : null]),
  )
  await expect(admin.changeShare('nobody', { weight: 2 })).rejects.toThrow('no organization with the slug nobody')
  expect((await entries())[0]).toMatchObject({ action: 'shares.update', object: { organization: share?.name } })
})
