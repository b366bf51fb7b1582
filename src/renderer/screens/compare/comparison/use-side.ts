/** One of the two compared runs: its files, its inspection, its video. */
import { useCallback, useMemo } from 'react'
import type { Artifact, WorkflowRun } from '../../../../shared/domain/run.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { type Inspection, useInspection } from '../../../parts/run/inspector/use-inspection.ts'
import { useOverlayMedia } from '../../../parts/run/player/overlay-media.ts'
import { useOverlayMediaOf } from '../../../parts/run/player/use-overlay-media-of.ts'
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
