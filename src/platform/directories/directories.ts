/** Virtual directories of data sets: labels of images. Every directory that an image names has a row. */

import { sql, type Transaction } from 'kysely'
import type { Directory, DirectoryStats, DirectoryTreeNode } from '../../shared/api/directories.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { naturally } from '../../shared/domain/natural-order.ts'
import { message } from '../../shared/messages/message.ts'
import { saidOf } from '../../shared/messages/said.ts'
import { createTally, placeOf, readCounters } from '../datasets/counters.ts'
import type { Datasets } from '../datasets/datasets.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import type { DatasetRow, DirectoryRow } from '../db/rows/dataset-rows.ts'
import type { Tables } from '../db/tables.ts'
import type { Caller } from '../identity/caller.ts'
import { freeFilename } from '../naming/free-filename.ts'
import { unlessTaken } from '../naming/resource-name.ts'
import { directoryPath, isWithin, joinPath, nameOfPath, parentPath, ROOT, requireSegment } from './directory-path.ts'

export interface Directories {
  /**
   * `parent`: undefined for all, '' for the children of the root, a path for its children. @throws ApiError not_found
   */
  list(caller: Caller, dataset: string, parent: string | undefined): Promise<Directory[]>
  tree(caller: Caller, dataset: string): Promise<DirectoryTreeNode[]>
  stats(caller: Caller, dataset: string, path: string, withSubdirectories: boolean): Promise<DirectoryStats>
  /** @throws ApiError invalid_field */
  create(caller: Caller, dataset: string, path: string): Promise<Directory>
  /** @throws ApiError name_conflict, invalid_field */
  rename(caller: Caller, dataset: string, path: string, newName: string): Promise<Directory>
  /** @throws ApiError directory_not_empty */
  delete(caller: Caller, dataset: string, path: string, cascade: boolean): Promise<void>
  /** Creates the directory and its parents if they are missing; does nothing for the root. */
  ensure(tx: Transaction<Tables>, caller: Caller, dataset: DatasetRow, path: string): Promise<void>
}

export function createDirectories(db: Database, datasets: Datasets, now: () => Date): Directories {
  const at = () => now().toISOString()

  const rowsOf = async (datasetId: string): Promise<DirectoryRow[]> =>
    (await db.selectFrom('directories').selectAll().where('dataset_id', '=', datasetId).execute()).sort((a, b) =>
      naturally(a.full_path, b.full_path),
    )

  async function rowAt(dataset: DatasetRow, path: string): Promise<DirectoryRow> {
    const row = await db
      .selectFrom('directories')
      .selectAll()
      .where('dataset_id', '=', dataset.id)
      .where('full_path', '=', directoryPath(path))
      .executeTakeFirst()
    if (!row) throw new ApiError('not_found', message('dataset.directory_missing', { path, dataset: dataset.name }))
    return row
  }

  /** Number of images that are not archived, by their immediate directory. */
  async function imageCounts(datasetId: string): Promise<Map<string, number>> {
    const counts = new Map<string, number>()
    for (const { key, images } of await readCounters(db, datasetId, 'directory')) {
      const { path } = placeOf(key)
      counts.set(path, (counts.get(path) ?? 0) + images)
    }
    return counts
  }

  async function counted(datasetId: string): Promise<Directory[]> {
    const [rows, direct] = [await rowsOf(datasetId), await imageCounts(datasetId)]
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
  const countedAt = async (datasetId: string, path: string) =>
    (await counted(datasetId)).find((d) => d.full_path === path) as Directory

  async function ensure(tx: Transaction<Tables>, caller: Caller, dataset: DatasetRow, path: string): Promise<void> {
    let parent: string | null = null
    for (const full_path of stepsTo(path)) {
      const row: DirectoryRow = {
        id: newId(),
        organization_id: dataset.organization_id,
        dataset_id: dataset.id,
        name: nameOfPath(full_path),
        parent_directory_id: parent,
        full_path,
        created_by: caller.userId,
        created_at: at(),
        updated_at: null,
      }
      await tx
        .insertInto('directories')
        .values(row)
        .onConflict((c) => c.columns(['dataset_id', 'full_path']).doNothing())
        .execute()
      const siblings = tx.selectFrom('directories').select('id').where('dataset_id', '=', dataset.id)
      parent = (await siblings.where('full_path', '=', full_path).executeTakeFirstOrThrow()).id
    }
  }

  return {
    ensure,
    async list(caller, nameOrId, parent) {
      const dataset = await datasets.rowOf(caller, nameOrId)
      const all = await counted(dataset.id)
      if (parent === undefined) return all
      const path = directoryPath(parent, '/parent_path')
      if (path === ROOT) return all.filter((d) => d.parent_directory_id === null)
      const { id } = await rowAt(dataset, path)
      return all.filter((d) => d.parent_directory_id === id)
    },
    async tree(caller, nameOrId) {
      const { id } = await datasets.rowOf(caller, nameOrId)
      const nodes = new Map<string, DirectoryTreeNode>()
      const roots: DirectoryTreeNode[] = []
      const all = await counted(id)
      for (const { id, name, full_path, image_count, nested_image_count } of all) {
        nodes.set(id, { id, name, full_path, image_count, nested_image_count, children: [] })
      }
      for (const { id, parent_directory_id } of all) {
        const siblings = parent_directory_id === null ? roots : nodes.get(parent_directory_id)?.children
        siblings?.push(nodes.get(id) as DirectoryTreeNode)
      }
      return roots
    },
    async stats(caller, nameOrId, path, withSubdirectories) {
      const dataset = await datasets.rowOf(caller, nameOrId)
      const { full_path } = await rowAt(dataset, path)
      const wanted = (p: string) => (withSubdirectories ? isWithin(p, full_path) : p === full_path)
      const counters = await readCounters(db, dataset.id, 'directory')
      const held = counters.filter(({ key }) => wanted(placeOf(key).path))
      const byStatus: Record<string, number> = {}
      for (const { key } of held) {
        const { status } = placeOf(key)
        byStatus[status] = (byStatus[status] ?? 0) + 1
      }
      return {
        total_directories: (await rowsOf(dataset.id)).filter((d) => wanted(d.full_path)).length,
        total_images: held.reduce((sum, row) => sum + row.images, 0),
        total_size_bytes: held.reduce((sum, row) => sum + row.amount, 0),
        directories_by_status: byStatus,
      }
    },
    async create(caller, nameOrId, path) {
      const dataset = await datasets.rowOf(caller, nameOrId)
      const full = directoryPath(path)
      if (full === ROOT) {
        const problem = message('invalid.root')
        throw new ApiError('invalid_field', message('invalid.new_directory', { problem }), [
          { field: '/directory_path', ...saidOf(problem) },
        ])
      }
      await db.transaction().execute((tx) => ensure(tx, caller, dataset, full))
      return countedAt(dataset.id, full)
    },
    async rename(caller, nameOrId, path, newName) {
      requireSegment(newName, '/new_name')
      const dataset = await datasets.rowOf(caller, nameOrId)
      const row = await rowAt(dataset, path)
      const target = directoryPath(joinPath(parentPath(row.full_path), newName), '/new_name')
      const taken = () => new ApiError('name_conflict', message('dataset.directory_taken', { path: target }))
      const move = () =>
        db.transaction().execute(async (tx) => {
          const change = { name: newName, full_path: target, updated_at: at() }
          await tx.updateTable('directories').set(change).where('id', '=', row.id).execute()
          const start = `${row.full_path}/`
          const moved = (column: string) =>
            sql<string>`${target} || substr(${sql.ref(column)}, length(${row.full_path}) + 1)`
          const isBelow = (column: string) => sql<boolean>`substr(${sql.ref(column)}, 1, length(${start})) = ${start}`
          await tx
            .updateTable('directories')
            .set({ full_path: moved('full_path') })
            .where('dataset_id', '=', dataset.id)
            .where(isBelow('full_path'))
            .execute()
          await tx
            .updateTable('images')
            .set({ directory_path: moved('directory_path') })
            .where('dataset_id', '=', dataset.id)
            .where((e) => e.or([e('directory_path', '=', row.full_path), isBelow('directory_path')]))
            .execute()
          const tally = createTally(dataset.id)
          for (const { key, images, amount } of await readCounters(tx, dataset.id, 'directory')) {
            const { status, path } = placeOf(key)
            if (!isWithin(path, row.full_path)) continue
            tally.add('directory', key, -images, -amount)
            tally.add('directory', status + target + path.slice(row.full_path.length), images, amount)
          }
          await tally.write(tx)
        })
      await unlessTaken(move, taken)
      return countedAt(dataset.id, target)
    },
    async delete(caller, nameOrId, path, cascade) {
      const dataset = await datasets.rowOf(caller, nameOrId)
      const row = await rowAt(dataset, path)
      const below = (await rowsOf(dataset.id)).filter((d) => isWithin(d.full_path, row.full_path))
      const parent = parentPath(row.full_path)
      await db.transaction().execute(async (tx) => {
        const held = await tx
          .selectFrom('images')
          .selectAll()
          .where('dataset_id', '=', dataset.id)
          .where(
            'directory_path',
            'in',
            below.map((d) => d.full_path),
          )
          .execute()
        if (!cascade && (held.length > 0 || below.length > 1)) {
          throw new ApiError('directory_not_empty', message('dataset.directory_not_empty', { path: row.full_path }))
        }
        const taken = await tx
          .selectFrom('images')
          .select('filename')
          .where('dataset_id', '=', dataset.id)
          .where('directory_path', '=', parent)
          .execute()
        const names = new Set(taken.map((image) => image.filename))
        const tally = createTally(dataset.id)
        for (const image of held) {
          const { id, filename } = image
          const free = freeFilename(filename, names)
          names.add(free)
          await tx.updateTable('images').set({ directory_path: parent, filename: free }).where('id', '=', id).execute()
          tally.image(image, -1)
          tally.image({ ...image, directory_path: parent }, 1)
        }
        await tx
          .deleteFrom('directories')
          .where(
            'id',
            'in',
            below.map((d) => d.id),
          )
          .execute()
        await tally.write(tx)
      })
    },
  }
}

/** `/a`, `/a/b`, `/a/b/c` of `/a/b/c`. */
function stepsTo(path: string): string[] {
  const segments = path.split('/').filter((segment) => segment !== '')
  return segments.map((_, i) => `/${segments.slice(0, i + 1).join('/')}`)
}
