/** Directories as rows, with the numbers of their images. */
import type { Directory } from '../../../shared/api/directories.ts'
import { naturally } from '../../../shared/domain/natural-order.ts'
import type { Database } from '../../db/database.ts'
import type { DatasetRow, DirectoryRow } from '../../db/schema/datasets.ts'
import { placeOf, readCounters } from '../counters.ts'
import { isWithin, parentPath, ROOT } from './directory-path.ts'

export interface DirectoryFigures {
  /** Including the directory itself. */
  directories: number
  images: number
  bytes: number
  byStatus: Record<string, number>
}

/** In the natural order of their paths. */
export async function directoryRows(db: Database, datasetId: string): Promise<DirectoryRow[]> {
  const rows = await db.selectFrom('directories').selectAll().where('dataset_id', '=', datasetId).execute()
  return rows.sort((a, b) => naturally(a.full_path, b.full_path))
}

/** Number of images that are not archived, by their immediate directory. */
async function imageCounts(db: Database, datasetId: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { key, images } of await readCounters(db, datasetId, 'directory')) {
    const { path } = placeOf(key)
    counts.set(path, (counts.get(path) ?? 0) + images)
  }
  return counts
}

/** All directories, in the natural order of their paths. */
export async function countedDirectories(db: Database, { id }: Pick<DatasetRow, 'id'>): Promise<Directory[]> {
  const [rows, direct] = [await directoryRows(db, id), await imageCounts(db, id)]
  const nested = new Map<string, number>()
  for (const [path, count] of direct) {
    for (let at = path; at !== ROOT; at = parentPath(at)) nested.set(at, (nested.get(at) ?? 0) + count)
  }
  return rows.map((row) => ({
    ...row,
    image_count: direct.get(row.full_path) ?? 0,
    nested_image_count: nested.get(row.full_path) ?? 0,
  }))
}

/** `withSubdirectories`: of the directories below it too. */
export async function directoryFigures(
  db: Database,
  { dataset_id, full_path }: DirectoryRow,
  withSubdirectories: boolean,
): Promise<DirectoryFigures> {
  const wanted = (path: string) => (withSubdirectories ? isWithin(path, full_path) : path === full_path)
  const counters = await readCounters(db, dataset_id, 'directory')
  const held = counters.filter(({ key }) => wanted(placeOf(key).path))
  const byStatus: Record<string, number> = Object.create(null)
  for (const { key } of held) {
    const { status } = placeOf(key)
    byStatus[status] = (byStatus[status] ?? 0) + 1
  }
  return {
    directories: (await directoryRows(db, dataset_id)).filter((d) => wanted(d.full_path)).length,
    images: held.reduce((sum, row) => sum + row.images, 0),
    bytes: held.reduce((sum, row) => sum + row.amount, 0),
    byStatus,
  }
}

/** Nests items by the ids of their parents, in their order; `parentOf` returns null for a root. */
export function nested<Item extends { id: string }, Node extends { children: Node[] }>(
  items: readonly Item[],
  parentOf: (item: Item) => string | null,
  nodeOf: (item: Item) => Node,
): Node[] {
  const nodes = new Map(items.map((item) => [item.id, nodeOf(item)]))
  const roots: Node[] = []
  for (const item of items) {
    const parent = parentOf(item)
    const siblings = parent === null ? roots : nodes.get(parent)?.children
    siblings?.push(nodes.get(item.id) as Node)
  }
  return roots
}
