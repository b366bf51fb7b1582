/** Changes any number of images with calls for a limited number of them. */
import type { BatchResult } from '../../../../shared/api/image-batches.ts'

/** Images of one call: small enough that the progress moves and that a stop is quick. */
export const PER_CALL = 1_000

export interface Batches {
  processed: number
  renamed: number
  failed: BatchResult['failed']
  /** Ids that were not changed because the user stopped. */
  left: number
}

/**
 * @param onProgress gets the number of images that are done
 * @throws what a call throws; the images of earlier calls stay changed
 */
export async function runBatches(
  ids: readonly string[],
  call: (ids: string[]) => Promise<Pick<BatchResult, 'processed' | 'renamed' | 'failed'>>,
  { onProgress, signal }: { onProgress: (done: number) => void; signal?: AbortSignal },
): Promise<Batches> {
  const all: Batches = { processed: 0, renamed: 0, failed: [], left: 0 }
  for (let at = 0; at < ids.length; at += PER_CALL) {
    if (signal?.aborted) return { ...all, left: ids.length - at }
    const part = ids.slice(at, at + PER_CALL)
    const { processed, renamed, failed } = await call(part)
    all.processed += processed
    all.renamed += renamed
    all.failed = [...all.failed, ...failed]
    onProgress(at + part.length)
  }
  return all
}

/** Ids by a value that each of them had, such as its status: the calls that undo a change. */
export function groupedBy<V>(values: ReadonlyMap<string, V>): Map<V, string[]> {
  const groups = new Map<V, string[]>()
  for (const [id, value] of values) {
    const group = groups.get(value)
    if (group) group.push(id)
    else groups.set(value, [id])
  }
  return groups
}
