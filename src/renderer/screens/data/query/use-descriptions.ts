/** Whether images can be searched by a description, and how many of them the model has read. */
import { useCallback, useEffect } from 'react'
import { useStore } from 'zustand'
import type { EmbeddingState } from '../../../../shared/api/embeddings.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useRoleRefusal } from '../../../base/host/server-state.tsx'
import { useResource } from '../../../base/ui/resource.tsx'
import { modelsStore } from '../../../parts/model/models/models-store.ts'

const EVERY_MS = 5000

export interface Descriptions {
  /** Undefined until it is known, or when it could not be read. */
  state: EmbeddingState | undefined
  /** Images that a search does not find yet. */
  unread: number
}

/** Has the model read images that it has not read, when a person searches. */
export function useDescriptions(datasetId: string, isSearching: boolean): Descriptions {
  const host = useHost()
  const refused = useRoleRefusal('member')
  const changes = useStore(modelsStore, (models) => models.changes)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a download may have installed a model
  const load = useCallback(
    () => host.api('embeddings.get', { params: { dataset: datasetId } }),
    [host, datasetId, changes],
  )
  const { value: state, reload } = useResource(load, isSearching ? EVERY_MS : undefined)
  const unread = state?.has_text ? Math.max(0, state.images - state.embedded_images) : 0
  const isWaiting = isSearching && unread > 0 && state?.job_id === null && refused === null
  useEffect(() => {
    if (!isWaiting) return
    // A failure shows as a number that stays; the job has its reason.
    void host
      .api('embeddings.start', { params: { dataset: datasetId } })
      .then(reload)
      .catch(() => undefined)
  }, [host, datasetId, isWaiting, reload])
  return { state, unread }
}
