import type { GroupHandlers } from '../../http/handler.ts'
import type { Annotations } from './annotations.ts'
import type { ClassChanges } from './class-changes.ts'
import type { Edits } from './edits.ts'
import type { Revisions } from './revisions.ts'

export const annotationHandlers = (annotations: Annotations, classes: ClassChanges): GroupHandlers<'annotations'> => ({
  get: ({ caller, params }) => annotations.get(caller, params.dataset, params.filename_path),
  save: ({ caller, params, body, ifMatch }) =>
    annotations.save(caller, params.dataset, params.filename_path, body.annotations, ifMatch),
  delete: ({ caller, params, ifMatch }) => annotations.delete(caller, params.dataset, params.filename_path, ifMatch),
  bulk: ({ caller, body }) => annotations.bulk(caller, body.saves),
  addClass: ({ caller, body }) => classes.add(caller, body),
  renameClass: ({ caller, body }) => classes.rename(caller, body),
  mergeClass: ({ caller, body }) => classes.merge(caller, body),
  deleteClass: ({ caller, body }) => classes.delete(caller, body),
})

export const imageAnnotationHandlers = (
  annotations: Annotations,
  edits: Edits,
  revisions: Revisions,
): GroupHandlers<'imageAnnotations'> => ({
  get: ({ caller, params }) => annotations.getById(caller, params.image_id),
  edit: ({ caller, params, body }) => edits.edit(caller, params.image_id, body.operations),
  revisions: ({ caller, params, query }) => revisions.list(caller, params.image_id, query),
  revision: ({ caller, params }) => revisions.get(caller, params.image_id, params.revision),
  restore: ({ caller, params, ifMatch }) => revisions.restore(caller, params.image_id, params.revision, ifMatch),
})
