/** Databases of released versions are upgraded to the tables of this one, and keep their rows. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '../../../src/platform/db/database.ts'
import { openDatabase } from '../../../src/platform/db/sqlite/open-sqlite.ts'
import { sqliteDialect } from '../../../src/platform/db/sqlite/sqlite-dialect.ts'
import { releasedDatabases, rowCounts, sqliteFrom } from '../support/released-databases.ts'
import { sqliteSchema } from '../support/schema-text.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-upgrade-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('has a dump of each release for both databases', () => {
  expect([...releasedDatabases('sqlite').keys()]).toEqual([...releasedDatabases('postgres').keys()])
})

it('upgrades the database of each release to the tables of a new one', async () => {
  const created = await openDatabase(join(folder, 'new.db'))
  const schema = await sqliteSchema(created)
  await created.destroy()
  expect(schema).toContain('table organizations')
  for (const [version, text] of releasedDatabases('sqlite')) {
    const path = join(folder, `${version}.db`)
    sqliteFrom(text, path)
    const before: Database = new Kysely({ dialect: sqliteDialect(path) })
    const rows = await rowCounts(before)
    await before.destroy()
    const db = await openDatabase(path)
    expect(await sqliteSchema(db), version).toBe(schema)
    const { kysely_migration: _, ...kept } = await rowCounts(db)
    const { kysely_migration: __, ...there } = rows
    expect(kept, version).toEqual(there)
    await db.destroy()
  }
})
