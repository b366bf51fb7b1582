/** The links for the first owner that several servers print, on a platform that shares its database and its store. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ACCOUNT, startObjectStore } from '../../../tools/test/object-store-server.mjs'
import { type Harness, startHarness } from '../support/harness.ts'

let store: Awaited<ReturnType<typeof startObjectStore>>
let dataDir: string
let h: Harness
beforeEach(async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', ACCOUNT)
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', ACCOUNT)
  store = await startObjectStore()
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-data-'))
  h = await startHarness({ dataDir, store: store.url('owners') })
})
afterEach(async () => {
  await h.close()
  await store.close()
  rmSync(dataDir, { recursive: true, force: true })
  vi.unstubAllEnvs()
})

it('are all valid until one of them has made the owner', async () => {
  const [first, second] = [await h.platform.firstOwnerLink(), await h.platform.firstOwnerLink()] as [string, string]
  const status = async (link: string) => (await fetch(link)).status
  expect([await status(first), await status(second)]).toEqual([200, 200])
  const body = new URLSearchParams({ full_name: 'Ada', email: 'ada@example.com', password: 'a long password' })
  const headers = { 'sec-fetch-site': 'same-origin' }
  expect((await fetch(first, { method: 'POST', body, headers, redirect: 'manual' })).status).toBe(303)
  expect(await status(first)).toBeGreaterThanOrEqual(400)
  expect(await status(second)).toBeGreaterThanOrEqual(400)
  expect(await h.platform.firstOwnerLink()).toBeNull()
})
