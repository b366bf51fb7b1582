/** Annotations of images. */
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { GroupHandlers, Handlers } from '../../http/handler.ts'
import type { DatasetArea } from '../dataset-area.ts'
import type { ImageArea } from '../images/image-area.ts'
import { type Annotations, createAnnotations } from './annotations.ts'
import { type ClassChanges, createClassChanges } from './class-changes.ts'
import { createEdits, type Edits } from './edits.ts'
import { createLabelRemoval } from './label-removal.ts'
import { createRevisions, type Revisions } from './revisions.ts'

export interface AnnotationAreaNeeds {
  datasets: DatasetArea
  images: ImageArea
}

const annotationHandlers = (annotations: Annotations, classes: ClassChanges): GroupHandlers<'annotations'> => ({
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

const imageAnnotationHandlers = (
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

export interface AnnotationArea extends Area {
  annotations: Annotations
  handlers: Pick<Handlers, 'annotations' | 'imageAnnotations'>
}

export function createAnnotationArea(services: PlatformServices, needs: AnnotationAreaNeeds): AnnotationArea {
  const { db, now, log } = services
  const { images } = needs.images
  const { datasets } = needs.datasets
  const annotations = createAnnotations({ db, datasets, images, now })
  const removal = createLabelRemoval(db, log, now)
  return {
    annotations,
    handlers: {
      annotations: annotationHandlers(annotations, createClassChanges({ db, datasets, removal, now })),
      imageAnnotations: imageAnnotationHandlers(
        annotations,
        createEdits({ db, datasets, images, now }),
        createRevisions({ db, images, now }),
      ),
    },
    start: removal.resume,
    close: removal.close,
  }
}
