/** Chooses the background of the overlay: the source, played or decoded frame by frame or by image, or the results. */
import { useCallback, useMemo, useState } from 'react'
import type { Size } from '../../../../shared/domain/geometry.ts'
import { type Artifact, isImage, isTerminal, type WorkflowRun } from '../../../../shared/domain/run.ts'
import type { Graph } from '../../../../shared/graph/graph.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { useResource } from '../../../base/ui/resource.tsx'
import { exportIdOf, exportImageUrl, imagesOfExport } from '../../studio/exports/export-images.ts'
import type { FrameIndex } from '../records/tracks/frame-index.ts'
import type { Frames } from '../records/use-records.ts'

/** The video or images under the overlay. */
export type MediaKind = 'source' | 'annotated'

/** The options for either background, best first; empty when the run has none, or it is no longer known. */
export interface OverlayMedia {
  source: readonly Medium[]
  annotated: readonly Medium[]
}

/** A file that the browser plays, frames that the engine decodes one at a time, or the files of images. */
export type Medium =
  | { kind: MediaKind; url: string }
  | { kind: 'source'; uri: string; still: boolean }
  | { kind: MediaKind; images: ImageUrls }

export interface ImageUrls {
  /** Changes when the addresses change. */
  key: string
  /** Returns null when there is no image. @param at position in the index */
  urlOf(index: FrameIndex, at: number): string | null
  /** Size of a single image as the engine decoded it; coordinates don't fit if the browser rotates it differently. */
  size?: Size | undefined
}

/** True when the run processed images instead of a video. */
export const hasStills = ({ source }: Pick<WorkflowRun, 'source'>): boolean =>
  source !== null && source.kind !== 'video'

/** Returns the number of images; null for a video. */
export const stillsOf = (run: Pick<WorkflowRun, 'source' | 'progress'>): number | null =>
  hasStills(run) ? Math.max(1, run.progress.frames_done) : null

/** @param exported addresses of the images of an export, by their names; empty for other sources */
export function overlayMediaOf(
  run: WorkflowRun,
  artifacts: readonly Artifact[],
  filesBase: string,
  urlOf: (artifact: Artifact) => string,
  index: FrameIndex,
  exported: ReadonlyMap<string, string>,
): OverlayMedia {
  return { source: sourceOptions(run, filesBase, index, exported), annotated: annotatedOptions(artifacts, urlOf) }
}

function sourceOptions(
  { source, status, media }: WorkflowRun,
  filesBase: string,
  index: FrameIndex,
  exported: ReadonlyMap<string, string>,
): Medium[] {
  if (!source || !isTerminal(status)) return []
  if (source.kind === 'dataset' || source.kind === 'export') {
    const urlAt = (frames: FrameIndex, at: number) => {
      if (at >= frames.frameCount) return null
      const frozen = exported.get(frames.imageNameOf(at) ?? '')
      if (frozen !== undefined) return frozen
      const id = frames.imageIdOf(at)
      return id === null ? null : `${filesBase}/images/${encodeURIComponent(id)}`
    }
    if (urlAt(index, 0) === null) return []
    const key = exported.size > 0 ? 'export' : 'dataset'
    return [{ kind: 'source', images: { key, urlOf: urlAt } }]
  }
  const { uri, kind } = source
  if (uri === null || (kind !== 'video' && kind !== 'image')) return []
  const url = `${filesBase}/source?uri=${encodeURIComponent(uri)}`
  const decoded: Medium = { kind: 'source', uri, still: kind === 'image' }
  if (kind === 'video') return [{ kind: 'source', url }, decoded]
  // A folder has no URL: the engine reads its images.
  const isOne = (media?.frame_count ?? 1) <= 1
  if (!isOne) return [decoded]
  const size = media ? { width: media.width, height: media.height } : undefined
  return [{ kind: 'source', images: { key: url, urlOf: () => url, size } }, decoded]
}

/** The annotated results of the first sink that has any. */
function annotatedOptions(artifacts: readonly Artifact[], urlOf: (artifact: Artifact) => string): Medium[] {
  const drawn = artifacts.filter((a) => a.kind === 'annotated_video')
  const [first] = drawn
  if (!first) return []
  if (!isImage(first)) return [{ kind: 'annotated', url: urlOf(first) }]
  const byIndex = new Map<number, Artifact>()
  for (const still of drawn) {
    const at = still.frame_index ?? 0
    if (still.node_id === first.node_id && !byIndex.has(at)) byIndex.set(at, still)
  }
  const urlAt = (frames: FrameIndex, at: number) => {
    const still = byIndex.get(at < frames.frameCount ? frames.frameNumberOf(at) : at)
    return still ? urlOf(still) : null
  }
  return [{ kind: 'annotated', images: { key: `drawn by ${first.node_id}`, urlOf: urlAt } }]
}

/** Returns the URL of a file that the browser can play; null when there is none. */
export const playedUrl = ({ source, annotated }: OverlayMedia): string | null =>
  [...source, ...annotated].map((option) => ('url' in option ? option.url : null)).find((url) => url !== null) ?? null

/** Selects the best available option of the source, or of the annotated results when the source has none. */
export function useOverlayMedia({ source, annotated }: OverlayMedia) {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<MediaKind>('source')
  const open = [...source, ...annotated].filter((option) => !failed.has(keyOf(option)))
  const medium = open.find((option) => option.kind === chosen) ?? open[0] ?? null
  const key = medium && keyOf(medium)
  const fail = useCallback(() => {
    if (key !== null) setFailed((now) => new Set(now).add(key))
  }, [key])
  return {
    medium,
    fail,
    /** True when the source can't be displayed at all. */
    fellBack: source.length > 0 && medium?.kind === 'annotated' && chosen === 'source',
    choose: setChosen,
  }
}

function keyOf(medium: Medium): string {
  if ('url' in medium) return `url ${medium.url}`
  return 'uri' in medium ? `uri ${medium.uri}` : `images ${medium.images.key}`
}

/**
 * The options for the background of the overlay, with the images of an export that the run has read.
 * @param graph as it was run; null until it is read
 */
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
