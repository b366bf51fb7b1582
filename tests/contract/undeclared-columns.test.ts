/** A column that no schema declares is in no reply. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changes, credentialOf, type Endpoint } from '../../src/shared/api/endpoint.ts'
import { ENDPOINTS, type EndpointId } from '../../src/shared/api/index.ts'
import { openPlatformDatabase } from '../platform/support/databases.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'
import { SAMPLES } from './samples.ts'
import { addressOf, createThings, keyFor } from './things.ts'

const PLANTED = 'planted-in-every-table'

let h: Harness
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-planted-'))
  const db = await openPlatformDatabase(dataDir)
  for (const { name } of await db.introspection.getTables()) {
    await db.schema
      .alterTable(name)
      .addColumn(PLANTED.replaceAll('-', '_'), 'text', (c) => c.notNull().defaultTo(PLANTED))
      .execute()
  }
  await db.destroy()
  h = await startHarness({ dataDir, allowPrivateWebhooks: true })
})
afterAll(async () => {
  await h.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const things = createThings(() => h)
const keyed = [...ENDPOINTS].filter(([, e]) => credentialOf(e) === 'api_key').map(([id]) => id)

it.each(keyed)('%s shows only declared columns', async (id) => {
  const endpoint = ENDPOINTS.get(id) as Endpoint
  const sample = SAMPLES[id as EndpointId](await things.of(id))
  const { status, body } = await h.api<unknown>(endpoint.method, addressOf(endpoint, sample), {
    key: keyFor(h, endpoint),
    body: sample.body,
  })
  if (changes(endpoint)) await things.stopRuns()
  expect(status < 300 || sample.also?.includes(status), JSON.stringify(body)).toBe(true)
  expect(JSON.stringify(body)).not.toMatch(/planted/i)
})
