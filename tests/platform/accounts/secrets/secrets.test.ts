/** Webhook secrets in the database: encrypted, bound to their place, and readable with the master key only. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { masterKeyOf } from '../../../../src/platform/accounts/secrets/master-key.ts'
import { seal, unseal } from '../../../../src/platform/accounts/secrets/sealing.ts'
import type { Database } from '../../../../src/platform/db/database.ts'
import type { CreatedWebhookEndpoint, WebhookTest } from '../../../../src/shared/api/webhooks.ts'
import { openPlatformDatabase, storedText } from '../../support/databases.ts'
import { startHarness } from '../../support/harness.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-secrets-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const start = (masterKey?: string) => startHarness({ dataDir, masterKey, allowPrivateWebhooks: true })

async function createEndpoint(masterKey?: string, url = 'http://127.0.0.1:1/hook'): Promise<CreatedWebhookEndpoint> {
  const h = await start(masterKey)
  const { body } = await h.api<CreatedWebhookEndpoint>('POST', '/webhooks/endpoints', { body: { url } })
  await h.close()
  return body
}

async function inDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  const db = await openPlatformDatabase(dataDir)
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}

async function testOf(id: string): Promise<WebhookTest> {
  const h = await start()
  const { body } = await h.api<WebhookTest>('POST', `/webhooks/endpoints/${id}/test`)
  await h.close()
  return body
}

it('stores no secret that the database alone could expose', async () => {
  const { endpoint, secret } = await createEndpoint()
  expect(secret.startsWith(endpoint.secret_prefix as string)).toBe(true)
  const stored = await storedText(dataDir, 'webhook_endpoints')
  expect([stored.includes(endpoint.id), stored.includes(secret)]).toEqual([true, false])
  expect(statSync(join(dataDir, 'secrets/master-key')).mode & 0o077).toBe(0)
})

it('starts with the master key of the environment, and with no other one', async () => {
  const key = randomBytes(32).toString('hex')
  await createEndpoint(key)
  await (await start(key)).close()
  await expect(start(randomBytes(32).toString('base64url'))).rejects.toThrow(/not the one that this database/)
  await expect(start()).rejects.toThrow(/not the one that this database/)
  await expect(start('short')).rejects.toThrow(/32 bytes/)
})

it('leaves the server and other endpoints alone when one secret can’t be read', async () => {
  const [broken, whole] = [await createEndpoint(), await createEndpoint(undefined, 'http://127.0.0.1:2/hook')]
  await inDatabase(async (db) => {
    const endpoints = () => db.selectFrom('webhook_endpoints').select('secret')
    const { secret } = await endpoints().where('id', '=', whole.endpoint.id).executeTakeFirstOrThrow()
    await db.updateTable('webhook_endpoints').set({ secret }).where('id', '=', broken.endpoint.id).execute()
  })
  expect((await testOf(broken.endpoint.id)).error).toMatch(/can’t be decrypted: rotate it/)
  expect((await testOf(whole.endpoint.id)).error).not.toMatch(/decrypted/)
  const h = await start()
  expect((await h.api('POST', `/webhooks/endpoints/${broken.endpoint.id}/rotate-secret`)).status).toBe(200)
  await h.close()
  expect((await testOf(broken.endpoint.id)).error).not.toMatch(/decrypted/)
})

it('reads the master key from a variable, which it removes, or a file', async () => {
  const file = join(dataDir, 'key')
  writeFileSync(file, 'of the file\n')
  const env = { SIGHTLINE_MASTER_KEY: 'given', SIGHTLINE_MASTER_KEY_FILE: file }
  expect(await masterKeyOf(env)).toBe('given')
  expect(Object.keys(env)).toEqual(['SIGHTLINE_MASTER_KEY_FILE'])
  expect(await masterKeyOf(env)).toBe('of the file\n')
  await expect(masterKeyOf({ SIGHTLINE_MASTER_KEY_FILE: join(dataDir, 'none') })).rejects.toThrow(
    /none”, can’t be read: it does not exist\. Correct SIGHTLINE_MASTER_KEY_FILE\.$/,
  )
  expect(await masterKeyOf({})).toBeUndefined()
})

it('opens what was sealed for a place with that key and place only', () => {
  const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length }).map((b) => Buffer.from(b))
  const place = fc.array(fc.string(), { maxLength: 3 })
  fc.assert(
    fc.property(bytes(32), bytes(32), place, place, fc.string(), fc.nat(), (key, other, here, there, text, at) => {
      const sealed = seal(key, here, Buffer.from(text))
      expect(unseal(key, here, sealed)?.toString()).toBe(Buffer.from(text).toString())
      if (!key.equals(other)) expect(unseal(other, here, sealed)).toBeNull()
      if (JSON.stringify(here) !== JSON.stringify(there)) expect(unseal(key, there, sealed)).toBeNull()
      const changed = Buffer.from(sealed.slice(9), 'base64')
      const i = at % changed.length
      changed[i] = (changed[i] as number) ^ 1
      expect(unseal(key, here, sealed.slice(0, 9) + changed.toString('base64'))).toBeNull()
    }),
  )
})
