import type { GroupHandlers } from '../http/handler.ts'
import type { Directories } from './directories.ts'

export const directoryHandlers = (directories: Directories): GroupHandlers<'directories'> => ({
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
