/** Annotations of images: saved by callers, and imported from completed runs. */
import type { Area, PlatformServices } from '../area/area.ts'
import type { DatasetArea } from '../datasets/dataset-area.ts'
import type { Handlers } from '../http/handler.ts'
import type { ImageArea } from '../images/image-area.ts'
import type { RunRecords } from '../runs/run-records.ts'
import { annotationHandlers, imageAnnotationHandlers } from './annotation-handlers.ts'
import { createAnnotations } from './annotations.ts'
import { createClassChanges } from './class-changes.ts'
import { createEdits } from './edits.ts'
import { createLabelRemoval } from './label-removal.ts'
import { createRevisions } from './revisions.ts'
import { createRunIntake, type RunIntake } from './run-intake.ts'

export interface AnnotationAreaNeeds {
  datasets: DatasetArea
  images: ImageArea
  records: RunRecords
}

export interface AnnotationArea extends Area {
  intake: RunIntake
  handlers: Pick<Handlers, 'annotations' | 'imageAnnotations'>
}

export function createAnnotationArea(services: PlatformServices, needs: AnnotationAreaNeeds): AnnotationArea {
  const { db, now, log } = services
  const { images } = needs.images
  const { datasets, repository: datasetRepository } = needs.datasets
  const annotations = createAnnotations({ db, datasets, images, now })
  const { repository: runs, files } = needs.records
  const intake = createRunIntake({ ...services, runs, files, datasetRepository, datasets, images, annotations })
  const removal = createLabelRemoval(db, log, now)
  return {
    intake,
    handlers: {
      annotations: annotationHandlers(annotations, createClassChanges({ db, datasets, removal, now })),
      imageAnnotations: imageAnnotationHandlers(
        annotations,
        createEdits({ db, datasets, images, now }),
        createRevisions({ db, images, now }),
      ),
    },
    async start() {
      await intake.resume()
      await removal.resume()
    },
    close: removal.close,
  }
}
