/** Virtual directories of data sets, addressed by path, or by id as folders. */
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import type { DatasetArea } from '../dataset-area.ts'
import { createDirectories, type Directories } from './directories.ts'
import { createDirectoryChanges } from './directory-changes.ts'
import { directoryHandlers, folderHandlers } from './directory-handlers.ts'
import { createFolders } from './folders.ts'

export interface DirectoryAreaNeeds {
  datasets: DatasetArea
}

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
