/** The rows of a run's list of files: hundreds of pictures of one block are one row. */
import type { Artifact } from '../../../shared/domain/run.ts'
import { isPicture } from './artifact-kinds.ts'

export interface ArtifactGroup {
  key: string
  /** More than one only for pictures. */
  artifacts: readonly [Artifact, ...Artifact[]]
  sizeBytes: number
}

/** In the order of the run's list; pictures of one block and kind stand where the first of them does. */
export function groupArtifacts(artifacts: readonly Artifact[]): ArtifactGroup[] {
  const groups = new Map<string, [Artifact, ...Artifact[]]>()
  for (const artifact of artifacts) {
    const key = isPicture(artifact) ? `${artifact.kind}\n${artifact.node_id}` : `\n${artifact.id}`
    const group = groups.get(key)
    if (group) group.push(artifact)
    else groups.set(key, [artifact])
  }
  return [...groups].map(([key, all]) => ({ key, artifacts: all, sizeBytes: totalSize(all) }))
}

export const totalSize = (artifacts: readonly Artifact[]): number =>
  artifacts.reduce((sum, artifact) => sum + artifact.size_bytes, 0)
