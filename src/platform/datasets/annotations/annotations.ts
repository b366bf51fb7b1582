/** Annotations of images: reads them, and replaces those of an image as a whole. */

import type { BulkSaveResult, ImageAnnotations, NewAnnotation, SaveResult } from '../../../shared/api/annotations.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { RevisionKind } from '../../../shared/api/image-annotations.ts'
import type { Annotation } from '../../../shared/domain/annotation.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Database, lockingTransaction } from '../../db/database.ts'
import type { DatasetRow, ImageRow } from '../../db/schema/datasets.ts'
import { diskFull, isDiskFull } from '../../machine/disk-full.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { pausing } from '../../machine/pauses.ts'
import { type Datasets, typesOf } from '../datasets.ts'
import type { Images } from '../images/images.ts'
import { annotationOf, type LabelledRow } from '../stored-annotation.ts'
import { annotationRows } from './annotation-check.ts'
import { type ImageSave, saveAnnotations } from './save-annotations.ts'
import type { Cause } from './write-changes.ts'

/** Annotations of one transaction: other callers' writes get their turn after some 20 ms. */
const ROWS_AT_ONCE = 1000
const IMAGES_AT_ONCE = 50

interface BulkSave {
  image_id: string
  annotations: readonly NewAnnotation[]
}

interface Failure {
  image_id: string
  error: ApiError
}

/**
 * Replaces the annotations of many images. Some are saved together, since a transaction for each takes longer.
 * Each image succeeds or fails by itself.
 */
async function bulkSave(
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
      const outcomes = await lockingTransaction(db, (tx) => saveAnnotations(tx, group, cause))
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

export interface Annotations {
  /** Finds the image by file name with its directory, or by id. @throws ApiError not_found, here and below */
  get(caller: Caller, dataset: string, filenamePath: string): Promise<ImageAnnotations>
  getById(caller: Caller, imageId: string): Promise<ImageAnnotations>
  /** `ifRevision`: the revision that the save is based on. @throws ApiError invalid_field, stale_revision */
  save(
    caller: Caller,
    dataset: string,
    filenamePath: string,
    annotations: readonly NewAnnotation[],
    ifRevision?: string,
  ): Promise<SaveResult>
  /** @throws ApiError stale_revision */
  delete(
    caller: Caller,
    dataset: string,
    filenamePath: string,
    ifRevision?: string,
  ): Promise<{ image_id: string; deleted_count: number }>
  bulk(caller: Caller, saves: readonly BulkSave[]): Promise<BulkSaveResult>
  /** Replaces all annotations of a known image by the result of a run. @throws ApiError invalid_field */
  takeRun(caller: Caller, dataset: DatasetRow, image: ImageRow, annotations: readonly NewAnnotation[]): Promise<void>
}

export interface AnnotationsOptions {
  db: Database
  datasets: Datasets
  images: Images
  now: () => Date
}

export function createAnnotations({ db, datasets, images, now }: AnnotationsOptions): Annotations {
  const causeOf = ({ userId }: Caller, kind: RevisionKind): Cause => ({ kind, userId, at: now().toISOString() })

  async function place(caller: Caller, nameOrId: string, filenamePath: string) {
    const dataset = await datasets.rowOf(caller, nameOrId)
    return { dataset, image: await images.find(caller, dataset.id, filenamePath) }
  }

  const replace = (save: ImageSave, cause: Cause): Promise<SaveResult> =>
    lockingTransaction(db, async (tx) => {
      const [outcome] = await saveAnnotations(tx, [save], cause)
      return savedOr(outcome, save.imageId)
    })

  async function shown(image: ImageRow): Promise<ImageAnnotations> {
    const { id, filename } = image
    const { revision, rows } = await currentAnnotations(db, image)
    const annotations = await annotationsOf(rows)
    return { success: true, image_id: id, filename, annotations, annotation_count: annotations.length, revision }
  }

  return {
    get: async (caller, nameOrId, filenamePath) => shown((await place(caller, nameOrId, filenamePath)).image),
    getById: async (caller, imageId) => shown(await images.rowOf(caller, imageId)),
    async save(caller, nameOrId, filenamePath, annotations, ifRevision) {
      const { dataset, image } = await place(caller, nameOrId, filenamePath)
      const rows = await annotationRows(annotations, image, typesOf(dataset))
      return replace({ imageId: image.id, rows, ifRevision }, causeOf(caller, 'save'))
    },
    async delete(caller, nameOrId, filenamePath, ifRevision) {
      const { image } = await place(caller, nameOrId, filenamePath)
      const save = { imageId: image.id, rows: [], ifRevision }
      const { image_id, previous_count } = await replace(save, causeOf(caller, 'delete'))
      return { image_id, deleted_count: previous_count }
    },
    bulk: (caller, saves) => bulkSave({ db, datasets, images }, caller, saves, causeOf(caller, 'save')),
    async takeRun(caller, dataset, image, annotations) {
      const rows = await annotationRows(annotations, image, typesOf(dataset))
      await replace({ imageId: image.id, rows }, causeOf(caller, 'run'))
    },
  }
}

/** @throws ApiError not_found, stale_revision */
export function savedOr(outcome: Awaited<ReturnType<typeof saveAnnotations>>[number] | undefined, id: string) {
  if (outcome === 'stale') throw new ApiError('stale_revision', message('annotations.stale'))
  if (typeof outcome !== 'object') throw new ApiError('not_found', message('image.missing', { id }))
  return outcome
}

export const LABELLED = ['a.id', 'a.position', 'l.name', 'l.type', 'a.confidence', 'a.geometry', 'a.extra'] as const

/** The annotations of an image in their order, without those of deleted classes, and their revision. */
export async function currentAnnotations(
  db: Pick<Database, 'selectFrom'>,
  image: Pick<ImageRow, 'id' | 'revision'>,
): Promise<{ revision: number; rows: LabelledRow[] }> {
  const { id } = image
  for (let { revision } = image; ; ) {
    const rows = await db
      .selectFrom('annotations as a')
      .innerJoin('labels as l', 'l.id', 'a.label_id')
      .select(LABELLED)
      .where('a.image_id', '=', id)
      .where('l.removed_at', 'is', null)
      .orderBy('a.position')
      .execute()
    const after = await db.selectFrom('images').select('revision').where('id', '=', id).executeTakeFirst()
    if (!after) throw new ApiError('not_found', message('image.missing', { id }))
    // A save in between belongs to both or to none of the two.
    if (after.revision === revision) return { revision, rows }
    revision = after.revision
  }
}

/** Parses geometries in pieces, so that others are answered meanwhile. */
export async function annotationsOf(rows: readonly LabelledRow[]): Promise<Annotation[]> {
  const pause = pausing()
  const annotations: Annotation[] = []
  for (const row of rows) {
    if (pause.isDue) await pause.take()
    annotations.push(annotationOf(row))
  }
  return annotations
}
