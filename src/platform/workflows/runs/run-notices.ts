/** Reports runs to webhooks: the records of their sinks while they run, and the stored event of their end. */
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import type { Events } from '../../http/area/organization-events.ts'
import type { RunOutboxes } from '../../work/webhooks/run-outboxes.ts'

export interface RunNotices {
  /** Collects the records that webhook sinks have written so far. */
  progressed(run: WorkflowRun): Promise<void>
  /** Called when the end of the run is stored. */
  ended(run: WorkflowRun): Promise<void>
  /** Called once at the start: sends the records left by runs of a dead process. */
  recover(organizationOf: (runId: string) => Promise<string | null>): Promise<void>
}

export interface RunNoticesOptions {
  events: Pick<Events, 'wake'>
  outboxes: RunOutboxes
}

export const createRunNotices = ({ events, outboxes }: RunNoticesOptions): RunNotices => ({
  progressed: (run) => outboxes.collect(run.organization_id, run.id),
  async ended(run) {
    // The records of a run precede the event of its end.
    await outboxes.close(run.organization_id, run.id).finally(events.wake)
  },
  async recover(organizationOf) {
    for (const runId of await outboxes.list()) {
      const organizationId = await organizationOf(runId)
      if (organizationId !== null) await outboxes.close(organizationId, runId)
    }
  },
})
