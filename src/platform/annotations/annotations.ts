/** Annotations of images: reads them, and replaces those of an image as a whole. */

import type { BulkSaveResult, NewAnnotation, SaveResult } from '../../shared/api/annotations.ts'
import { ApiError } from '../../shared/api/errors.ts'
import type { Annotation } from '../../shared/domain/annotation.ts'
import { message } from '../../shared/messages/message.ts'
import { typesOf } from '../datasets/dataset-repository.ts'
import type { Datasets } from '../datasets/datasets.ts'
import { annotationOf } from '../datasets/stored-annotation.ts'
import type { Database } from '../db/database.ts'
import type { DatasetRow, ImageRow } from '../db/rows/dataset-rows.ts'
import type { Caller } from '../identity/caller.ts'
import type { Images } from '../images/images.ts'
import { diskFull, isDiskFull } from '../machine/disk-full.ts'
import { pausing } from '../machine/pauses.ts'
import { annotationRows } from './annotation-check.ts'
import { replaceAnnotations } from './replace-annotations.ts'

export interface Annotations {
  /** Finds the image by file name with its directory, or by id. @throws ApiError not_found, here and below */
  get(
    caller: Caller,
    dataset: string,
    filenamePath: string,
  ): Promise<{
    success: boolean
    image_id: string
    filename: string
    annotations: Annotation[]
    annotation_count: number
  }>
  /** @throws ApiError invalid_field */
  save(
    caller: Caller,
    dataset: string,
    filenamePath: string,
    annotations: readonly NewAnnotation[],
  ): Promise<SaveResult>
  delete(caller: Caller, dataset: string, filenamePath: string): Promise<{ image_id: string; deleted_count: number }>
  bulk(caller: Caller, saves: readonly { image_id: string; annotations: NewAnnotation[] }[]): Promise<BulkSaveResult>
  /** Replaces all annotations of a known image. @throws ApiError invalid_field */
  replace(dataset: DatasetRow, image: ImageRow, annotations: readonly NewAnnotation[]): Promise<SaveResult>
}

export function createAnnotations(db: Database, datasets: Datasets, images: Images): Annotations {
  const replace: Annotations['replace'] = async (dataset, image, annotations) => {
    const rows = await annotationRows(annotations, image, typesOf(dataset))
    return db.transaction().execute((tx) => replaceAnnotations(tx, image.id, rows))
  }

  async function place(caller: Caller, nameOrId: string, filenamePath: string) {
    const dataset = await datasets.rowOf(caller, nameOrId)
    return { dataset, image: await images.find(caller, dataset.id, filenamePath) }
  }

  async function checked(caller: Caller, id: string, annotations: readonly NewAnnotation[]) {
    const image = await images.byId(caller, id)
    if (!image) throw new ApiError('not_found', message('image.missing', { id }))
    const dataset = await datasets.rowOf(caller, image.dataset_id)
    return { id: image.id, rows: await annotationRows(annotations, image, typesOf(dataset)) }
  }

  return {
    replace,
    async get(caller, nameOrId, filenamePath) {
      const { image } = await place(caller, nameOrId, filenamePath)
      const rows = await db
        .selectFrom('annotations as a')
        .innerJoin('labels as l', 'l.id', 'a.label_id')
        .select(['a.id', 'a.position', 'l.name', 'l.type', 'a.confidence', 'a.geometry'])
        .where('a.image_id', '=', image.id)
        .where('l.removed_at', 'is', null)
        .orderBy('a.position')
        .execute()
      const { id: image_id, filename } = image
      const pause = pausing()
      const annotations: Annotation[] = []
      for (const row of rows) {
        if (pause.isDue) await pause.take()
        annotations.push(annotationOf(row))
      }
      return { success: true, image_id, filename, annotations, annotation_count: rows.length }
    },
    async save(caller, nameOrId, filenamePath, annotations) {
      const { dataset, image } = await place(caller, nameOrId, filenamePath)
      return replace(dataset, image, annotations)
    },
    async delete(caller, nameOrId, filenamePath) {
      const { dataset, image } = await place(caller, nameOrId, filenamePath)
      const { image_id, previous_count } = await replace(dataset, image, [])
      return { image_id, deleted_count: previous_count }
    },
    async bulk(caller, saves) {
      const failed: BulkSaveResult['failed'] = []
      const saved: SaveResult[] = []
      for (const { image_id, annotations } of saves) {
        try {
          const { id, rows } = await checked(caller, image_id, annotations)
          // Each image in a transaction of its own, so that other callers' writes get their turn in between.
          saved.push(await db.transaction().execute((tx) => replaceAnnotations(tx, id, rows)))
        } catch (error) {
          // A disk that fills up fails the whole call only as long as nothing is saved.
          const reason = saved.length > 0 && isDiskFull(error) ? diskFull() : error
          if (!(reason instanceof ApiError)) throw error
          failed.push({ image_id, error: reason.message, ...(reason.text && { text: reason.text }) })
        }
      }
      return { saved, failed }
    },
  }
}
