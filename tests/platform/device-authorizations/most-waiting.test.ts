/** Apps that ask without a credential fill neither the table nor the page. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlatformDatabase } from '../support/databases.ts'
import { type Harness, startHarness } from '../support/harness.ts'

const MINUTE_MS = 60_000

let h: Harness
let ahead = 0
beforeAll(async () => {
  h = await startHarness({ now: () => new Date(Date.now() + ahead) })
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

const ask = () => h.api('POST', '/device-authorizations', { key: null, body: { app: 'Sightline', computer: 'x' } })

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
