/** Groups a run's files into rows: the images of one block, often hundreds, share a row. */
import type { Artifact } from '../../../../shared/domain/run.ts'
import { isImage } from './artifact-kinds.ts'

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
