/**
 * Removes the images of deleted exports in small steps, so that other callers' writes get their turn in between. The export
 * is hidden before the first step; the next start completes a removal that was interrupted.
 */

import type { Reclaim } from '../../datasets/storage/reclaim.ts'
import { createRemovals } from '../../db/removals.ts'
import type { Log } from '../../machine/log.ts'
import type { ExportRepository } from './export-repository.ts'

export interface ExportRemoval {
  /** Removes the images of a hidden export, then itself, then the files that nothing else names. Never rejects. */
  remove(exportId: string): Promise<void>
  /** Starts to complete the removals that were interrupted. */
  resume(): Promise<void>
  /** Ends after the step in progress. */
  close(): Promise<void>
}

export interface ExportRemovalOptions {
  repository: ExportRepository
  free: Reclaim['free']
  log: Log
}

/** Images of a step. */
const MAX_STEP = 1000

export function createExportRemoval({ repository, free, log }: ExportRemovalOptions): ExportRemoval {
  const removals = createRemovals(log)

  async function remove(exportId: string): Promise<void> {
    await removals.run(async (inSteps) => {
      const hashes = new Set<string>()
      const isEmpty = await inSteps(MAX_STEP, async (rows) => {
        const some = await repository.removeImages(exportId, rows)
        for (const hash of some) hashes.add(hash)
        return some.length === rows
      })
      // Files without references are removed by a later sweep.
      if (!isEmpty) return
      const archive = await repository.delete(exportId)
      if (archive !== null) hashes.add(archive)
      await free([...hashes])
    }, `The images of the deleted export ${exportId} are removed at the next start.`)
  }

  return {
    remove,
    async resume() {
      for (const id of await repository.hidden()) void remove(id)
    },
    close: removals.close,
  }
}
