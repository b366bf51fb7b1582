/** Runs combinations of settings one at a time through the regular queue, and keeps only their events. */
import { emptyProgress, type RunProgress } from '../../../../shared/domain/run.ts'
import type { Graph } from '../../../../shared/graph/graph.ts'
import type { Host } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { followRun } from '../../../parts/run/progress/follow-run.ts'
import { type EventRow, jsonEvents } from '../../../parts/run/records/events/event-row.ts'
import { parserOf } from '../../../parts/run/records/files/parse-body.ts'
import { streamRecords } from '../../../parts/run/records/files/stream-records.ts'
import { texts } from '../../../texts/texts.ts'
import { claim } from './orphaned-sweeps.ts'
import { removeRun } from './remove-run.ts'

export interface SweepJob {
  host: Host
  /** Name of the temporary workflow that carries the runs; it is deleted at the end. */
  name: string
  /** One for each combination. */
  graphs: readonly Graph[]
  onProgress(index: number, progress: RunProgress): void
  onDone(index: number, events: readonly EventRow[]): void
  onFailed(index: number, message: string): void
  signal: AbortSignal
}

const MAX_EVENTS = 500_000

/** Resolves when all runs are done or the signal aborts. @throws the reason when the sweep can't start */
export async function runSweep(job: SweepJob): Promise<void> {
  const { host, graphs, signal } = job
  const [first] = graphs
  if (!first) return
  const { name } = job
  const workflow = await host.api('workflows.create', {
    body: { name, graph: first, description: texts.lab.sweep.carrier },
  })
  const params = { workflow: workflow.id }
  const mine = claim(workflow.id)
  try {
    for (const [index, graph] of graphs.entries()) {
      if (signal.aborted) return
      try {
        await host.api('workflows.update', { params, body: { graph } })
        const { run_id } = await host.api('workflows.run', { params })
        mine.runs(run_id)
        job.onProgress(index, emptyProgress())
        try {
          job.onDone(index, await eventsOf(run_id, index, job))
        } finally {
          await removeRun(host, run_id)
          mine.runs(null)
        }
      } catch (error) {
        if (signal.aborted) return
        job.onFailed(index, errorText(error))
      }
    }
  } finally {
    await host.api('workflows.delete', { params }).catch(() => {})
    mine.release()
  }
}

async function eventsOf(runId: string, index: number, { host, onProgress, signal }: SweepJob): Promise<EventRow[]> {
  for await (const update of followRun(host, runId, { signal })) {
    signal.throwIfAborted()
    if (update.type === 'progress') onProgress(index, update.progress)
  }
  signal.throwIfAborted()
  const run = await host.api('workflowRuns.get', { params: { run_id: runId } })
  if (run.status !== 'completed') throw new Error(run.error?.message ?? texts.lab.sweep.notCompleted)
  const file = run.artifacts.find((a) => a.kind === 'json')
  if (!file) throw new Error(texts.lab.sweep.notCompleted)
  const events: EventRow[] = []
  await streamRecords(`${host.info.files_base}/runs/${encodeURIComponent(runId)}/${encodeURIComponent(file.id)}`, {
    parser: parserOf(jsonEvents),
    limit: MAX_EVENTS,
    signal,
    onRecords: (batch) => {
      for (const event of batch) events.push(event)
    },
  })
  return events
}
