/** A database of the version before the indexes of lists keeps its rows, and its lists are then read from an index. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from '../../../src/platform/db/database.ts'
import { createWorkflowRepository } from '../../../src/platform/workflows/workflow-repository.ts'
import { earlierDatabase } from '../support/earlier-database.ts'

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-db-'))
  path = join(folder, 'test.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const CREATED = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z']

/** Three workflows, of which the first was changed last. */
async function before(): Promise<void> {
  const db = await earlierDatabase(path, '0011-devices')
  await db.insertInto('organizations').values({ id: 'o', name: 'o', slug: 'o', created_at: '' }).execute()
  for (const [i, created_at] of CREATED.entries()) {
    const updated_at = i === 0 ? '2026-01-04T00:00:00.000Z' : null
    const row = {
      id: `w${i}`,
      organization_id: 'o',
      name: `w${i}`,
      graph: '{}',
      status: 'draft',
      created_at,
      updated_at,
    }
    await db.insertInto('workflows').values(row).execute()
  }
  await db.destroy()
}

it('keeps the rows and their order', async () => {
  await before()
  const db = await openDatabase(path)
  const { list } = createWorkflowRepository(db)
  expect((await list('o', { limit: 10, offset: 0 })).map((row) => row.id)).toEqual(['w0', 'w2', 'w1'])
  expect((await list('o', { limit: 1, offset: 1 })).map((row) => row.id)).toEqual(['w2'])
  await db.destroy()
})

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
