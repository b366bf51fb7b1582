/** The actions on the files of a run. */

import { useMemo } from 'react'
import type { Artifact, WorkflowRun } from '../../../../shared/domain/run.ts'
import type { Graph } from '../../../../shared/graph/graph.ts'
import { formatBytes } from '../../../base/format/format.ts'
import { createWorkflow } from '../../../base/host/create-workflow.ts'
import { type Host, HostError, useHost } from '../../../base/host/host-context.ts'
import { navigate } from '../../../base/navigation/route.ts'
import { deleteAllWithUndo, usePendingDeletes } from '../../../base/ui/pending-deletes.ts'
import { toastError, toastInfo } from '../../../base/ui/toast.tsx'
import { artifactUrl } from '../../../parts/run/records/use-records.ts'
import { texts } from '../../../texts/texts.ts'
import { type ArtifactGroup, archiveUrl, artifactPath, download, totalSize } from '../artifact-list/artifact-links.ts'

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

/** Serializes a value independently of the order of its keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )

export const isSameGraph = (a: Graph, b: Graph): boolean => canonical(a) === canonical(b)

interface MadeBy {
  id: string
  workflow_id: string | null
  workflow_name: string
}

/** Opens the workflow of a run: the workflow itself while it is unchanged, else a copy of the graph that was run. */
async function openWorkflowOf(host: Host, { id, workflow_id, workflow_name }: MadeBy): Promise<void> {
  const words = texts.runs.artifacts
  try {
    const { graph, layout } = await host.api('workflowRuns.graph', { params: { run_id: id } })
    const now = workflow_id === null ? null : await currentGraph(host, workflow_id)
    if (workflow_id !== null && now && isSameGraph(now, graph)) {
      navigate({ screen: 'editor', workflowId: workflow_id })
      return
    }
    const { name } = await createWorkflow(host, { name: words.asRun(workflow_name), graph, layout })
    if (now) toastInfo(words.openedCopy(name))
  } catch (error) {
    toastError(words.workflowNotOpened, error)
  }
}

/** Returns null when the workflow was deleted. */
async function currentGraph(host: Host, workflow: string): Promise<Graph | null> {
  try {
    return (await host.api('workflows.get', { params: { workflow } })).graph
  } catch (error) {
    if (error instanceof HostError && error.code === 'not_found') return null
    throw error
  }
}
