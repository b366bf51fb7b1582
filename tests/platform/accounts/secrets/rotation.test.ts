/** The rotation of the master key, beside a server that works and without one. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Administration, openAdministration } from '../../../../src/platform/work/administration/administration.ts'
import type { AuditList } from '../../../../src/shared/api/audit.ts'
import type { CreatedWebhookEndpoint, WebhookTest } from '../../../../src/shared/api/webhooks.ts'
import { databaseFor, dropDatabase, openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-rotation-'))
})
afterEach(async () => {
  await dropDatabase(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
})

const start = (masterKey?: string) => startHarness({ dataDir, masterKey, allowPrivateWebhooks: true })
const file = (name = 'master-key') => join(dataDir, 'secrets', name)
const keyInFile = () => readFileSync(file(), 'utf8').trim()

async function administer<T>(work: (admin: Administration) => Promise<T>): Promise<T> {
  const database = await databaseFor(dataDir)
  const admin = await openAdministration({ dataDir, now: () => new Date(), ...(database && { database }) })
  try {
    return await work(admin)
  } finally {
    await admin.close()
  }
}

const announced: string[] = []
const rotate = (given?: string, next?: string) =>
  administer((admin) => admin.rotateMasterKey({ given, next, announce: async (key) => void announced.push(key) }))
afterEach(() => announced.splice(0))

async function endpointOf(h: Harness, key: string): Promise<string> {
  const body = { url: 'http://127.0.0.1:1/hook' }
  return (await h.api<CreatedWebhookEndpoint>('POST', '/webhooks/endpoints', { key, body })).body.endpoint.id
}
const UNREADABLE = /can’t be decrypted/
const errorOf = async (h: Harness, id: string, key: string) =>
  (await h.api<WebhookTest>('POST', `/webhooks/endpoints/${id}/test`, { key })).body.error

it('replaces the key while a server works, which reads and makes data keys with the new one', async () => {
  const before = await start()
  const [own, foreign] = [await endpointOf(before, before.keys.owner), await endpointOf(before, before.foreignKey)]
  await before.close()
  const earlier = keyInFile()

  const h = await start()
  const { rotated, unreadable } = await rotate()
  expect([rotated >= 2, unreadable, existsSync(file('master-key.next'))]).toEqual([true, 0, false])
  expect(keyInFile()).not.toBe(earlier)
  // The server has not read the data key of the first organization of other people yet.
  for (const [id, key] of [[own, before.keys.owner] as const, [foreign, before.foreignKey] as const]) {
    expect(await errorOf(h, id, key)).not.toMatch(UNREADABLE)
  }
  const organizationId = await h.platform.createOrganization('Made afterwards')
  const theirKey = await h.platform.createKey('owner', { organizationId })
  const theirs = await endpointOf(h, theirKey)
  const [entry] = (await h.api<AuditList>('GET', '/audit?action=masterKey.rotate')).body.data
  expect(entry).toMatchObject({ via: 'commandLine', object: { data_keys: String(rotated) } })
  expect(h.logged).toEqual([])
  await h.close()

  await expect(start(earlier)).rejects.toThrow(/not the one that this database/)
  const after = await start()
  expect(await errorOf(after, theirs, theirKey)).not.toMatch(UNREADABLE)
  expect(await errorOf(after, own, before.keys.owner)).not.toMatch(UNREADABLE)
  await after.close()
})

it('announces the key that replaces one of the environment, and writes none of them', async () => {
  const given = randomBytes(32).toString('hex')
  const before = await start(given)
  const foreign = await endpointOf(before, before.foreignKey)
  await before.close()
  const h = await start(given)
  const own = await endpointOf(h, h.keys.owner)
  await rotate(given)
  expect([announced.length, existsSync(file()), existsSync(file('master-key.next'))]).toEqual([1, false, false])
  expect(await errorOf(h, own, h.keys.owner), 'the server has this data key').not.toMatch(UNREADABLE)
  expect(await errorOf(h, foreign, before.foreignKey), 'and can’t read this one').toMatch(UNREADABLE)
  expect(h.logged.join()).toMatch(/restart the server with the new one/)
  await h.close()

  await expect(start(given)).rejects.toThrow(/not the one that this database/)
  await expect(rotate(given)).rejects.toThrow(/is not the one of this database/)
  const after = await start(announced[0])
  expect(await errorOf(after, foreign, before.foreignKey)).not.toMatch(UNREADABLE)
  await after.close()
})

it('uses a key that is given, but neither the present one nor one of another form', async () => {
  await (await start()).close()
  const next = randomBytes(32).toString('base64url')
  await rotate(undefined, next)
  expect([keyInFile(), announced]).toEqual([next, []])
  await expect(rotate(undefined, next)).rejects.toThrow(/is the present one/)
  await expect(rotate(undefined, 'short')).rejects.toThrow(/32 bytes/)
  await (await start()).close()
})

it('leaves a data key that can’t be read alone, and rotates the others', async () => {
  const h = await start()
  const [own, foreign] = [await endpointOf(h, h.keys.owner), await endpointOf(h, h.foreignKey)]
  await h.close()
  const db = await openPlatformDatabase(dataDir)
  const ofOthers = db.selectFrom('webhook_endpoints').select('organization_id').where('id', '=', foreign)
  const damaged = { wrapped: 'sealed:1:AAAA' }
  await db.updateTable('data_keys').set(damaged).where('organization_id', 'in', ofOthers).execute()
  await db.destroy()
  expect((await rotate()).unreadable).toBe(1)
  const after = await start()
  expect(await errorOf(after, own, h.keys.owner)).not.toMatch(UNREADABLE)
  expect(await errorOf(after, foreign, h.foreignKey)).toMatch(UNREADABLE)
  await after.close()
})

it('carries out one of two rotations at a time', async () => {
  await (await start()).close()
  const both = await Promise.allSettled([rotate(), rotate()])
  const reasons = both.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []))
  for (const reason of reasons) expect(reason).toMatch(/Another command is rotating/)
  expect(reasons.length).toBeLessThan(2)
  await (await start()).close()
})

it('refuses a folder without the present key, and changes nothing', async () => {
  const h = await start()
  const own = await endpointOf(h, h.keys.owner)
  await h.close()
  const present = keyInFile()
  rmSync(file())
  await expect(rotate()).rejects.toThrow(/has no master key of this database/)
  expect(existsSync(file())).toBe(false)
  const after = await start(present)
  expect(await errorOf(after, own, h.keys.owner)).not.toMatch(UNREADABLE)
  await after.close()
})
