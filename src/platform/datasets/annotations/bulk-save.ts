/** Replaces the annotations of many images. Some are saved together, since a transaction for each takes longer. */
import type { BulkSaveResult, NewAnnotation, SaveResult } from '../../../shared/api/annotations.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Database } from '../../db/database.ts'
import type { DatasetRow } from '../../db/schema/datasets.ts'
import { diskFull, isDiskFull } from '../../machine/disk-full.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { typesOf } from '../dataset-repository.ts'
import type { Datasets } from '../datasets.ts'
import type { Images } from '../images/images.ts'
import { annotationRows } from './annotation-check.ts'
import { type ImageSave, saveAnnotations } from './save-annotations.ts'
import type { Cause } from './write-changes.ts'

/** Annotations of one transaction: other callers' writes get their turn after some 20 ms. */
const ROWS_AT_ONCE = 1000
const IMAGES_AT_ONCE = 50

export interface BulkSave {
  image_id: string
  annotations: readonly NewAnnotation[]
}

interface Failure {
  image_id: string
  error: ApiError
}

/** Each image succeeds or fails by itself. */
export async function bulkSave(
  services: { db: Database; datasets: Datasets; images: Images },
  caller: Caller,
  saves: readonly BulkSave[],
  cause: Cause,
): Promise<BulkSaveResult> {
  const { db, images } = services
  const found = await images.byIds(
    caller,
    saves.map(({ image_id }) => image_id),
  )
  const datasetOf = remembered(services.datasets, caller)
  const saved: SaveResult[] = []
  const failed: Failure[] = []

  async function checked({ image_id, annotations }: BulkSave): Promise<ImageSave | Failure> {
    try {
      const image = found.get(image_id.toLowerCase())
      if (!image) throw missing(image_id)
      const dataset = await datasetOf(image.dataset_id)
      return { imageId: image.id, rows: await annotationRows(annotations, image, typesOf(dataset)) }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { image_id, error }
    }
  }

  async function store(group: readonly ImageSave[]): Promise<void> {
    try {
      const outcomes = await db.transaction().execute((tx) => saveAnnotations(tx, group, cause))
      for (const [i, outcome] of outcomes.entries()) {
        const image_id = (group[i] as ImageSave).imageId
        if (typeof outcome === 'object') saved.push(outcome)
        else failed.push({ image_id, error: missing(image_id) })
      }
    } catch (error) {
      // A disk that fills up fails the whole call only as long as nothing is saved.
      if (saved.length === 0 || !isDiskFull(error)) throw error
      for (const { imageId } of group) failed.push({ image_id: imageId, error: diskFull() })
    }
  }

  let group: ImageSave[] = []
  let rows = 0
  for (const save of saves) {
    const next = await checked(save)
    if ('error' in next) {
      failed.push(next)
      continue
    }
    const isFull = rows + next.rows.length > ROWS_AT_ONCE || group.length === IMAGES_AT_ONCE
    if (isFull || group.some(({ imageId }) => imageId === next.imageId)) {
      if (group.length > 0) await store(group)
      group = []
      rows = 0
    }
    group.push(next)
    rows += next.rows.length
  }
  if (group.length > 0) await store(group)
  return {
    saved,
    failed: failed.map(({ image_id, error }) => ({
      image_id,
      error: error.message,
      ...(error.text && { text: error.text }),
    })),
  }
}

const missing = (id: string) => new ApiError('not_found', message('image.missing', { id }))

/** Reads each data set once. */
function remembered(datasets: Datasets, caller: Caller): (id: string) => Promise<DatasetRow> {
  const known = new Map<string, Promise<DatasetRow>>()
  return (id) => {
    const row = known.get(id) ?? datasets.rowOf(caller, id)
    known.set(id, row)
    return row
  }
}
