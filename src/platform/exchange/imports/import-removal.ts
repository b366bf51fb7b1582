/** Removes deleted imports in small steps, so that other callers' writes get their turn in between. */
import { createRemovals } from '../../db/removals.ts'
import type { Log } from '../../machine/log.ts'
import type { ImportRepository } from './import-repository.ts'

export interface ImportRemoval {
  /** Removes what a hidden import has read, then itself. Never rejects. */
  remove(importId: string): Promise<void>
  /** Starts to complete the removals that were interrupted. */
  resume(): Promise<void>
  /** Ends after the step in progress. */
  close(): Promise<void>
}

/** Images of a step. */
const MAX_STEP = 1000

export function createImportRemoval({ repository, log }: { repository: ImportRepository; log: Log }): ImportRemoval {
  const removals = createRemovals(log)
  const remove = async (importId: string): Promise<void> => {
    await removals.run(async (inSteps) => {
      const isEmpty = await inSteps(MAX_STEP, async (rows) => (await repository.removeStaged(importId, rows)) === rows)
      if (isEmpty) await repository.delete(importId)
    }, `The deleted import ${importId} is removed at the next start.`)
  }
  return {
    remove,
    async resume() {
      for (const id of await repository.hidden()) void remove(id)
    },
    close: removals.close,
  }
}
