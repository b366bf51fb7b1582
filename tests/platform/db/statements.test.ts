/** Statements that are kept and queries that are compiled once return the same as new ones. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { compiledQuery } from '../../../src/platform/db/compiled-query.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import { openDatabase } from '../../../src/platform/db/sqlite/open-sqlite.ts'

let folder: string
let db: Database
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-db-'))
  db = await openDatabase(join(folder, 'test.db'))
})
afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true, force: true })
})

const organization = (id: string, name = id) => ({ id, name, slug: id, created_at: '2026-01-01T00:00:00.000Z' })
const add = (id: string) => db.insertInto('organizations').values(organization(id)).execute()
const namesLike = (database: Database) =>
  compiledQuery(database, ({ slug }: Record<'slug', string>) =>
    database
      .selectFrom('organizations')
      .select(['name', sql<number>`7`.as('seven')])
      .where('slug', '=', slug),
  )

it('returns the present rows each time', async () => {
  const named = namesLike(db)
  expect(await named({ slug: 'a' })).toEqual([])
  await add('a')
  expect(await named({ slug: 'a' })).toEqual([{ name: 'a', seven: 7 }])
  await db.updateTable('organizations').set({ name: 'b' }).where('id', '=', 'a').execute()
  expect(await named({ slug: 'a' })).toEqual([{ name: 'b', seven: 7 }])
})

it('takes any text as a value', async () => {
  const named = namesLike(db)
  const slug = '\u0000place:slug'
  await db
    .insertInto('organizations')
    .values({ ...organization('a'), slug })
    .execute()
  expect(await named({ slug })).toEqual([{ name: 'a', seven: 7 }])
  expect(await named({ slug: `' or 1 = 1 --` })).toEqual([])
})

it('returns the rows that another connection has changed', async () => {
  const named = namesLike(db)
  expect(await named({ slug: 'a' })).toEqual([])
  const other = await openDatabase(join(folder, 'test.db'))
  await other.insertInto('organizations').values(organization('a')).execute()
  await other.destroy()
  expect(await named({ slug: 'a' })).toEqual([{ name: 'a', seven: 7 }])
})

it('hides the changes of a transaction until it has ended', async () => {
  const named = namesLike(db)
  let reading: Promise<unknown[]> | null = null
  const failed = db.transaction().execute(async (tx) => {
    await tx.insertInto('organizations').values(organization('a')).execute()
    reading = named({ slug: 'a' })
    await new Promise((resolve) => setImmediate(resolve))
    throw new Error('rolled back')
  })
  await expect(failed).rejects.toThrow('rolled back')
  expect(await reading).toEqual([])
})

it('executes a kept statement again after it has failed', async () => {
  await add('a')
  await expect(add('a')).rejects.toMatchObject({ code: expect.stringContaining('SQLITE_CONSTRAINT') })
  await add('b')
  const many = await db.selectFrom('organizations').select('id').where('id', 'in', ['a', 'b']).orderBy('id').execute()
  expect(many).toEqual([{ id: 'a' }, { id: 'b' }])
})

it('executes more different statements than it keeps', async () => {
  await add('a')
  for (let n = 1; n <= 300; n++) {
    const ids = Array.from({ length: n }, (_, i) => (i === n - 1 ? 'a' : `none-${i}`))
    const found = await db.selectFrom('organizations').select('id').where('id', 'in', ids).execute()
    expect(found).toEqual([{ id: 'a' }])
  }
})
