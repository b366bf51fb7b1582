import type { GroupHandlers } from '../../http/handler.ts'
import type { Connections } from './connections.ts'
import type { Imports } from './imports.ts'

export const connectionHandlers = (
  connections: Connections,
  imports: Imports,
): GroupHandlers<'storageConnections'> => ({
  create: ({ caller, body }) => connections.create(caller, body),
  list: ({ caller, query }) => connections.list(caller, query),
  get: ({ caller, params }) => connections.get(caller, params.connection_id),
  delete: ({ caller, params }) => connections.delete(caller, params.connection_id),
  validate: ({ caller, params }) => connections.validate(caller, params.connection_id),
  browse: ({ caller, params, query }) => connections.browse(caller, params.connection_id, query),
  import: ({ caller, params, body }) => imports.start(caller, params.connection_id, body),
  importJob: ({ caller, params }) => imports.get(caller, params.import_id),
  cancelImport: ({ caller, params }) => imports.cancel(caller, params.import_id),
})
