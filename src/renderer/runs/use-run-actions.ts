/** What can be done with a run, wherever it is shown. */
import { useMemo } from 'react'
import type { WorkflowRun } from '../../shared/domain/run.ts'
import { plural } from '../messages/plural.ts'
import { useHost } from '../shell/host.ts'
import { navigate } from '../shell/route.ts'
import { deleteAllWithUndo, deleteWithUndo } from '../ui/pending-deletes.ts'
import { toastError } from '../ui/toast.tsx'

export function useRunActions() {
  const host = useHost()
  return useMemo(
    () => ({
      async cancel({ id }: WorkflowRun) {
        try {
          await host.api('workflowRuns.cancel', { params: { run_id: id } })
        } catch (error) {
          toastError('The run could not be cancelled', error)
        }
      },
      /** The workflow as it is now, on its own source. */
      async runAgain({ workflow_id }: WorkflowRun) {
        if (workflow_id === null) return
        try {
          const { run_id } = await host.api('workflows.run', { params: { workflow: workflow_id } })
          navigate({ screen: 'run', runId: run_id })
        } catch (error) {
          toastError('The run could not be started', error)
        }
      },
      /** Goes on where an interrupted run stopped. */
      async resume({ id }: WorkflowRun) {
        try {
          const next = await host.api('workflowRuns.resume', { params: { run_id: id } })
          navigate({ screen: 'run', runId: next.id })
        } catch (error) {
          toastError('The run could not be resumed', error)
        }
      },
      remove({ id, workflow_name }: WorkflowRun, after?: () => void) {
        deleteWithUndo(id, `Run of “${workflow_name}”`, () =>
          host.api('workflowRuns.delete', { params: { run_id: id } }).then(after),
        )
      },
      removeAll(runs: readonly WorkflowRun[], after?: () => void) {
        deleteAllWithUndo(
          runs.map((run) => run.id),
          plural(runs.length, 'run'),
          (run_id) => host.api('workflowRuns.delete', { params: { run_id } }).then(after),
        )
      },
      async reveal({ id }: WorkflowRun) {
        try {
          await host.studio.revealRun({ run_id: id })
        } catch (error) {
          toastError('The folder could not be shown', error)
        }
      },
    }),
    [host],
  )
}

export type RunActions = ReturnType<typeof useRunActions>
