/** Annotations of images. */
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import type { DatasetArea } from '../dataset-area.ts'
import type { ImageArea } from '../images/image-area.ts'
import { annotationHandlers, imageAnnotationHandlers } from './annotation-handlers.ts'
import { type Annotations, createAnnotations } from './annotations.ts'
import { createClassChanges } from './class-changes.ts'
import { createEdits } from './edits.ts'
import { createLabelRemoval } from './label-removal.ts'
import { createRevisions } from './revisions.ts'

export interface AnnotationAreaNeeds {
  datasets: DatasetArea
  images: ImageArea
}

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
