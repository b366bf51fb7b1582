/** The images that an action is for: chosen ones, or all that a query matches. */
import type { Host } from '../../../base/host/host-context.ts'
import type { ImageQuery } from './image-query.ts'
import { listIds } from './list-ids.ts'

/** `count`: the number of images that the query matches. */
export type ImageSet = { ids: readonly string[] } | { query: ImageQuery; count: number }

export const countOf = (images: ImageSet): number => ('ids' in images ? images.ids.length : images.count)

/** Their ids, in the order of the query. */
export async function idsOf(host: Host, dataset: string, images: ImageSet): Promise<readonly string[]> {
  if ('ids' in images) return images.ids
  return (await listIds(host, dataset, images.query)).data
}
