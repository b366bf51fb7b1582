/** The groups of the last scan of a data set, with what is known of their images. */
import { useCallback } from 'react'
import type { ImageSummary } from '../../../../shared/api/image-lists.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useResource } from '../../../base/ui/resource.tsx'
import { readSummaries } from '../bulk/read-summaries.ts'

/** Groups of one page; a reply has at most 10,000 images. */
export const GROUPS_AT_ONCE = 20
const MEMBERS = 500

export interface DuplicateGroup {
  group: number
  /** At least two, the oldest first; archived and deleted ones are left out. */
  images: readonly [ImageSummary, ...ImageSummary[]]
  /** Images beyond those that were read. */
  unread: number
}

export interface GroupPage {
  groups: DuplicateGroup[]
  total: number
}

/** @param scan id of the completed scan; null without one */
export function useGroups(datasetId: string, scan: string | null, page: number) {
  const host = useHost()
  const load = useCallback(async (): Promise<GroupPage | null> => {
    if (scan === null) return null
    const query = { limit: GROUPS_AT_ONCE, offset: page * GROUPS_AT_ONCE, members: MEMBERS }
    const { data, total } = await host.api('nearDuplicates.groups', { params: { dataset: datasetId }, query })
    const ids = data.flatMap(({ images }) => images.map(({ id }) => id))
    const known = ids.length > 0 ? await readSummaries(host, datasetId, ids) : new Map<string, ImageSummary>()
    const groups = data.flatMap(({ group, images, image_count }): DuplicateGroup[] => {
      const current = images.flatMap(({ id }) => known.get(id) ?? []).filter((image) => !image.is_archived)
      const [first, ...others] = current
      if (!first || others.length === 0) return []
      return [{ group, images: [first, ...others], unread: image_count - images.length }]
    })
    return { groups, total }
  }, [host, datasetId, scan, page])
  return useResource(load)
}
