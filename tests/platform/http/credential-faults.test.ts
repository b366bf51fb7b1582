/** Credentials while the database can't be read. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlatformDatabase } from '../support/databases.ts'
import { type Harness, startHarness } from '../support/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())

/** The work is done while the table has another name, so that each query of it fails. */
async function without<T>(table: string, work: () => Promise<T>): Promise<T> {
  const db = await openPlatformDatabase(h.dataDir)
  const rename = (from: string, to: string) => sql`alter table ${sql.ref(from)} rename to ${sql.ref(to)}`.execute(db)
  try {
    await rename(table, 'hidden')
    return await work()
  } finally {
    await rename('hidden', table)
    await db.destroy()
  }
}

it('answers 503 to a key that can’t be checked, and 200 afterwards', async () => {
  const read = () => h.api<{ error?: { code: string } }>('GET', '/organizations/me')
  const { status, body } = await without('api_keys', read)
  expect([status, body.error?.code]).toEqual([503, 'database_unavailable'])
  expect((await read()).status).toBe(200)
})

it('answers 503 to a session that can’t be checked, which is still signed in afterwards', async () => {
  const link = (await h.platform.firstOwnerLink()) ?? ''
  const signedIn = await fetch(link, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ full_name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse' }),
  })
  const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
  const read = () => h.api<{ error?: { code: string } }>('GET', '/organizations/me', { key: null, headers: { cookie } })
  const { status, body } = await without('sessions', read)
  expect([status, body.error?.code]).toEqual([503, 'database_unavailable'])
  expect((await read()).status).toBe(200)
})
