/** A platform for each test that shares its database and its store, as servers and workers do. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, vi } from 'vitest'
import { ACCOUNT, startObjectStore } from '../../../tools/test/object-store-server.mjs'
import { type Harness, startHarness } from '../support/harness.ts'

export interface SharedHarness {
  h: Harness
  store: Awaited<ReturnType<typeof startObjectStore>>
  dataDir: string
}

/** Calls `begin` before each test. */
export function withSharedHarness(options: { runSlots?: number }, begin: (shared: SharedHarness) => void): void {
  let shared: SharedHarness
  beforeEach(async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', ACCOUNT)
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', ACCOUNT)
    const store = await startObjectStore()
    const dataDir = mkdtempSync(join(tmpdir(), 'sightline-data-'))
    shared = { store, dataDir, h: await startHarness({ dataDir, store: store.url('shared'), ...options }) }
    begin(shared)
  })
  afterEach(async () => {
    await shared.h.close()
    await shared.store.close()
    rmSync(shared.dataDir, { recursive: true, force: true })
    vi.unstubAllEnvs()
  })
}
