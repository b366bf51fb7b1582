/** The data of a server move from SQLite to PostgreSQL and back, whole. */
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Database, insertMany } from '../../../../src/platform/db/database.ts'
import { postgresDatabase } from '../../../../src/platform/db/postgres/postgres-database.ts'
import { openDatabase } from '../../../../src/platform/db/sqlite/open-sqlite.ts'
import { moveDatabase } from '../../../../src/platform/work/administration/move-database.ts'
import type { EndpointId } from '../../../../src/shared/api/index.ts'
import { createThings } from '../../../contract/things.ts'
import { newPostgresUrl } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'sightline-moved-'))
const file = join(dataDir, 'sightline.db')
let database: string
let handle: string
let ownerKey: string
/** The rows of each table, as texts in order. */
type Rows = Record<string, string[]>

async function rowsOf(db: Database): Promise<Rows> {
  const rows: Rows = {}
  for (const { name } of await db.introspection.getTables()) {
    const table = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db)
    const texts = table.rows.map((row) =>
      JSON.stringify(Object.entries(row).sort(), (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
    )
    rows[name] = texts.sort()
  }
  await db.destroy()
  return rows
}

/** Uses the file of the data folder unless a database is named. */
const start = (options: { database?: string } = {}): Promise<Harness> =>
  startHarness({ dataDir, store: '', allowPrivateWebhooks: true, database: undefined, ...options } as never)

const contentOf = async (h: Harness) =>
  (await h.api<string>('GET', `/uploads/content?uri=${encodeURIComponent(handle)}`, { key: ownerKey })).body

beforeAll(async () => {
  database = (await newPostgresUrl()) as string
  const h = await start()
  ownerKey = h.keys.owner
  const things = createThings(() => h)
  const made: EndpointId[] = ['modelEvaluations.get', 'exports.get', 'imports.get', 'tasks.get', 'deployments.get']
  for (const id of made) await things.of(id)
  for (const id of ['webhooks.get', 'storageConnections.importJob', 'workflowRuns.get'] as EndpointId[])
    await things.of(id)
  await things.stopRuns()
  handle = await h.upload('street.mp4', 'a video of the street')
  await h.platform.close()
  // More than a page of one table.
  const db = await openDatabase(file)
  const windows = Array.from({ length: 1200 }, (_, i) => ({ subject: `key:${i}`, window_start: 60_000 * i, used: 1 }))
  await insertMany(db, 'rate_windows', windows)
  await db.destroy()
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

describe('the data of a server', { timeout: 120_000 }, () => {
  it('are the same on PostgreSQL, where it goes on, and the same in a file again, and replace no others', async () => {
    const copy = join(dataDir, 'copy.db')
    copyFileSync(file, copy)
    const before = await rowsOf(await openDatabase(copy))
    const filled = Object.values(before).filter((rows) => rows.length > 0)
    expect(filled.length).toBeGreaterThan(30)

    const { rows, kept } = await moveDatabase({ dataDir, database, direction: 'to-postgres' })
    expect([existsSync(file), existsSync(kept ?? '')]).toEqual([false, true])
    const { kysely_migration: _a, kysely_migration_lock: _b, ...there } = await rowsOf(postgresDatabase(database))
    const { kysely_migration: _c, kysely_migration_lock: _d, ...here } = before
    expect(there).toEqual(here)
    expect(rows).toBe(Object.values(here).flat().length)

    await expect(start()).rejects.toThrow('is missing or empty')
    const onPostgres = await start({ database })
    expect(await contentOf(onPostgres)).toBe('a video of the street')
    await onPostgres.platform.close()

    const now = await rowsOf(postgresDatabase(database))
    await moveDatabase({ dataDir, database, direction: 'to-file' })
    copyFileSync(file, copy)
    const back = await rowsOf(await openDatabase(copy))
    for (const name of Object.keys(here)) expect(back[name], name).toEqual(now[name])
    const again = await start()
    expect(await contentOf(again)).toBe('a video of the street')
    await again.platform.close()

    const taken = { dataDir, database, direction: 'to-postgres' } as const
    await expect(moveDatabase(taken)).rejects.toThrow('The database has data already. Name an empty one.')
    await expect(moveDatabase({ ...taken, direction: 'to-file' })).rejects.toThrow('is there already')
  })

  it('are not moved where there are none', async () => {
    const empty = mkdtempSync(join(tmpdir(), 'sightline-empty-'))
    await expect(moveDatabase({ dataDir: empty, database, direction: 'to-postgres' })).rejects.toThrow(
      'There is no database',
    )
    const unused = (await newPostgresUrl()) as string
    const nothing = { dataDir: empty, database: unused, direction: 'to-file' } as const
    await expect(moveDatabase(nothing)).rejects.toThrow('has no data to move')
    expect(readdirSync(empty).filter((name) => name.startsWith('sightline.db'))).toEqual([])
    rmSync(empty, { recursive: true })
  })
})
