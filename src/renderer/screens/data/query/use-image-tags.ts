/** The content tags of a data set; none while they are read, or when they could not be read. */
import { useCallback } from 'react'
import { useHost } from '../../../base/host/host-context.ts'
import { useResource } from '../../../base/ui/resource.tsx'

const NO_TAGS: readonly string[] = []

/** @param imageCount new images may bring other tags */
export function useImageTags(datasetId: string, imageCount: number): readonly string[] {
  const host = useHost()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tags are read again when images have arrived
  const load = useCallback(
    () => host.api('imageLists.tags', { params: { dataset: datasetId } }),
    [host, datasetId, imageCount],
  )
  return useResource(load).value?.data ?? NO_TAGS
}
