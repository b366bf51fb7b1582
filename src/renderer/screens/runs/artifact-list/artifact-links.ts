/** The rows that a run's files are listed in, and where the files are: URLs for links and downloads, and paths on disk. */
import type { HostInfo } from '../../../../shared/bridge/studio.ts'
import { type Artifact, isImage, type WorkflowRun } from '../../../../shared/domain/run.ts'

/** The size limit of a ZIP archive without 64-bit sizes. */
export const ZIP_LIMIT_BYTES = 4_290_000_000

/** One archive of all chosen rows; a block's images are named as a group, because the length of a URL is limited. */
export function archiveUrl({ files_base }: HostInfo, runId: string, groups: readonly ArtifactGroup[]): string {
  const asked = new URLSearchParams({ download: '1' })
  for (const { artifacts } of groups) {
    if (artifacts.length > 1) asked.append('pictures', artifacts[0].node_id ?? '')
    else asked.append('artifact', artifacts[0].id)
  }
  return `${files_base}/archive/${encodeURIComponent(runId)}?${asked}`
}

/** The file's path on the machine that Sightline runs on, in the notation of its operating system. */
/** Null when a server keeps the file. */
export function artifactPath(
  { data_dir, os, server }: HostInfo,
  { id }: WorkflowRun,
  { name }: Artifact,
): string | null {
  if (data_dir === null || server !== null) return null
  return [data_dir, 'runs', id, name].join(os === 'win32' ? '\\' : '/')
}

/** Starts a download as a click on a link does. */
export function download(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
}

/** A row of the list: one file, or the images of one block, which are often hundreds. */
export interface ArtifactGroup {
  key: string
  /** Several artifacts only for images. */
  artifacts: readonly [Artifact, ...Artifact[]]
  sizeBytes: number
}

/** Keeps the order of the run's list; images of one block and kind are placed where the first of them is. */
export function groupArtifacts(artifacts: readonly Artifact[]): ArtifactGroup[] {
  const groups = new Map<string, [Artifact, ...Artifact[]]>()
  for (const artifact of artifacts) {
    const key = isImage(artifact) ? `${artifact.kind}\n${artifact.node_id}` : `\n${artifact.id}`
    const group = groups.get(key)
    if (group) group.push(artifact)
    else groups.set(key, [artifact])
  }
  return [...groups].map(([key, all]) => ({ key, artifacts: all, sizeBytes: totalSize(all) }))
}

export const totalSize = (artifacts: readonly Artifact[]): number =>
  artifacts.reduce((sum, artifact) => sum + artifact.size_bytes, 0)
