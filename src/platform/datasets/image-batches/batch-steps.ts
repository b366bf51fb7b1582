/**
 * Carries out a change of many images in steps, each a transaction, so that other callers' writes get their turn in between.
 * What a step has changed stays when a later one fails.
 */

import type { Transaction } from 'kysely'
import { ApiError } from '../../../shared/api/errors.ts'
import type { BatchResult } from '../../../shared/api/image-batches.ts'
import { batchesOf } from '../../../shared/domain/batches.ts'
import { type Message, message, type Sayable, saidOf } from '../../../shared/messages/message.ts'
import { type Database, isUniqueViolation, isUuid, lockingTransaction } from '../../db/database.ts'
import { createFreeNames, type FreeNames } from '../../db/naming/free-filename.ts'
import type { DatasetRow, ImageRow } from '../../db/schema/datasets.ts'
import type { Tables } from '../../db/tables.ts'
import { diskFull, isDiskFull } from '../../machine/disk-full.ts'
import { datasetDeleted, lockContents, lockDataset } from '../content-locks.ts'
import { createTally, type Tally } from '../counters.ts'
import { storedCount } from '../stored-annotation.ts'

type Tx = Transaction<Tables>

/** Images of a step, and their annotations unless one image has more. */
const MAX_IMAGES = 200
const MAX_ANNOTATIONS = 4000
/** Ids of one query. */
const IDS_AT_ONCE = 500
/** Others may give an image the same name at the same time. */
const MAX_TRIES = 5

export interface Step {
  tx: Tx
  /** The step's images, in the order of their ids in the call; nobody else changes them before the step ends. */
  images: readonly ImageRow[]
  /** Written after the step. */
  tally: Tally
  names: FreeNames
}

export interface StepResult {
  /** Images that could not be processed. */
  failed?: readonly { id: string; reason: Sayable }[]
  renamed?: number
  /** Images that the step has inserted. */
  added?: readonly ImageRow[]
  /** Directories whose images have changed. */
  directories: Iterable<string>
}

export interface StepOptions {
  /** Receives the images that a step has inserted, in its transaction. */
  arrived?(tx: Tx, images: readonly ImageRow[]): Promise<void>
  /** Returns the ids of further images that a step of these ids may change: they are locked with its own. */
  replaced?(tx: Tx, ids: readonly string[]): Promise<string[]>
}

type Failure = BatchResult['failed'][number]

/** @throws ApiError not_found when none of the ids is one of an image of the data set */
export async function inSteps(
  db: Database,
  dataset: Pick<DatasetRow, 'id' | 'name'>,
  imageIds: readonly string[],
  change: (step: Step) => Promise<StepResult>,
  options: StepOptions = {},
): Promise<BatchResult> {
  const ids = [...new Set(imageIds.map((id) => id.toLowerCase()))]
  const annotations = await annotationCounts(db, dataset.id, ids)
  if (annotations.size === 0) throw new ApiError('not_found', message('image.none_of_these', { dataset: dataset.name }))
  const failed: Failure[] = ids.filter((id) => !annotations.has(id)).map((id) => failure(id, missing(id)))
  const directories = new Set<string>()
  let [processed, renamed] = [0, 0]
  const names = createFreeNames()

  async function once(some: readonly string[]) {
    return lockingTransaction(db, async (tx) => {
      names.restart()
      const images = await lockedImages(tx, dataset.id, some, await options.replaced?.(tx, some))
      if (!(await lockDataset(tx, dataset.id))) throw datasetDeleted()
      const tally = createTally(dataset.id)
      const result = await change({ tx, images, tally, names })
      await tally.write(tx)
      await options.arrived?.(tx, result.added ?? [])
      return { images, result }
    })
  }

  async function step(some: readonly string[]): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        const { images, result } = await once(some)
        names.keep()
        const there = new Set(images.map(({ id }) => id))
        const gone = some.filter((id) => !there.has(id)).map((id) => failure(id, missing(id)))
        const refused = (result.failed ?? []).map(({ id, reason }) => failure(id, reason))
        failed.push(...gone, ...refused)
        processed += images.length - refused.length
        renamed += result.renamed ?? 0
        for (const path of result.directories) directories.add(path)
        return
      } catch (error) {
        if (!isUniqueViolation(error) || attempt === MAX_TRIES) throw error
      }
    }
  }

  const steps = stepsOf(annotations)
  for (const [i, some] of steps.entries()) {
    try {
      await step(some)
    } catch (error) {
      // A disk that fills up fails the whole call only as long as nothing is changed.
      if (i === 0 || !isDiskFull(error)) throw error
      const { message, text } = diskFull()
      for (const id of steps.slice(i).flat()) failed.push({ id, reason: message, ...(text && { text }) })
      break
    }
  }
  const affected_directories = [...directories].sort()
  return { success: processed > 0, processed, failed, affected_directories, renamed, operation: null }
}

const missing = (id: string): Message => message('image.missing', { id })

function failure(id: string, because: Sayable): Failure {
  const { message, text } = saidOf(because)
  return { id, reason: message, ...(text && { text }) }
}

/** Numbers of annotations of those that are images of the data set, in the order of the ids. */
async function annotationCounts(db: Database, datasetId: string, ids: readonly string[]): Promise<Map<string, number>> {
  const known = ids.filter(isUuid)
  const found = new Map<string, number>()
  for (const some of batchesOf(known, IDS_AT_ONCE)) {
    const rows = await db
      .selectFrom('images')
      .select(['id', 'annotation_count', 'outside_count'])
      .where('dataset_id', '=', datasetId)
      .where('id', 'in', some)
      .execute()
    const counts = new Map(rows.map((image) => [image.id, storedCount(image)]))
    for (const id of some) if (counts.has(id)) found.set(id, counts.get(id) as number)
  }
  return found
}

function stepsOf(annotations: ReadonlyMap<string, number>): string[][] {
  const steps: string[][] = []
  let [step, held]: [string[], number] = [[], 0]
  for (const [id, count] of annotations) {
    if (step.length === MAX_IMAGES || (step.length > 0 && held + count > MAX_ANNOTATIONS)) {
      steps.push(step)
      step = []
      held = 0
    }
    step.push(id)
    held += count
  }
  return [...steps, step]
}

/** In the order of the ids, without those that are gone. `others`: locked with them. */
export async function lockedImages(
  tx: Tx,
  datasetId: string,
  ids: readonly string[],
  others: readonly string[] = [],
): Promise<ImageRow[]> {
  const rows = await lockContents(tx, [...new Set([...ids, ...others])])
  const byId = new Map(rows.filter(({ dataset_id }) => dataset_id === datasetId).map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}
