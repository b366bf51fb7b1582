/** Virtual directories of data sets: labels of images. Every directory that an image names has a row. */

import type { Directory, DirectoryStats, DirectoryTreeNode } from '../../../shared/api/directories.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { message, saidOf } from '../../../shared/messages/message.ts'
import type { Database } from '../../db/database.ts'
import type { DatasetRow, DirectoryRow } from '../../db/schema/datasets.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Datasets } from '../datasets.ts'
import type { DirectoryChanges } from './directory-changes.ts'
import { directoryPath, ROOT } from './directory-path.ts'
import { countedDirectories, directoryFigures, nested } from './directory-rows.ts'

export interface Directories extends Pick<DirectoryChanges, 'ensure'> {
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
}

export function createDirectories(db: Database, datasets: Datasets, changes: DirectoryChanges): Directories {
  const missing = (path: string, { name }: DatasetRow) =>
    new ApiError('not_found', message('dataset.directory_missing', { path, dataset: name }))

  async function rowAt(dataset: DatasetRow, path: string): Promise<DirectoryRow> {
    const row = await db
      .selectFrom('directories')
      .selectAll()
      .where('dataset_id', '=', dataset.id)
      .where('full_path', '=', directoryPath(path))
      .executeTakeFirst()
    if (!row) throw missing(path, dataset)
    return row
  }

  const countedAt = async (dataset: DatasetRow, path: string) =>
    (await countedDirectories(db, dataset)).find((d) => d.full_path === path) as Directory

  return {
    ensure: changes.ensure,
    async list(caller, nameOrId, parent) {
      const dataset = await datasets.rowOf(caller, nameOrId)
      const all = await countedDirectories(db, dataset)
      if (parent === undefined) return all
      const path = directoryPath(parent, '/parent_path')
      if (path === ROOT) return all.filter((d) => d.parent_directory_id === null)
      const { id } = await rowAt(dataset, path)
      return all.filter((d) => d.parent_directory_id === id)
    },
    async tree(caller, nameOrId) {
      const all = await countedDirectories(db, await datasets.rowOf(caller, nameOrId))
      return nested(
        all,
        ({ parent_directory_id }) => parent_directory_id,
        ({ id, name, full_path, image_count, nested_image_count }): DirectoryTreeNode => {
          return { id, name, full_path, image_count, nested_image_count, children: [] }
        },
      )
    },
    async stats(caller, nameOrId, path, withSubdirectories) {
      const row = await rowAt(await datasets.rowOf(caller, nameOrId), path)
      const figures = await directoryFigures(db, row, withSubdirectories)
      return {
        total_directories: figures.directories,
        total_images: figures.images,
        total_size_bytes: figures.bytes,
        directories_by_status: figures.byStatus,
      }
    },
    async create(caller, nameOrId, path) {
      const dataset = await datasets.rowOf(caller, nameOrId)
      const full = newDirectoryPath(path, '/directory_path')
      await changes.create(caller, dataset, full)
      return countedAt(dataset, full)
    },
    async rename(caller, nameOrId, path, newName) {
      const dataset = await datasets.rowOf(caller, nameOrId)
      const key = { full_path: directoryPath(path) }
      const renamed = await changes.rename(dataset, key, newName, () => missing(path, dataset))
      return countedAt(dataset, renamed)
    },
    async delete(caller, nameOrId, path, cascade) {
      const dataset = await datasets.rowOf(caller, nameOrId)
      const key = { full_path: directoryPath(path) }
      await changes.delete(dataset, key, cascade, () => missing(path, dataset))
    },
  }
}

/** The path of a directory that a call creates. `field`: JSON pointer. @throws ApiError invalid_field */
export function newDirectoryPath(path: string, field: string): string {
  const full = directoryPath(path, field)
  if (full !== ROOT) return full
  const problem = message('invalid.root')
  throw new ApiError('invalid_field', message('invalid.new_directory', { problem }), [{ field, ...saidOf(problem) }])
}
