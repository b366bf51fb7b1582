/** What the platform relies on is the same on PostgreSQL as on SQLite. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../../../src/platform/db/database.ts'
import { postgresDatabase } from '../../../../src/platform/db/postgres/postgres-database.ts'
import { openDatabase } from '../../../../src/platform/db/sqlite/open-sqlite.ts'
import { newPostgresUrl } from '../../support/databases.ts'

let folder: string
let sqlite: Database
let postgres: Database
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-same-'))
  sqlite = await openDatabase(join(folder, 'sightline.db'))
  postgres = postgresDatabase((await newPostgresUrl()) as string)
})
afterAll(async () => {
  await Promise.all([sqlite.destroy(), postgres.destroy()])
  rmSync(folder, { recursive: true, force: true })
})

const onBoth = async <T>(work: (db: Database) => Promise<T>): Promise<[T, T]> => [
  await work(sqlite),
  await work(postgres),
]

it('has the same tables, columns and constraints of null', async () => {
  const [here, there] = await onBoth(async (db) => {
    const tables = await db.introspection.getTables()
    return tables
      .map(({ name, columns }) => ({
        name,
        // SQLite’s keys of text need no value by themselves.
        columns: columns.map((c) => `${c.name}${c.isNullable ? '' : ' not null'}`).sort(),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1))
  })
  const names = (tables: typeof here) =>
    tables.map(({ name, columns }) => [name, columns.map((column) => column.split(' ')[0])])
  expect(names(there)).toEqual(names(here))
  const required = (tables: typeof here) =>
    new Set(
      tables.flatMap(({ name, columns }) => columns.filter((c) => c.endsWith('not null')).map((c) => `${name}.${c}`)),
    )
  for (const column of required(here)) expect(required(there)).toContain(column)
})

it('orders and compares texts by their bytes, with capital letters first', async () => {
  const names = ['b', 'B', 'a', 'A', 'é', 'z', 'Z', 'a b', 'a-b', 'ab', '10', '9', '_', '😀', 'ﬀ']
  const [here, there] = await onBoth(async (db) => {
    const row = (name: string) => ({ id: `o-${name}`, name, slug: name, created_at: '' })
    await db.insertInto('organizations').values(names.map(row)).execute()
    const ordered = await db.selectFrom('organizations').select('name').orderBy('name').execute()
    const below = await db.selectFrom('organizations').select('name').where('name', '<', 'a').orderBy('name').execute()
    const { last } = await db
      .selectFrom('organizations')
      .select((e) => e.fn.max('name').as('last'))
      .executeTakeFirstOrThrow()
    return { ordered: ordered.map((r) => r.name), below: below.map((r) => r.name), last }
  })
  expect(there).toEqual(here)
})

it('keeps integers and reals of 64 bits, and returns them as numbers', async () => {
  const [here, there] = await onBoth(async (db) => {
    await db.insertInto('organizations').values({ id: 'o', name: 'o', slug: 'o', created_at: '' }).execute()
    const upload = { organization_id: 'o', filename: 'f', content_type: 't', created_at: '', imported: 0 as const }
    const sizes = [Number.MAX_SAFE_INTEGER, 3_000_000_000, 0]
    for (const [i, size_bytes] of sizes.entries()) {
      await db
        .insertInto('uploads')
        .values({ id: `u${i}`, ...upload, size_bytes })
        .execute()
    }
    const measured = {
      model_sha256: 'm',
      device: 'cpu',
      device_name: 'd',
      version: '1',
      agrees: 1,
      measured_at: '',
    } as const
    await db
      .insertInto('device_measurements')
      .values({ ...measured, median_ms: 1 / 3, largest_difference: 1e-300 })
      .execute()
    const { n, sum, mean } = await db
      .selectFrom('uploads')
      .where('size_bytes', '<', 2 ** 52)
      .select((e) => [
        e.fn.countAll<number>().as('n'),
        e.fn.sum<number>('size_bytes').as('sum'),
        e.fn.avg<number>('size_bytes').as('mean'),
      ])
      .executeTakeFirstOrThrow()
    const stored = await db.selectFrom('uploads').select(['id', 'size_bytes']).orderBy('id').execute()
    const reals = await db.selectFrom('device_measurements').select(['median_ms', 'largest_difference']).execute()
    return { n, sum, mean, stored, reals }
  })
  expect(here.stored[0]?.size_bytes).toBe(Number.MAX_SAFE_INTEGER)
  expect(there).toEqual(here)
})
