/** The size of the folders of runs. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isTerminal } from '../../../shared/domain/run.ts'
import type { Database } from '../../db/database.ts'
import { folderSize } from './folder-size.ts'
import { sumOf, type Tally } from './tally.ts'

/** @param folder of all runs; a folder without a run counts only where no organization is given */
export async function runUse(
  db: Database,
  folder: string,
  organizationId?: string,
): Promise<{ all: Tally; ended: Tally }> {
  const every = db.selectFrom('workflow_runs').select(['id', 'status'])
  const some = organizationId === undefined ? every : every.where('organization_id', '=', organizationId)
  const rows = await some.execute()
  const known = new Set(rows.map(({ id }) => id))
  const ended = new Set(rows.flatMap(({ id, status }) => (isTerminal(status) ? [id] : [])))
  const names = await readdir(folder).catch((): string[] => [])
  const counted = organizationId === undefined ? names : names.filter((name) => known.has(name))
  const sizes = await Promise.all(counted.map(async (name) => [name, await folderSize(join(folder, name))] as const))
  const bytes = (of: typeof sizes) => sumOf(of.map(([, size]) => size))
  return {
    all: { bytes: bytes(sizes), count: rows.length },
    ended: { bytes: bytes(sizes.filter(([name]) => ended.has(name))), count: ended.size },
  }
}
