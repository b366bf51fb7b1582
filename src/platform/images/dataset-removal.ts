/**
 * Removes the images of deleted data sets in small steps, so that other callers' writes get their turn in between. The
 * data set itself is hidden before the first step; the next start completes a removal that was interrupted.
 */
import type { DatasetRepository } from '../datasets/dataset-repository.ts'
import type { OneAtATime } from '../db/one-at-a-time.ts'
import { inShortSteps } from '../db/short-steps.ts'
import type { Log } from '../machine/log.ts'
import type { Reclaim } from '../storage/reclaim.ts'
import type { ImageRepository } from './image-repository.ts'

export interface DatasetRemoval {
  /** Removes the images of a hidden data set, then itself; returns the number of removed files. Never rejects. */
  remove(datasetId: string): Promise<number>
  /** Starts to complete the removals that were interrupted. */
  resume(): Promise<void>
  /** Ends after the step in progress. */
  close(): Promise<void>
}

export interface DatasetRemovalOptions {
  repository: ImageRepository
  datasetRepository: DatasetRepository
  alone: OneAtATime
  free: Reclaim['free']
  log: Log
}

/** Images of a step. */
const MAX_STEP = 2000

export function createDatasetRemoval(options: DatasetRemovalOptions): DatasetRemoval {
  const { repository, datasetRepository, alone, free, log } = options
  const running = new Set<Promise<number>>()
  let isClosing = false

  async function removeAll(datasetId: string): Promise<number> {
    const hashes = new Set<string>()
    let isEmpty = false
    await inShortSteps(MAX_STEP, async (rows) => {
      const removed = await repository.removeSome(datasetId, rows)
      for (const hash of removed) hashes.add(hash)
      isEmpty = removed.length < rows
      return !isEmpty && !isClosing
    })
    // Files without references are removed by a later sweep.
    if (!isEmpty) return 0
    await datasetRepository.delete(datasetId)
    return alone(() => free([...hashes]))
  }

  function remove(datasetId: string): Promise<number> {
    const removal = removeAll(datasetId)
      .catch((error) => {
        log('error', `The images of the deleted data set ${datasetId} are removed at the next start.`, error)
        return 0
      })
      .finally(() => running.delete(removal))
    running.add(removal)
    return removal
  }

  return {
    remove,
    async resume() {
      for (const id of await datasetRepository.hidden()) void remove(id)
    },
    async close() {
      isClosing = true
      await Promise.all(running)
    },
  }
}
