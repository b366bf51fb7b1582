/** Apps that ask without a credential fill neither the table nor the page. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

const MINUTE_MS = 60_000

let h: Harness
let ahead: number
beforeEach(async () => {
  ahead = 0
  h = await startHarness({ now: () => new Date(Date.now() + ahead) })
})
afterEach(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

const ask = () => h.api('POST', '/device-authorizations', { key: null, body: { app: 'Sightline', computer: 'x' } })

it('lets apps ask again after ten minutes when the clock was set back by a day', async () => {
  await Promise.all(Array.from({ length: 50 }, ask))
  ahead -= 24 * 60 * MINUTE_MS
  const refused = await ask()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(600)
  ahead += 10 * MINUTE_MS + 1000
  expect((await ask()).status).toBe(201)
})

it('lets fifty apps of one address wait, and removes those of the past', async () => {
  const asks = await Promise.all(Array.from({ length: 52 }, ask))
  expect(asks.filter(({ status }) => status === 201)).toHaveLength(50)
  const refused = asks.filter(({ status }) => status === 429)
  expect(refused.map(({ headers }) => Number(headers.get('retry-after')) > 500)).toEqual([true, true])
  ahead = 11 * MINUTE_MS
  expect((await ask()).status).toBe(201)
  ahead = 71 * MINUTE_MS
  expect((await ask()).status).toBe(201)
  const db = await openPlatformDatabase(h.dataDir)
  const rows = await db.selectFrom('device_authorizations').select('id').execute()
  await db.destroy()
  expect(rows).toHaveLength(2)
})
