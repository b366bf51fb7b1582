/** Requests with an Idempotency-Key whose server has died. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRepetitions, settleRepetitions } from '../../../../src/platform/accounts/limits/repetitions.ts'
import { createOrganizations } from '../../../../src/platform/accounts/organizations/organizations.ts'
import { type Database, databaseTime, newId } from '../../../../src/platform/db/database.ts'
import { createWorkers } from '../../../../src/platform/work/jobs/workers.ts'
import { dropDatabase, openPlatformDatabase } from '../../support/databases.ts'

const HERE = newId()
const OTHER = newId()

let folder: string
let db: Database
let request: Parameters<ReturnType<typeof createRepetitions>['begin']>[0]
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-settled-'))
  db = await openPlatformDatabase(folder)
  const organizationId = await createOrganizations(db).ensureDefault()
  request = { caller: { organizationId, keyId: 'k', userId: null } as never, key: 'once', fingerprint: 'a' }
})
afterEach(async () => {
  await db.destroy()
  await dropDatabase(folder)
  rmSync(folder, { recursive: true, force: true })
})

const now = () => new Date()
const server = (id: string) => createRepetitions(db, id, now)
const again = async () => {
  await settleRepetitions(db, HERE)
  return server(HERE).begin(request)
}

/** The note by which the other server is known to be alive, which is so old. */
async function noted(ageMs: number): Promise<void> {
  const slots = { interactive: 1, short: 1, long: 1, runs: 1 }
  const facts = { isWorker: false, version: '1', slots, labels: [] }
  const workers = createWorkers({ ...facts, db, id: OTHER, running: () => 0, now, log: () => undefined })
  await workers.announce()
  await db
    .updateTable('workers')
    .set({ seen_at: databaseTime(db, -ageMs) })
    .execute()
}

it('can be sent again at once after the only server was killed', async () => {
  await server(OTHER).begin(request)
  expect(await again()).toBeNull()
})

it('has lost its answer if it had changed something', async () => {
  await server(OTHER).begin(request)
  await db.updateTable('idempotency_keys').set({ state: 'changed' }).execute()
  await expect(again()).rejects.toMatchObject({ code: 'answer_not_kept' })
})

it.each([
  ['this server', HERE],
  ['another server', OTHER],
])('is not carried out again while %s carries it out', async (_, id) => {
  await noted(9 * 60_000)
  await server(id).begin(request)
  await expect(again()).rejects.toMatchObject({ code: 'request_running' })
})

it('can be sent again when its server has noted nothing for more than ten minutes', async () => {
  await noted(11 * 60_000)
  await server(OTHER).begin(request)
  expect(await again()).toBeNull()
})
