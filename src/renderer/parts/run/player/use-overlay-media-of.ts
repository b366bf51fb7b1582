/** The options for the background of the overlay, with the images of an export that the run has read. */
import { useCallback, useMemo } from 'react'
import type { Artifact, WorkflowRun } from '../../../../shared/domain/run.ts'
import type { Graph } from '../../../../shared/graph/graph.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useResource } from '../../../base/ui/use-resource.ts'
import { exportIdOf, exportImageUrl, imagesOfExport } from '../../studio/exports/export-images.ts'
import type { Frames } from '../records/use-frames.ts'
import { type OverlayMedia, overlayMediaOf } from './overlay-media.ts'

/** @param graph as it was run; null until it is read */
export function useOverlayMediaOf(
  run: WorkflowRun,
  artifacts: readonly Artifact[],
  graph: Graph | null,
  frames: Frames,
  urlOf: (artifact: Artifact) => string,
): OverlayMedia {
  const { files_base } = useHost().info
  const exported = useExportedUrls(run.source?.kind === 'export' ? exportIdOf(graph) : null)
  return useMemo(
    () => overlayMediaOf(run, artifacts, files_base, urlOf, frames.index, exported),
    [run, artifacts, files_base, urlOf, frames, exported],
  )
}

/** The addresses of the images by their names; none of an export that was deleted. */
function useExportedUrls(exportId: string | null): ReadonlyMap<string, string> {
  const host = useHost()
  const load = useCallback(async () => {
    if (exportId === null) return NONE
    const images = await imagesOfExport(host, exportId)
    const urlAt = (position: number) => exportImageUrl(host.info.files_base, exportId, position)
    return new Map(images.map(({ name, position }) => [name, urlAt(position)]))
  }, [host, exportId])
  return useResource(load).value ?? NONE
}

const NONE: ReadonlyMap<string, string> = new Map()
