/** The actions of the home screen on workflows. */
import { useCallback, useMemo } from 'react'
import type { Workflow } from '../../../shared/api/workflows.ts'
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import { emptyGraph, type WorkflowFile } from '../../../shared/graph/graph.ts'
import { createWorkflow } from '../../base/host/create-workflow.ts'
import { useHost } from '../../base/host/host-context.ts'
import { deleteWithUndo, usePendingDeletes } from '../../base/ui/pending-deletes.ts'
import { toastError } from '../../base/ui/toast.tsx'
import { useResource } from '../../base/ui/use-resource.ts'
import { texts } from '../../texts/texts.ts'
import type { Template } from './templates.ts'

export interface WorkflowItem {
  workflow: Workflow
  lastRun: WorkflowRun | undefined
}

const EVERY_MS = 5_000

export function useWorkflows() {
  const host = useHost()
  const hidden = usePendingDeletes((s) => s.ids)
  const load = useCallback(async (): Promise<WorkflowItem[]> => {
    const [workflows, runs] = await Promise.all([
      host.api('workflows.list', { query: { limit: 1000 } }),
      host.api('workflowRuns.list', { query: { limit: 200 } }),
    ])
    const byId = new Map(runs.map((run) => [run.id, run]))
    return workflows.map((workflow) => ({ workflow, lastRun: byId.get(workflow.last_run_id ?? '') }))
  }, [host])
  const { value, error, reload, patch } = useResource(load, EVERY_MS)
  const items = useMemo(() => value?.filter(({ workflow }) => !hidden.has(workflow.id)), [value, hidden])

  const create = async (what: string, body: Parameters<typeof createWorkflow>[1]) => {
    try {
      await createWorkflow(host, body)
    } catch (failure) {
      toastError(what, failure)
    }
  }

  return {
    items,
    error,
    reload,
    createEmpty: () =>
      create(texts.home.useWorkflows.notCreated, { name: texts.ui.words.untitledWorkflow, graph: emptyGraph() }),
    createFromTemplate: ({ key, name, own }: Template) =>
      create(texts.home.useWorkflows.templateNotOpened, { name, template_key: key, ...own }),
    createFromFile: ({ name, description, graph, layout }: WorkflowFile) =>
      create(texts.home.openFile.failed, {
        name,
        graph,
        layout: layout ?? null,
        description: description?.slice(0, 2000) ?? null,
      }),
    async duplicate({ name, graph, layout, readme, description }: Workflow) {
      try {
        const copy = texts.home.useWorkflows.copyOf(name.slice(0, 90))
        await host.api('workflows.create', { body: { name: copy, graph, layout, readme, description } })
        await reload()
      } catch (failure) {
        toastError(texts.home.useWorkflows.notDuplicated, failure)
      }
    },
    async rename(id: string, name: string) {
      await host.api('workflows.update', { params: { workflow: id }, body: { name } })
      patch((all) => all.map((i) => (i.workflow.id === id ? { ...i, workflow: { ...i.workflow, name } } : i)))
    },
    remove: ({ id, name }: Workflow) =>
      deleteWithUndo(id, `“${name}”`, async () => {
        await host.api('workflows.delete', { params: { workflow: id } })
        patch((all) => all.filter((i) => i.workflow.id !== id))
      }),
  }
}

export type Workflows = ReturnType<typeof useWorkflows>
