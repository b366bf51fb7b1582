/** Locations of a run's files: URLs for links and downloads, and paths on disk. */
import type { HostInfo } from '../../../../shared/bridge/studio.ts'
import type { Artifact, WorkflowRun } from '../../../../shared/domain/run.ts'
import type { ArtifactGroup } from './artifact-groups.ts'

/** The size limit of a ZIP archive without 64-bit sizes. */
export const ZIP_LIMIT_BYTES = 4_290_000_000

export const artifactUrl = ({ files_base }: HostInfo, runId: string, { id }: Artifact): string =>
  `${files_base}/runs/${encodeURIComponent(runId)}/${encodeURIComponent(id)}`

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
