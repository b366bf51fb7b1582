/** The tables of a new database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openDatabase } from '../../../src/platform/db/sqlite/open-sqlite.ts'
import { sqliteSchema } from '../support/schema-text.ts'

it('creates the recorded tables, keys, checks and indexes in a new file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-schema-'))
  try {
    const db = await openDatabase(join(folder, 'sightline.db'))
    const schema = await sqliteSchema(db)
    await db.destroy()
    await expect(schema).toMatchFileSnapshot('schema/sqlite.txt')
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
