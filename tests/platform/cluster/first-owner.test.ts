/** The links for the first owner that several servers print, on a platform that shares its database and its store. */
import { expect, it } from 'vitest'
import type { Harness } from '../support/harness.ts'
import { withSharedHarness } from './shared-harness.ts'

let h: Harness
withSharedHarness({}, (shared) => {
  h = shared.h
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
