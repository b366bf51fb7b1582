/** The size of each kind of files, with buttons that clear it. */
import { Button } from '@mantine/core'
import { useCallback } from 'react'
import type { StorageKind, StoragePart } from '../../../shared/api/storage.ts'
import { isTerminal } from '../../../shared/domain/run.ts'
import { formatBytes } from '../../base/format/format.ts'
import { type Host, HostError, useHost } from '../../base/host/host-context.ts'
import { confirm } from '../../base/ui/confirm.tsx'
import { useResource } from '../../base/ui/resource.tsx'
import { labelsStoreOf } from '../../parts/run/labels/labels-store.ts'
import { texts } from '../../texts/texts.ts'
import { Row } from './row.tsx'
import classes from './settings.module.css'

export function Storage({ of }: { of: StorageOf }) {
  const words = texts.settings.storage
  const storage = useStorage(of)
  const { use, error } = storage
  if (error !== null && !use) return <p className={classes.prose}>{error}</p>
  if (!use) return <p className={classes.prose}>{words.calculating}</p>
  const total = use.parts.reduce((sum, part) => sum + part.bytes, 0)
  return (
    <>
      <p className={classes.prose} role="status">
        {words.totals[of](formatBytes(total))} {use.in_use && words.inUse}
      </p>
      <div className={classes.rows}>
        {use.parts.map((part) => (
          <Row key={part.kind} label={words.kinds[part.kind]} hint={words.hints[part.kind]}>
            <div className={classes.amount}>
              <span>
                <b>{formatBytes(part.bytes)}</b>
                <small>{words.counts[part.kind](part.count)}</small>
              </span>
              <ClearButton of={of} part={part} inUse={use.in_use} clear={storage.clear} />
            </div>
          </Row>
        ))}
      </div>
    </>
  )
}

interface ClearButtonProps {
  of: StorageOf
  part: FolderPart
  inUse: boolean
  clear: Clearing
}

/** Models are deleted one by one on the Models screen, images with their data set, exports through the API. */
function ClearButton({ of, part, inUse, clear }: ClearButtonProps) {
  const { kind, clearable } = part
  if (kind === 'models' || kind === 'images' || kind === 'exports') return <span />
  // Runs of other organizations are theirs to delete.
  if (kind === 'runs' && of === 'server') return <span />
  const { action, title, lost } = texts.settings.storage.clear[kind === 'uploads' ? UPLOADS[of] : kind]
  return (
    <Button
      variant="default"
      // Downloads are not part of a run.
      disabled={(inUse && kind !== 'downloads') || clearable.count === 0}
      onClick={() =>
        confirm({
          title,
          action,
          children: <p>{lost(clearable.count, formatBytes(clearable.bytes))}</p>,
          onConfirm: (progress) => clear(kind, progress),
        })
      }
    >
      {action}
    </Button>
  )
}

const UPLOADS = { own: 'uploads', server: 'allUploads', organization: 'ownUploads' } as const

/** A part of the data folder: of the platform, or the downloads of this host. */
type PartKind = StorageKind | 'downloads'
type FolderPart = Omit<StoragePart, 'kind'> & { kind: PartKind }

/**
 * `own`: the installation of the one person who uses it. `server`: one with several organizations, for its operators.
 * `organization`: the one of the caller on such a server.
 */
type StorageOf = 'own' | 'server' | 'organization'

/** Progress is reported as a share from 0 to 1. */
type Clearing = (
  kind: Exclude<PartKind, 'models' | 'images' | 'exports'>,
  progress: (share: number) => void,
) => Promise<void>

/** Nothing can be cleared during a run, so runs that start or end elsewhere must be noticed. */
const READ_EVERY_MS = 15_000
const PAGE = 200

/** Reads how the files of an organization, or of an installation, use the disk, and clears parts of them. */
function useStorage(of: StorageOf) {
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
