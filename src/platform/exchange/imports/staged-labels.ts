/** Reads the staged labels of a group of images in the order of their positions, in few statements. */
import type { ImportLabelsRow } from '../../db/schema/imports.ts'
import type { ImportRepository } from './import-repository.ts'

/** Parts of one statement, each with some thousand annotations at most. */
const PARTS_AT_ONCE = 50

/** Returns the parts of the image at a position up to `last`. Positions must rise from call to call. */
export type StagedLabels = (position: number) => Promise<ImportLabelsRow[]>

export function stagedLabels(
  repository: Pick<ImportRepository, 'labels'>,
  importId: string,
  last: number,
): StagedLabels {
  let held: ImportLabelsRow[] = []
  /** The part that was read last. */
  let after: { position: number; part: number } | null = null
  let isComplete = false

  return async (position) => {
    after ??= { position: position - 1, part: Number.MAX_SAFE_INTEGER }
    for (;;) {
      held = held.filter((part) => part.position >= position)
      if (isComplete || held.some((part) => part.position > position)) break
      const next = await repository.labels(importId, after, last, PARTS_AT_ONCE)
      isComplete = next.length < PARTS_AT_ONCE
      after = next.at(-1) ?? after
      held.push(...next)
    }
    return held.filter((part) => part.position === position)
  }
}
