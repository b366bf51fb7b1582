/** Opens the workflow of a run: the workflow itself while it is unchanged, else a copy of the graph that was run. */
import type { Graph } from '../../../../shared/graph/graph.ts'
import { createWorkflow } from '../../../base/host/create-workflow.ts'
import { type Host, HostError } from '../../../base/host/host-context.ts'
import { navigate } from '../../../base/navigation/route.ts'
import { toastError, toastInfo } from '../../../base/ui/toast.tsx'
import { texts } from '../../../texts/texts.ts'

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

export async function openWorkflowOf(host: Host, { id, workflow_id, workflow_name }: MadeBy): Promise<void> {
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
