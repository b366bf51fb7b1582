/** A platform for each test that shares its database and its store, as servers and workers do. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest'
import { ACCOUNT, startObjectStore } from '../../../tools/test/object-store-server.mjs'
import { type Harness, startHarness } from '../support/harness.ts'

export interface SharedHarness {
  h: Harness
  store: Awaited<ReturnType<typeof startObjectStore>>
  dataDir: string
}

/** Calls `begin` before each test. All tests of a file have one store, each below a prefix of its own. */
export function withSharedHarness(options: { runSlots?: number }, begin: (shared: SharedHarness) => void): void {
  let store: SharedHarness['store']
  let isAway = false
  let count = 0
  let shared: SharedHarness
  beforeAll(async () => {
    store = await startObjectStore()
  })
  beforeEach(async () => {
    vi.stubEnv('AWS_ACCESS_KEY_ID', ACCOUNT)
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', ACCOUNT)
    const dataDir = mkdtempSync(join(tmpdir(), 'sightline-data-'))
    const h = await startHarness({ dataDir, store: store.url(`shared-${++count}`), ...options })
    const leave = () => {
      isAway = true
      return store.leave()
    }
    shared = { store: { ...store, leave }, dataDir, h }
    begin(shared)
  })
  afterEach(async () => {
    await shared.h.close()
    if (isAway) await store.comeBack()
    isAway = false
    rmSync(shared.dataDir, { recursive: true, force: true })
    vi.unstubAllEnvs()
  })
  afterAll(() => store.close())
}
