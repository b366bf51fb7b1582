/** The actions on the files of a run. */
import { useMemo } from 'react'
import type { Artifact, WorkflowRun } from '../../../../shared/domain/run.ts'
import { formatBytes } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { deleteAllWithUndo, usePendingDeletes } from '../../../base/ui/pending-deletes.ts'
import { toastError, toastInfo } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'
import { type ArtifactGroup, totalSize } from '../artifact-list/artifact-groups.ts'
import { archiveUrl, artifactPath, artifactUrl, download } from '../artifact-list/artifact-links.ts'
import { openWorkflowOf } from './open-workflow.ts'

/** Pause between downloads that are started together, because browsers drop some simultaneous downloads. */
const BETWEEN_DOWNLOADS_MS = 400

const hiddenId = (runId: string, artifact: Artifact) => `${runId}/${artifact.id}`

export function useArtifactActions(run: WorkflowRun) {
  const host = useHost()
  return useMemo(() => {
    const { info } = host
    const urlOf = (artifact: Artifact) => artifactUrl(info, run.id, artifact)
    return {
      pathOf: (artifact: Artifact) => artifactPath(info, run, artifact),
      async copyPath(path: string) {
        try {
          await navigator.clipboard.writeText(path)
          toastInfo(texts.runs.artifacts.pathCopied)
        } catch (error) {
          toastError(texts.runs.artifacts.pathNotCopied, error)
        }
      },
      openWorkflow: () => openWorkflowOf(host, run),
      remove({ artifacts }: Pick<ArtifactGroup, 'artifacts'>) {
        const byId = new Map(artifacts.map((artifact) => [hiddenId(run.id, artifact), artifact.id]))
        const size = formatBytes(totalSize(artifacts))
        const { fileDeleted, imageCount } = texts.runs.artifacts
        const what = artifacts.length === 1 ? artifacts[0].name : imageCount(artifacts.length)
        deleteAllWithUndo([...byId.keys()], fileDeleted(what, size), (id) =>
          host.api('workflowRuns.deleteArtifact', {
            params: { run_id: run.id, artifact_id: byId.get(id) as string },
          }),
        )
      },
      exportArchive: (groups: readonly ArtifactGroup[]) =>
        download(archiveUrl(info, run.id, groups), `${run.workflow_name}.zip`),
      exportEach(groups: readonly ArtifactGroup[]) {
        for (const [i, artifact] of groups.flatMap((g) => g.artifacts).entries()) {
          setTimeout(() => download(`${urlOf(artifact)}?download=1`, artifact.name), i * BETWEEN_DOWNLOADS_MS)
        }
      },
    }
  }, [host, run])
}

export type ArtifactActions = ReturnType<typeof useArtifactActions>

/** The files of a run, except those that were just deleted. */
export function useKeptArtifacts(runId: string, artifacts: WorkflowRun['artifacts']): WorkflowRun['artifacts'] {
  const hidden = usePendingDeletes((s) => s.ids)
  return useMemo(() => {
    const kept = artifacts.filter((artifact) => !hidden.has(hiddenId(runId, artifact)))
    return kept.length === artifacts.length ? artifacts : kept
  }, [artifacts, hidden, runId])
}
