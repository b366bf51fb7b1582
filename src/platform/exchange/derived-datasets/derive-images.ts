/** Makes the pictures of one image, and adds them with their annotations to the new data set. */

import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { mapped } from '../../../shared/domain/affine.ts'
import { type Annotation, type BoundingBox, boundsOf } from '../../../shared/domain/annotation.ts'
import { batchesOf } from '../../../shared/domain/batches.ts'
import { cutText } from '../../../shared/domain/cut-text.ts'
import type { Engine } from '../../../shared/engine-contract/job.ts'
import { message, type Said, saidOf } from '../../../shared/messages/message.ts'
import { addAnnotations, MOST_OF_AN_IMAGE } from '../../datasets/annotations/add-annotations.ts'
import { checkedAnnotation } from '../../datasets/annotations/annotation-check.ts'
import type { Cause } from '../../datasets/annotations/write-changes.ts'
import { typesOf } from '../../datasets/datasets.ts'
import type { Images } from '../../datasets/images/images.ts'
import { annotationOf, type LabelledRow } from '../../datasets/stored-annotation.ts'
import { type Database, newId } from '../../db/database.ts'
import type { DatasetRow, ImageRow } from '../../db/schema/datasets.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { pausing } from '../../machine/pauses.ts'
import type { Hold, Tx } from '../../work/jobs/job.ts'
import { type DeriveSettings, MOST_TILES, type PlannedPicture, planPictures } from './plan-pictures.ts'
import { carried, corners } from './transform-annotation.ts'

export type SourceImage = ImageRow

export interface DeriveTarget {
  caller: Caller
  dataset: DatasetRow
  settings: DeriveSettings
  /** For the pictures of one image at a time. */
  folder: string
  signal: AbortSignal
  hold: Hold
}

export interface DeriveImagesOptions {
  db: Database
  engine: Engine
  images: Pick<Images, 'addAt'>
  localFile(sha256: string): Promise<string>
  now: () => Date
}

/** Pictures of one request: those of more would have to lie on the disk twice for long. */
const AT_ONCE = 16
const LONGEST_STEM = 200

/**
 * Adds the pictures that are made of an image to the data set, except those that an interrupted execution has added.
 * Returns the reason when the image cannot be read. @throws Error with the code ENOSPC on a full disk
 */
export async function deriveImage(
  { db, engine, images, localFile, now }: DeriveImagesOptions,
  { caller, dataset, settings, folder, signal, hold }: DeriveTarget,
  source: SourceImage,
  labels: readonly LabelledRow[],
): Promise<Said | null> {
  const { width, height, directory_path: directory, split, status } = source
  const group = source.group_key ?? `bytes ${source.sha256}`
  const cause: Cause = { kind: 'import', userId: caller.userId, at: now().toISOString() }
  const isPng = source.content_type !== 'image/jpeg'
  const encoding = isPng ? 'png' : 'jpeg'

  const placed = await placedOf(labels)

  async function add(picture: PlannedPicture | null, filename: string, path: string): Promise<void> {
    const size = picture?.size ?? { width, height }
    const rows = await rowsOf(placed, picture, settings.min_visible, dataset)
    const also = async (tx: Tx, imageId: string) => {
      await hold(tx)
      await addAnnotations(tx, imageId, rows, cause)
    }
    const contentType = picture ? (isPng ? 'image/png' : 'image/jpeg') : source.content_type
    const known = { path, filename, directory, ...size, contentType, group, split, status }
    await images.addAt(caller, dataset, known, { also, storedAs: picture ? null : source.sha256 })
  }

  const isThere = async (filename: string) => {
    const place = db.selectFrom('images').select('id').where('dataset_id', '=', dataset.id)
    const found = place.where('directory_path', '=', directory).where('filename', '=', filename)
    return (await found.executeTakeFirst()) !== undefined
  }

  if (settings.augment?.include_originals && !(await isThere(source.filename))) {
    await add(null, source.filename, await localFile(source.sha256))
  }
  const planned = planPictures(settings, source)
  if (planned.length > MOST_TILES) return saidOf(message('derive.many_tiles', { n: planned.length, most: MOST_TILES }))
  const left: { picture: PlannedPicture; filename: string; path: string }[] = []
  for (const picture of planned) {
    const filename = filenameOf(source, picture.mark, isPng ? 'png' : 'jpg')
    if (!(await isThere(filename))) left.push({ picture, filename, path: join(folder, picture.mark) })
  }
  for (const some of batchesOf(left, AT_ONCE)) {
    signal.throwIfAborted()
    try {
      const outputs = some.map(({ picture: { map, size, change }, path }) => ({ path, map, change, ...size }))
      const request = {
        path: await localFile(source.sha256),
        name: source.filename,
        width,
        height,
        encoding,
        outputs,
      } as const
      let made = await engine.changeImage(request)
      // A process can also end for another reason than this image, such as a lack of memory.
      if (!made.ok && made.error.code === 'engine_died' && !signal.aborted) made = await engine.changeImage(request)
      signal.throwIfAborted()
      if (!made.ok) {
        if (made.error.code === 'disk_full') throw Object.assign(new Error(made.error.message), { code: 'ENOSPC' })
        return saidOf(made.error)
      }
      for (const { picture, filename, path } of some) await add(picture, filename, path)
    } finally {
      for (const { path } of some) await rm(path, { force: true })
    }
  }
  return null
}

/** Names a picture, differently for two images with one stem, such as a.jpg and a.png. */
function filenameOf({ id, filename }: SourceImage, mark: string, extension: string): string {
  const stem = cutText(filename.replace(/\.[^.]*$/, ''), LONGEST_STEM)
  const ofImage = createHash('sha256').update(id).digest('hex').slice(0, 8)
  return `${stem}-${ofImage}-${mark}.${extension}`
}

/** An annotation with its place, so that those outside a picture are passed over. */
interface Placed {
  label: LabelledRow
  annotation: Annotation
  bounds: BoundingBox
}

async function placedOf(labels: readonly LabelledRow[]): Promise<Placed[]> {
  const placed: Placed[] = []
  const pause = pausing()
  for (const label of labels) {
    if (pause.isDue) await pause.take()
    const annotation = annotationOf(label)
    const { bounding_box, keypoint } = annotation
    const bounds = bounding_box ?? (keypoint && { ...keypoint, w: 0, h: 0 })
    if (bounds) placed.push({ label, annotation, bounds })
  }
  return placed
}

async function rowsOf(
  placed: readonly Placed[],
  picture: PlannedPicture | null,
  minVisible: number,
  dataset: DatasetRow,
): Promise<LabelledRow[]> {
  if (!picture) return placed.map(({ label }) => ({ ...label, id: newId() }))
  const { map, size, change } = picture
  const frame = { map, size, cutouts: change?.cutouts ?? [], minVisible }
  const allowed = typesOf(dataset)
  const rows: LabelledRow[] = []
  const pause = pausing()
  for (const { annotation, bounds } of placed) {
    if (pause.isDue) await pause.take()
    if (isOutside(bounds, picture)) continue
    const { bounding_box, polygon, polyline, keypoint, ...rest } = annotation
    for (const { isHidden, ...geometry } of carried(annotation, frame)) {
      const made = { ...rest, ...geometry, ...(isHidden && { occluded: true }), id: newId() }
      const row = checkedAnnotation(made, made.id, rows.length, size, allowed)
      if (!('reason' in row)) rows.push(row)
    }
  }
  return rows.slice(0, MOST_OF_AN_IMAGE)
}

function isOutside(bounds: BoundingBox, { map, size }: PlannedPicture): boolean {
  const { x, y, w, h } = boundsOf(corners(bounds).map((corner) => mapped(map, corner)))
  return x > size.width || y > size.height || x + w < 0 || y + h < 0
}
