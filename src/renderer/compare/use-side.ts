/** One of the two compared runs, opened: its files, its inspection, its pictures. */
import { useCallback, useMemo } from 'react'
import type { Artifact, WorkflowRun } from '../../shared/domain/run.ts'
import { picturesOf, usePicture } from '../runs/inspector/pictures.ts'
import { type Inspection, useInspection } from '../runs/inspector/use-inspection.ts'
import type { RunBlocks } from '../runs/use-run-blocks.ts'
import { useHost } from '../shell/host.ts'

export type RunNumber = '1' | '2'

export interface Side {
  run: WorkflowRun
  blocks: RunBlocks
  artifacts: readonly Artifact[]
  inspection: Inspection
  picture: ReturnType<typeof usePicture>
  urlOf(artifact: Artifact): string
  /** It has files that events, or frames with detections, can be in. */
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
  // The run has ended: what it wrote does not change any more.
  const artifacts = useMemo(() => run.artifacts, [run.artifacts])
  const inspection = useInspection(run, artifacts, blocks, urlOf)
  const picture = usePicture(picturesOf(run, artifacts, info.files_base, urlOf, inspection.frames.index))
  return {
    ...{ run, blocks, artifacts, inspection, picture, urlOf },
    hasEventFiles: inspection.readsEvents,
    hasFrameFiles: inspection.readsFrames,
  }
}
