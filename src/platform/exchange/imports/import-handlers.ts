import { type Uploads, uploadTarget } from '../../datasets/uploads/uploads.ts'
import type { GroupHandlers } from '../../http/handler.ts'
import type { Imports } from './imports.ts'

export const importHandlers = (imports: Imports, uploads: Uploads): GroupHandlers<'imports'> => ({
  uploadUrl: uploadTarget(uploads),
  create: ({ caller, body }) => imports.create(caller, body),
  list: ({ caller, query }) => imports.list(caller, query),
  get: ({ caller, params }) => imports.get(caller, params.import_id),
  confirm: ({ caller, params, body }) => imports.confirm(caller, params.import_id, body),
  cancel: ({ caller, params }) => imports.cancel(caller, params.import_id),
  undo: ({ caller, params }) => imports.undo(caller, params.import_id),
  delete: ({ caller, params }) => imports.delete(caller, params.import_id),
})
