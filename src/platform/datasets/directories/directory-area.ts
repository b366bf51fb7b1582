/** Virtual directories of data sets, addressed by path, or by id as folders. */
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { GroupHandlers, Handlers } from '../../http/handler.ts'
import type { DatasetArea } from '../dataset-area.ts'
import { createDirectories, type Directories } from './directories.ts'
import { createDirectoryChanges } from './directory-changes.ts'
import { createFolders, type Folders } from './folders.ts'

export interface DirectoryAreaNeeds {
  datasets: DatasetArea
}

const directoryHandlers = (directories: Directories): GroupHandlers<'directories'> => ({
  list: ({ caller, params, query }) => directories.list(caller, params.dataset, query.parent_path),
  tree: ({ caller, params }) => directories.tree(caller, params.dataset),
  stats: ({ caller, params, query }) =>
    directories.stats(caller, params.dataset, params.directory_path, query.include_subdirectories),
  create: ({ caller, body }) => directories.create(caller, body.dataset, body.directory_path),
  rename: ({ caller, params, body }) =>
    directories.rename(caller, params.dataset, params.directory_path, body.new_name),
  delete: ({ caller, params, query }) =>
    directories.delete(caller, params.dataset, params.directory_path, query.cascade),
})

const folderHandlers = (folders: Folders): GroupHandlers<'folders'> => ({
  list: ({ caller, params, query }) => folders.list(caller, params.project_id, query.parent_path),
  tree: ({ caller, params }) => folders.tree(caller, params.project_id),
  stats: ({ caller, params, query }) => folders.stats(caller, params.folder_id, query.include_subfolders),
  create: ({ caller, body }) => folders.create(caller, body.dataset_id, body.folder_path),
  rename: ({ caller, params, body }) => folders.rename(caller, params.folder_id, body.new_name),
  delete: ({ caller, params, query }) => folders.delete(caller, params.folder_id, query.cascade),
})

export interface DirectoryArea extends Area {
  directories: Directories
  handlers: Pick<Handlers, 'directories' | 'folders'>
}

export function createDirectoryArea({ db, now }: PlatformServices, needs: DirectoryAreaNeeds): DirectoryArea {
  const { datasets } = needs.datasets
  const changes = createDirectoryChanges(db, now)
  const directories = createDirectories(db, datasets, changes)
  const folders = createFolders(db, datasets, changes)
  return {
    directories,
    handlers: { directories: directoryHandlers(directories), folders: folderHandlers(folders) },
  }
}
