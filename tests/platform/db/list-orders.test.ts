/** Lists are read in the order of an index, whatever the number of their rows. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../../../src/platform/db/sqlite/open-sqlite.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-db-'))
  path = join(folder, 'test.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('reads no list by sorting its rows', async () => {
  const db = await openDatabase(path)
  const lists = [
    "from workflows where organization_id = 'o' order by coalesce(updated_at, created_at) desc, id desc",
    "from workflow_runs where organization_id = 'o' order by id desc",
    "from workflow_runs where organization_id = 'o' and status = 'error' order by id desc",
    "from models where organization_id = 'o' order by id desc",
    "from datasets where organization_id = 'o' and is_archived = 0 order by id desc",
    "from webhook_deliveries where organization_id = 'o' order by id desc",
  ]
  for (const list of lists) {
    const plan = await sql<{ detail: string }>`explain query plan select * ${sql.raw(list)} limit 20`.execute(db)
    const details = plan.rows.map((row) => row.detail).join('; ')
    expect(details).toContain('USING INDEX')
    expect(details).not.toContain('TEMP B-TREE')
  }
  await db.destroy()
})
