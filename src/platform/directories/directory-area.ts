/** Virtual directories of data sets. */
import type { Area, PlatformServices } from '../area/area.ts'
import type { DatasetArea } from '../datasets/dataset-area.ts'
import type { Handlers } from '../http/handler.ts'
import { createDirectories, type Directories } from './directories.ts'
import { directoryHandlers } from './directory-handlers.ts'

export interface DirectoryAreaNeeds {
  datasets: DatasetArea
}

export interface DirectoryArea extends Area {
  directories: Directories
  handlers: Pick<Handlers, 'directories'>
}

export function createDirectoryArea({ db, now }: PlatformServices, needs: DirectoryAreaNeeds): DirectoryArea {
  const directories = createDirectories(db, needs.datasets.datasets, now)
  return { directories, handlers: { directories: directoryHandlers(directories) } }
}
