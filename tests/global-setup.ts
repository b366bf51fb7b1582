/**
 * Tests that start processes use the built entries in out/node, the same that ship, and no data of the person's own. With
 * SIGHTLINE_TEST_DATABASE=postgres the platforms of tests/platform and tests/contract use PostgreSQL, one server for all; with
 * SIGHTLINE_TEST_CLUSTER=1 they keep their files in a bucket too.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export default async function setup(): Promise<() => Promise<void>> {
  const { ensureBuilt } = await import('../tools/build/ensure-built.mjs')
  await ensureBuilt(['node'])
  const dataDir = mkdtempSync(join(tmpdir(), 'sightline-tests-'))
  process.env.SIGHTLINE_DATA = dataDir
  const stop = process.env.SIGHTLINE_TEST_DATABASE === 'postgres' ? await startDatabase() : null
  const closeStore = process.env.SIGHTLINE_TEST_CLUSTER === '1' ? await startBucket() : null
  return async () => {
    await stop?.()
    await closeStore?.()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function startDatabase(): Promise<() => Promise<void>> {
  const { startPostgres } = await import('../tools/test/postgres-server.mjs')
  const { makeTemplate } = await import('./platform/support/databases.ts')
  const { url, stop } = await startPostgres()
  // Inherited by the processes of the tests.
  process.env.SIGHTLINE_TEST_POSTGRES = url
  await makeTemplate()
  return stop
}

async function startBucket(): Promise<() => Promise<void>> {
  const { ACCOUNT, startStore } = await import('./platform/support/object-store.ts')
  const store = await startStore()
  process.env.AWS_ACCESS_KEY_ID = ACCOUNT
  process.env.AWS_SECRET_ACCESS_KEY = ACCOUNT
  process.env.SIGHTLINE_TEST_STORE = store.url('')
  return store.close
}
