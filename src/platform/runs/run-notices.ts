/** Webhook deliveries of a run: the records of its sinks while it runs, and the event of its end. */
import { isInterrupted, type WorkflowRun } from '../../shared/domain/run.ts'
import { derivedId } from '../db/ids.ts'
import type { RunOutboxes } from '../webhooks/run-outboxes.ts'
import type { Outgoing, Webhooks } from '../webhooks/webhooks.ts'

export interface RunNotices {
  /** Collects the records that webhook sinks have written so far. */
  progressed(run: WorkflowRun): Promise<void>
  /** Called when the end of the run is stored. */
  ended(run: WorkflowRun): Promise<void>
  /** Called once at the start: sends the records left by runs of a dead process. */
  recover(organizationOf: (runId: string) => Promise<string | null>): Promise<void>
}

export interface RunNoticesOptions {
  webhooks: Pick<Webhooks, 'publish'>
  outboxes: RunOutboxes
  linkTo(runId: string, artifactId: string): string
}

export function createRunNotices({ webhooks, outboxes, linkTo }: RunNoticesOptions): RunNotices {
  return {
    progressed: (run) => outboxes.collect(run.organization_id, run.id),
    async ended(run) {
      await outboxes.close(run.organization_id, run.id)
      const message = endMessage(run, (artifactId) => linkTo(run.id, artifactId))
      if (message) await webhooks.publish(run.organization_id, message)
    },
    async recover(organizationOf) {
      for (const runId of await outboxes.list()) {
        const organizationId = await organizationOf(runId)
        if (organizationId !== null) await outboxes.close(organizationId, runId)
      }
    },
  }
}

/** Null for an end that has no event. `linkTo`: address of an artifact by its id. */
function endMessage(run: WorkflowRun, linkTo: (artifactId: string) => string): Outgoing | null {
  if (isInterrupted(run) || (run.status !== 'completed' && run.status !== 'error')) return null
  const eventType = run.status === 'completed' ? 'workflow_run.completed' : 'workflow_run.failed'
  const body = {
    type: eventType,
    created_at: run.finished_at,
    data: {
      run_id: run.id,
      workflow_id: run.workflow_id,
      workflow_name: run.workflow_name,
      status: run.status,
      counts: run.counts,
      error: run.error,
      artifacts: run.artifacts.map(({ id, name, kind, media_type, size_bytes, sha256 }) => ({
        ...{ id, name, kind, media_type, size_bytes, sha256 },
        url: linkTo(id),
      })),
    },
  }
  // A run ends once: a repeated message after a restart has the same id.
  const deliveryId = derivedId(run.id, eventType)
  return { deliveryId, eventType, body: JSON.stringify(body) }
}
