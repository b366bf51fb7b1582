/** Reads how the data folder is used, and clears parts of it. */
import { useCallback } from 'react'
import type { StorageKind, StoragePart } from '../../../shared/api/storage.ts'
import { isTerminal } from '../../../shared/domain/run.ts'
import { type Host, HostError, useHost } from '../../base/host/host-context.ts'
import { useResource } from '../../base/ui/use-resource.ts'
import { labelsStoreOf } from '../../parts/labels/labels-store.ts'

/** A part of the data folder: of the platform, or the downloads of this host. */
export type PartKind = StorageKind | 'downloads'
export type FolderPart = Omit<StoragePart, 'kind'> & { kind: PartKind }

/** Progress is reported as a share from 0 to 1. */
export type Clearing = (
  kind: Exclude<PartKind, 'models' | 'images' | 'exports'>,
  progress: (share: number) => void,
) => Promise<void>

/** Nothing can be cleared during a run, so runs that start or end elsewhere must be noticed. */
const READ_EVERY_MS = 15_000
const PAGE = 200

export function useStorage() {
  const host = useHost()
  const load = useCallback(async () => {
    const [{ in_use, parts }, downloads] = await Promise.all([
      host.api('storage.get', {}),
      host.studio.unfinishedDownloads({}),
    ])
    const all: FolderPart[] = [...parts, { kind: 'downloads', ...downloads }]
    return { in_use, parts: all }
  }, [host])
  const { value: use, error, reload } = useResource(load, READ_EVERY_MS)
  const clear: Clearing = async (kind, progress) => {
    try {
      if (kind === 'runs') await deleteEndedRuns(host, progress)
      else if (kind === 'downloads') await host.studio.clearDownloads({})
      else await host.api('storage.clear', { body: { kind } })
    } finally {
      void labelsStoreOf(host).refresh()
      await reload()
    }
  }
  return { use, error, clear }
}

async function deleteEndedRuns(host: Host, progress: (share: number) => void): Promise<void> {
  const ids: string[] = []
  for (let offset = 0; ; offset += PAGE) {
    const page = await host.api('workflowRuns.list', { query: { limit: PAGE, offset } })
    ids.push(...page.filter((run) => isTerminal(run.status)).map((run) => run.id))
    if (page.length < PAGE) break
  }
  for (const [done, run_id] of ids.entries()) {
    progress(done / ids.length)
    await host.api('workflowRuns.delete', { params: { run_id } }).catch((error) => {
      // Another window has already deleted it.
      if (!(error instanceof HostError && error.code === 'not_found')) throw error
    })
  }
}
