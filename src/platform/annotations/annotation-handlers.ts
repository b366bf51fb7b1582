import type { GroupHandlers } from '../http/handler.ts'
import type { Annotations } from './annotations.ts'
import type { ClassChanges } from './class-changes.ts'

export const annotationHandlers = (annotations: Annotations, classes: ClassChanges): GroupHandlers<'annotations'> => ({
  get: ({ caller, params }) => annotations.get(caller, params.dataset, params.filename_path),
  save: ({ caller, params, body }) => annotations.save(caller, params.dataset, params.filename_path, body.annotations),
  delete: ({ caller, params }) => annotations.delete(caller, params.dataset, params.filename_path),
  bulk: ({ caller, body }) => annotations.bulk(caller, body.saves),
  renameClass: ({ caller, body }) => classes.rename(caller, body),
  mergeClass: ({ caller, body }) => classes.merge(caller, body),
  deleteClass: ({ caller, body }) => classes.delete(caller, body),
})
