/**
 * Removes the images of deleted data sets in small steps, so that other callers' writes get their turn in between. The
 * data set itself is hidden before the first step; the next start completes a removal that was interrupted.
 */

import { createRemovals } from '../../db/removals.ts'
import type { Log } from '../../machine/log.ts'
import type { DatasetRepository } from '../datasets.ts'
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
  free: Reclaim['free']
  log: Log
}

/** Images of a step. */
const MAX_STEP = 2000

export function createDatasetRemoval(options: DatasetRemovalOptions): DatasetRemoval {
  const { repository, datasetRepository, free, log } = options
  const removals = createRemovals(log)

  async function remove(datasetId: string): Promise<number> {
    const removed = await removals.run(async (inSteps) => {
      const hashes = new Set<string>()
      const isEmpty = await inSteps(MAX_STEP, async (rows) => {
        const some = await repository.removeSome(datasetId, rows)
        for (const hash of some) hashes.add(hash)
        return some.length === rows
      })
      // Files without references are removed by a later sweep.
      if (!isEmpty) return 0
      await datasetRepository.delete(datasetId)
      return free([...hashes])
    }, `The images of the deleted data set ${datasetId} are removed at the next start.`)
    return removed ?? 0
  }

  return {
    remove,
    async resume() {
      for (const id of await datasetRepository.hidden()) void remove(id)
    },
    close: removals.close,
  }
}
