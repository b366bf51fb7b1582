/** The event of the end of a run, and the body that webhooks send for it. */
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import { fromJson } from '../../db/database.ts'
import type { NewEvent, OrganizationEvent, RunEnded } from '../../http/area/organization-events.ts'
import type { Tx } from '../../work/events/event-store.ts'

/** Empty for a run that is live or was cancelled. */
export function endEvents(run: WorkflowRun): NewEvent[] {
  const { status } = run
  if (status !== 'completed' && status !== 'error') return []
  const payload: RunEnded = {
    run_id: run.id,
    workflow_id: run.workflow_id,
    workflow_name: run.workflow_name,
    status,
    counts: run.counts,
    error: run.error,
    artifacts: run.artifacts,
  }
  return [{ type: status === 'completed' ? 'workflow_run.completed' : 'workflow_run.failed', payload }]
}

/** The `data` of a webhook’s body. Artifacts get links; `linkTo` returns the address of one. */
export const createEventData =
  (linkTo: (runId: string, artifactId: string) => string) =>
  async (tx: Tx, { type, payload }: OrganizationEvent): Promise<object> => {
    if (type !== 'workflow_run.completed' && type !== 'workflow_run.failed') return payload
    const { run_id } = payload
    // The log of a run grows after its end when annotations are imported.
    const stored = tx.selectFrom('workflow_runs').select('artifacts').where('id', '=', run_id)
    const row = await stored.executeTakeFirst()
    const artifacts = row ? fromJson<RunEnded['artifacts']>(row.artifacts) : payload.artifacts
    return {
      ...payload,
      artifacts: artifacts.map(({ id, name, kind, media_type, size_bytes, sha256 }) => ({
        id,
        name,
        kind,
        media_type,
        size_bytes,
        sha256,
        url: linkTo(run_id, id),
      })),
    }
  }
