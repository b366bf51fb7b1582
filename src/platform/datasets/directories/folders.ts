/** Folders: the directories of data sets, addressed by their ids. */
import type { Directory } from '../../../shared/api/directories.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { CreatedFolder, Folder, FolderStats, FolderTreeNode, ListedFolder } from '../../../shared/api/folders.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Database, isUuid } from '../../db/database.ts'
import type { DatasetRow, DirectoryRow } from '../../db/schema/datasets.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Datasets } from '../datasets.ts'
import { newDirectoryPath } from './directories.ts'
import type { DirectoryChanges } from './directory-changes.ts'
import { directoryPath, ROOT } from './directory-path.ts'
import { countedDirectories, directoryFigures, nested } from './directory-rows.ts'

export interface Folders {
  /**
   * `parent`: undefined for all, '' for the children of the root, a path for its children. @throws ApiError not_found, here
   * and below
   */
  list(caller: Caller, datasetId: string, parent: string | undefined): Promise<ListedFolder[]>
  tree(caller: Caller, datasetId: string): Promise<FolderTreeNode[]>
  stats(caller: Caller, id: string, withSubfolders: boolean): Promise<FolderStats>
  /** @throws ApiError invalid_field */
  create(caller: Caller, datasetId: string, path: string): Promise<CreatedFolder>
  /** @throws ApiError name_conflict, invalid_field */
  rename(caller: Caller, id: string, newName: string): Promise<Folder>
  /** @throws ApiError directory_not_empty */
  delete(caller: Caller, id: string, cascade: boolean): Promise<void>
}

export function createFolders(db: Database, datasets: Datasets, changes: DirectoryChanges): Folders {
  const missing = (id: string) => new ApiError('not_found', message('dataset.folder_missing', { id }))

  /** Names are no addresses here. */
  async function datasetOf(caller: Caller, id: string): Promise<DatasetRow> {
    if (!isUuid(id)) throw new ApiError('not_found', message('dataset.missing', { name: id }))
    return datasets.rowOf(caller, id)
  }

  async function rowOf({ organizationId }: Caller, id: string): Promise<DirectoryRow> {
    const query = db
      .selectFrom('directories as d')
      .innerJoin('datasets as s', 's.id', 'd.dataset_id')
      .selectAll('d')
      .where('d.id', '=', id.toLowerCase())
      .where('d.organization_id', '=', organizationId)
      .where('s.deleted_at', 'is', null)
    const row = isUuid(id) ? await query.executeTakeFirst() : undefined
    if (!row) throw missing(id)
    return row
  }

  async function folderAt(datasetId: string, path: string): Promise<Folder> {
    const all = await countedDirectories(db, { id: datasetId })
    return folderOf(all.find(({ full_path }) => full_path === path) as Directory)
  }

  return {
    async list(caller, datasetId, parent) {
      const dataset = await datasetOf(caller, datasetId)
      const all = await countedDirectories(db, dataset)
      if (parent === undefined) return all.map(listedOf)
      const path = directoryPath(parent, '/parent_path')
      const parentId = path === ROOT ? null : all.find(({ full_path }) => full_path === path)?.id
      if (parentId === undefined) {
        throw new ApiError('not_found', message('dataset.directory_missing', { path, dataset: dataset.name }))
      }
      return all.filter(({ parent_directory_id }) => parent_directory_id === parentId).map(listedOf)
    },
    async tree(caller, datasetId) {
      const all = await countedDirectories(db, await datasetOf(caller, datasetId))
      return nested(
        all,
        ({ parent_directory_id }) => parent_directory_id,
        (directory): FolderTreeNode => ({ ...listedOf(directory), children: [] }),
      )
    },
    async stats(caller, id, withSubfolders) {
      const { images, directories, bytes } = await directoryFigures(db, await rowOf(caller, id), withSubfolders)
      return { total_images: images, total_folders: directories, total_size_bytes: bytes }
    },
    async create(caller, datasetId, path) {
      const dataset = await datasetOf(caller, datasetId)
      const full = newDirectoryPath(path, '/folder_path')
      await changes.create(caller, dataset, full)
      return { data: await folderAt(dataset.id, full) }
    },
    async rename(caller, id, newName) {
      const row = await rowOf(caller, id)
      const renamed = await changes.rename({ id: row.dataset_id }, { id: row.id }, newName, () => missing(id))
      return folderAt(row.dataset_id, renamed)
    },
    async delete(caller, id, cascade) {
      const row = await rowOf(caller, id)
      await changes.delete({ id: row.dataset_id }, { id: row.id }, cascade, () => missing(id))
    },
  }
}

const folderOf = ({
  id,
  dataset_id,
  name,
  full_path,
  parent_directory_id,
  image_count,
  created_at,
}: Directory): Folder => ({
  id,
  dataset_id,
  name,
  folder_path: full_path,
  parent_folder_id: parent_directory_id,
  image_count,
  created_at,
})

const listedOf = (directory: Directory): ListedFolder => ({ ...folderOf(directory), full_path: directory.full_path })
