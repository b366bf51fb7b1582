/** The actions on a run, shared by all screens that show runs. */
import { useMemo } from 'react'
import type { WorkflowRun } from '../../../../shared/domain/run.ts'
import { formatBytes } from '../../../base/format/format.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { navigate } from '../../../base/navigation/route.ts'
import { deleteAllWithUndo, deleteWithUndo } from '../../../base/ui/pending-deletes.ts'
import { toastError } from '../../../base/ui/toast.tsx'
import { labelsStoreOf } from '../../../parts/run/labels/labels-store.ts'
import { texts } from '../../../texts/texts.ts'
import { totalSize } from '../artifact-list/artifact-links.ts'

export function useRunActions() {
  const host = useHost()
  return useMemo(() => {
    const labels = labelsStoreOf(host)
    const deleteRun = async (run_id: string) => {
      await host.api('workflowRuns.delete', { params: { run_id } })
      labels.forget(run_id)
    }
    return {
      async cancel({ id }: WorkflowRun) {
        try {
          await host.api('workflowRuns.cancel', { params: { run_id: id } })
        } catch (error) {
          toastError(texts.runs.page.actions.notCancelled, error)
        }
      },
      /** Runs the current version of the workflow on its own source. */
      async runAgain({ workflow_id }: WorkflowRun) {
        if (workflow_id === null) return
        try {
          const { run_id } = await host.api('workflows.run', { params: { workflow: workflow_id } })
          navigate({ screen: 'run', runId: run_id })
        } catch (error) {
          toastError(texts.runs.page.actions.notStarted, error)
        }
      },
      /** Resumes an interrupted run where it stopped. */
      async resume({ id }: WorkflowRun) {
        try {
          const next = await host.api('workflowRuns.resume', { params: { run_id: id } })
          navigate({ screen: 'run', runId: next.id })
        } catch (error) {
          toastError(texts.runs.page.actions.notResumed, error)
        }
      },
      remove({ id, workflow_name, artifacts }: WorkflowRun, after?: () => void) {
        const { name } = labels.of(id)
        const size = formatBytes(totalSize(artifacts))
        const what =
          name === null ? texts.runs.runSizes.runDeleted(workflow_name, size) : texts.labels.list.deleted(name, size)
        deleteWithUndo(id, what, () => deleteRun(id).then(after))
      },
      removeAll(runs: readonly WorkflowRun[], after?: () => void) {
        deleteAllWithUndo(
          runs.map((run) => run.id),
          texts.runs.words.runs(runs.length),
          (run_id) => deleteRun(run_id).then(after),
        )
      },
      async reveal({ id }: WorkflowRun) {
        try {
          await host.studio.revealRun({ run_id: id })
        } catch (error) {
          toastError(texts.runs.page.actions.folderNotShown, error)
        }
      },
    }
  }, [host])
}

export type RunActions = ReturnType<typeof useRunActions>
