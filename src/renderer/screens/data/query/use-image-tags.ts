/** The content tags of a data set; none while they are read, or when they could not be read. */
import { useCallback } from 'react'
import { useHost } from '../../../base/host/host-context.ts'
import { useResource } from '../../../base/ui/resource.tsx'

const NO_TAGS: readonly string[] = []

/** @param version the tags are read again when it changes: new images, or those that a model has read, may bring other ones */
export function useImageTags(datasetId: string, version: string): readonly string[] {
  const host = useHost()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tags are read again with each version
  const load = useCallback(
    () => host.api('imageLists.tags', { params: { dataset: datasetId } }),
    [host, datasetId, version],
  )
  return useResource(load).value?.data ?? NO_TAGS
}
