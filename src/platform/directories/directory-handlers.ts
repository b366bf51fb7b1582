import type { GroupHandlers } from '../http/handler.ts'
import type { Directories } from './directories.ts'

export const directoryHandlers = (directories: Directories): GroupHandlers<'directories'> => ({
  list: ({ caller, params, query }) => directories.list(caller.organizationId, params.dataset, query.parent_path),
  tree: ({ caller, params }) => directories.tree(caller.organizationId, params.dataset),
  stats: ({ caller, params, query }) =>
    directories.stats(caller.organizationId, params.dataset, params.directory_path, query.include_subdirectories),
  create: ({ caller, body }) => directories.create(caller.organizationId, body.dataset, body.directory_path),
  rename: ({ caller, params, body }) =>
    directories.rename(caller.organizationId, params.dataset, params.directory_path, body.new_name),
  delete: ({ caller, params, query }) =>
    directories.delete(caller.organizationId, params.dataset, params.directory_path, query.cascade),
})
