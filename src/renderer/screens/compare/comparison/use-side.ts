/** One of the two compared runs: its files, its inspection, its video. */
import { useCallback, useMemo } from 'react'
import type { Artifact, WorkflowRun } from '../../../../shared/domain/run.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useResource } from '../../../base/ui/use-resource.ts'
import { type Inspection, useInspection } from '../../../parts/run/inspector/use-inspection.ts'
import { useOverlayMedia, useOverlayMediaOf } from '../../../parts/run/player/overlay-media.ts'
import type { RunBlocks } from '../../../parts/run/progress/use-run-blocks.ts'

export type RunNumber = '1' | '2'

export interface Side {
  run: WorkflowRun
  blocks: RunBlocks
  artifacts: readonly Artifact[]
  inspection: Inspection
  medium: ReturnType<typeof useOverlayMedia>
  urlOf(artifact: Artifact): string
  /** True when the run has files that may contain events, or frames with detections. */
  hasEventFiles: boolean
  hasFrameFiles: boolean
}

export function useSide(run: WorkflowRun, blocks: RunBlocks): Side {
  const { info } = useHost()
  const { id } = run
  const urlOf = useCallback(
    (a: Artifact) => `${info.files_base}/runs/${encodeURIComponent(id)}/${encodeURIComponent(a.id)}`,
    [info.files_base, id],
  )
  // The run has ended, so its artifacts no longer change.
  const artifacts = useMemo(() => run.artifacts, [run.artifacts])
  const inspection = useInspection(run, artifacts, blocks, urlOf)
  const medium = useOverlayMedia(useOverlayMediaOf(run, artifacts, blocks.graph, inspection.frames, urlOf))
  return {
    run,
    blocks,
    artifacts,
    inspection,
    medium,
    urlOf,
    hasEventFiles: inspection.readsEvents,
    hasFrameFiles: inspection.readsFrames,
  }
}

export interface Manifest {
  source?: { name?: string; sha256?: string }
  models?: readonly { node_id: string; name: string; sha256: string }[]
  settings?: { sample_fps?: number | null; duration_s?: number | null }
  versions?: { sightline?: string }
}

/**
 * Reads a run's manifest: content hashes, versions, limits.
 * Undefined until it is read; null when there is none, as for runs that did not complete.
 */
export function useManifest({ artifacts, urlOf }: Pick<Side, 'artifacts' | 'urlOf'>): Manifest | null | undefined {
  const artifact = artifacts.find((a) => a.kind === 'manifest')
  const url = artifact ? urlOf(artifact) : null
  const load = useCallback(async (): Promise<Manifest | null> => {
    const response = url === null ? null : await fetch(url)
    if (!response?.ok) return null
    const value: unknown = await response.json().catch(() => null)
    return typeof value === 'object' && value !== null ? (value as Manifest) : null
  }, [url])
  return useResource(load).value
}
