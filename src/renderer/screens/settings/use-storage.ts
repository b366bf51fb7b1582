/** Reads how the files of an organization, or of an installation, use the disk, and clears parts of them. */
import { useCallback } from 'react'
import type { StorageKind, StoragePart } from '../../../shared/api/storage.ts'
import { isTerminal } from '../../../shared/domain/run.ts'
import { type Host, HostError, useHost } from '../../base/host/host-context.ts'
import { useResource } from '../../base/ui/use-resource.ts'
import { labelsStoreOf } from '../../parts/run/labels/labels-store.ts'

/** A part of the data folder: of the platform, or the downloads of this host. */
export type PartKind = StorageKind | 'downloads'
export type FolderPart = Omit<StoragePart, 'kind'> & { kind: PartKind }

/**
 * `own`: the installation of the one person who uses it. `server`: one with several organizations, for its operators.
 * `organization`: the one of the caller on such a server.
 */
export type StorageOf = 'own' | 'server' | 'organization'

/** Progress is reported as a share from 0 to 1. */
export type Clearing = (
  kind: Exclude<PartKind, 'models' | 'images' | 'exports'>,
  progress: (share: number) => void,
) => Promise<void>

/** Nothing can be cleared during a run, so runs that start or end elsewhere must be noticed. */
const READ_EVERY_MS = 15_000
const PAGE = 200

export function useStorage(of: StorageOf) {
  const host = useHost()
  const load = useCallback(async () => {
    const [{ in_use, parts }, downloads] = await Promise.all([
      of === 'organization' ? host.api('storage.get', {}) : host.api('operator.storage', {}),
      host.studio.unfinishedDownloads({}),
    ])
    // A server that serves the page downloads no models for it.
    const ofHost: FolderPart[] = host.info.account === null ? [{ kind: 'downloads', ...downloads }] : []
    return { in_use, parts: [...parts, ...ofHost] }
  }, [host, of])
  const { value: use, error, reload } = useResource(load, READ_EVERY_MS)
  const clear: Clearing = async (kind, progress) => {
    try {
      if (kind === 'runs') await deleteEndedRuns(host, progress)
      else if (kind === 'downloads') await host.studio.clearDownloads({})
      else if (of === 'organization') await host.api('storage.clear', { body: { kind: 'uploads' } })
      else await host.api('operator.clearStorage', { body: { kind } })
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
