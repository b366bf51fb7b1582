/** Reads what is known of many images, in calls for a limited number of them. */
import { type ImageSummary, MAX_SUMMARIES } from '../../../../shared/api/image-lists.ts'
import type { Host } from '../../../base/host/host-context.ts'

/** Calls at a time: the next ones are on their way while one is answered. */
const AT_ONCE = 3

interface Reading {
  /** Gets the number of images that are read. */
  onProgress?: (done: number) => void
  /** Ends the reading between two calls; what was read is returned. */
  signal?: AbortSignal
}

/** By id; images that are gone are left out. Rejects when a call fails. */
export async function readSummaries(
  host: Host,
  dataset: string,
  ids: readonly string[],
  { onProgress, signal }: Reading = {},
): Promise<Map<string, ImageSummary>> {
  const found = new Map<string, ImageSummary>()
  let [next, done] = [0, 0]
  const readOn = async () => {
    while (next < ids.length && !signal?.aborted) {
      const image_ids = ids.slice(next, next + MAX_SUMMARIES)
      next += image_ids.length
      const { data } = await host.api('imageLists.summaries', { body: { dataset, image_ids, boxes: false } })
      for (const image of data) found.set(image.id, image)
      done += image_ids.length
      onProgress?.(done)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, readOn))
  return found
}
