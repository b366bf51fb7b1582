/** Moves, copies, deletes and changes many images of a data set in one call. */

import type { BodyOf } from '../../../shared/api/endpoint.ts'
import { roleAtLeast } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { BatchResult, DuplicateHandling, imageBatches } from '../../../shared/api/image-batches.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Database } from '../../db/database.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Datasets } from '../datasets.ts'
import type { Arrivals } from '../derivations/arrivals.ts'
import type { Directories } from '../directories/directories.ts'
import { directoryPath } from '../directories/directory-path.ts'
import { takenFilenames } from '../directories/taken-filenames.ts'
import type { Reclaim } from '../storage/reclaim.ts'
import { noteStatuses } from '../task-work/image-states.ts'
import { inSteps, type Step, type StepResult } from './batch-steps.ts'
import { copyImages, replacedImages } from './copy-images.ts'
import { deleteImages } from './delete-images.ts'
import { tallyLabels } from './image-labels.ts'

/** Fields of images that a batch sets to one value. */
export type ImageChange = Partial<Pick<ImageRow, 'status' | 'display_name' | 'is_archived' | 'split'>>

export interface ImageBatches {
  /** @throws ApiError not_found for the data set, or when none of the ids is one of an image, here and below; invalid_field */
  move(caller: Caller, request: BodyOf<typeof imageBatches.move>): Promise<BatchResult>
  /** @throws ApiError invalid_field */
  copy(caller: Caller, request: BodyOf<typeof imageBatches.copy>): Promise<BatchResult>
  /** @throws ApiError role_too_low */
  delete(caller: Caller, request: BodyOf<typeof imageBatches.delete>): Promise<BatchResult>
  /** @throws ApiError empty_update */
  update(caller: Caller, request: BodyOf<typeof imageBatches.update>): Promise<BatchResult>
  /** Sets the same fields of all these images. */
  set(caller: Caller, dataset: string, imageIds: readonly string[], change: ImageChange): Promise<BatchResult>
}

export interface ImageBatchesOptions {
  db: Database
  datasets: Datasets
  directories: Directories
  arrivals: Arrivals
  free: Reclaim['free']
  now: () => Date
}

export function createImageBatches({ db, datasets, directories, ...options }: ImageBatchesOptions): ImageBatches {
  const at = () => options.now().toISOString()

  /** Removes the files that nobody uses any more, also those of a call that failed halfway. */
  async function freeing(work: (hashes: Set<string>) => Promise<BatchResult>): Promise<BatchResult> {
    const hashes = new Set<string>()
    try {
      return await work(hashes)
    } finally {
      if (hashes.size > 0) await options.free([...hashes])
    }
  }

  const set: ImageBatches['set'] = async (caller, nameOrId, imageIds, change) => {
    const dataset = await datasets.rowOf(caller, nameOrId)
    return inSteps(db, dataset, imageIds, (step) => setFields(step, change, { userId: caller.userId, at: at() }))
  }

  return {
    set,
    async move(caller, { dataset_name, image_ids, target_directory_path }) {
      const dataset = await datasets.rowOf(caller, dataset_name)
      const target = directoryPath(target_directory_path, '/target_directory_path')
      return inSteps(db, dataset, image_ids, async (step) => {
        await directories.ensure(step.tx, caller, dataset, target)
        return moveTo(step, target, at())
      })
    },
    async copy(caller, { dataset_name, image_ids, target_directory_path, duplicate_handling, copy_annotations }) {
      const dataset = await datasets.rowOf(caller, dataset_name)
      const target = directoryPath(target_directory_path, '/target_directory_path')
      const copy = async (step: Step, hashes: Set<string>) => {
        await directories.ensure(step.tx, caller, dataset, target)
        const copied = await copyImages(step, {
          target,
          duplicates: duplicate_handling as DuplicateHandling,
          withAnnotations: copy_annotations,
          createdBy: caller.userId,
          at: at(),
        })
        for (const hash of copied.hashes) hashes.add(hash)
        return copied.result
      }
      const replaced = (tx: Step['tx'], ids: readonly string[]) => replacedImages(tx, dataset.id, ids, target)
      const result = await freeing((hashes) =>
        inSteps(db, dataset, image_ids, (step) => copy(step, hashes), {
          arrived: options.arrivals.note,
          ...(duplicate_handling === 'overwrite' ? { replaced } : {}),
        }),
      )
      options.arrivals.wake()
      return result
    },
    async delete(caller, { dataset_name, image_ids, permanent }) {
      if (!permanent)
        return { ...(await set(caller, dataset_name, image_ids, { is_archived: 1 })), operation: 'archived' }
      if (!roleAtLeast(caller.role, 'admin')) {
        throw new ApiError('role_too_low', message('image.deleting_needs_admin', { role: caller.role }))
      }
      const dataset = await datasets.rowOf(caller, dataset_name)
      const result = await freeing((hashes) =>
        inSteps(db, dataset, image_ids, async ({ tx, images, tally }) => {
          await deleteImages(tx, tally, images)
          for (const { sha256 } of images) hashes.add(sha256)
          return { directories: images.map(({ directory_path }) => directory_path) }
        }),
      )
      return { ...result, operation: 'deleted' }
    },
    async update(caller, { dataset_name, image_ids, updates }) {
      const { is_archived, ...fields } = updates
      const change: ImageChange = {
        ...fields,
        ...(is_archived !== undefined && { is_archived: is_archived ? 1 : 0 }),
      }
      if (Object.keys(change).length === 0) throw new ApiError('empty_update', message('api.empty_update'))
      return set(caller, dataset_name, image_ids, change)
    },
  }
}

async function setFields(
  { tx, images, tally }: Step,
  change: ImageChange,
  { userId, at: updated_at }: { userId: string | null; at: string },
): Promise<StepResult> {
  if (images.length === 0) return { directories: [] }
  const changed = images.map((image) => ({ ...image, ...change }))
  for (const [i, image] of images.entries()) {
    tally.image(image, -1)
    tally.image(changed[i] as ImageRow, 1)
  }
  const moved = images.filter(
    ({ is_archived }) => change.is_archived !== undefined && change.is_archived !== is_archived,
  )
  await tallyLabels(tx, tally, moved, -1)
  await tallyLabels(
    tx,
    tally,
    moved.map((image) => ({ ...image, ...change })),
    1,
  )
  const ids = images.map(({ id }) => id)
  await tx
    .updateTable('images')
    .set({ ...change, updated_at })
    .where('id', 'in', ids)
    .execute()
  const { status } = change
  if (status !== undefined) {
    const other = images.filter((image) => image.status !== status).map(({ id }) => id)
    await noteStatuses(tx, other, { status, userId, at: updated_at })
  }
  return { directories: images.map(({ directory_path }) => directory_path) }
}

/** Images of the target stay as they are. */
async function moveTo({ tx, images, tally, names }: Step, target: string, updated_at: string): Promise<StepResult> {
  const moving = images.filter(({ directory_path }) => directory_path !== target)
  const [first] = moving
  if (!first) return { directories: [] }
  const filenames = moving.map(({ filename }) => filename)
  const free = await names.take(filenames, takenFilenames(tx, first.dataset_id, target))
  const sameName: string[] = []
  let renamed = 0
  for (const [i, image] of moving.entries()) {
    const filename = free[i] as string
    tally.image(image, -1)
    tally.image({ ...image, directory_path: target }, 1)
    if (filename === image.filename) {
      sameName.push(image.id)
      continue
    }
    renamed++
    const change = { directory_path: target, filename, updated_at }
    await tx.updateTable('images').set(change).where('id', '=', image.id).execute()
  }
  if (sameName.length > 0) {
    const change = { directory_path: target, updated_at }
    await tx.updateTable('images').set(change).where('id', 'in', sameName).execute()
  }
  return { renamed, directories: [target, ...moving.map(({ directory_path }) => directory_path)] }
}
