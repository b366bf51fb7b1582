/** The ends of runs, as the engine, callers and faults cause them. */
import { isInterrupted, type RunError, type RunErrorCode, type WorkflowRun } from '../../../shared/domain/run.ts'
import type { EngineReport, EngineRun, RunOutcome } from '../../../shared/engine-contract/job.ts'
import { message, saidOf } from '../../../shared/messages/message.ts'
import { isDiskFull } from '../../machine/disk-full.ts'
import type { JobEnd } from '../../work/jobs/job.ts'
import type { PartState } from './parts/part-plans.ts'
import type { RunFeed } from './run-feed.ts'

export type Ending = Pick<WorkflowRun, 'status' | 'error' | 'resumable'>

export interface Stop {
  /** The end of a run that no engine works on; null for a run that returns to the queue, or is another worker's. */
  ending: Ending | null
  stopEngine(engineRun: EngineRun): void
}

const CANCELLED: Ending = { status: 'cancelled', error: null, resumable: false }
const INTERRUPTED: Ending = {
  status: 'error',
  error: {
    code: 'interrupted' satisfies RunErrorCode,
    ...saidOf(message('run.closed_before_start')),
    node_id: null,
  },
  resumable: true,
}

export const CANCEL: Stop = { ending: CANCELLED, stopEngine: (engineRun) => engineRun.cancel() }
export const CLOSE: Stop = { ending: INTERRUPTED, stopEngine: (engineRun) => engineRun.interrupt() }
export const LEAVE: Stop = { ending: null, stopEngine: (engineRun) => engineRun.interrupt() }

export function apply(feed: RunFeed, report: EngineReport): void {
  if (report.type === 'started') feed.update({ media: report.media }, 'run')
  else if (report.type === 'log') feed.log(report.line)
  else {
    const { progress, nodes, counts } = report
    feed.update({ progress, nodes, counts }, 'progress')
  }
}

/** The end of a run's job. */
export const endOf = ({ status, error }: WorkflowRun): JobEnd =>
  status === 'completed' ? { state: 'done' } : error ? { state: 'failed', error } : { state: 'cancelled' }

/** The end of a run whose job ended although its own was not stored; null for a job that is done only after its run. */
export function endingOf(end: JobEnd): Ending | null {
  if (end.state === 'done') return null
  if (end.state === 'cancelled') return CANCELLED
  const { code, ...said } = { ...end.error, code: 'engine_died' satisfies RunErrorCode }
  return { status: 'error', error: { code, ...said, node_id: null }, resumable: false }
}

export const outcomeOf = ({
  status,
  progress,
  nodes,
  counts,
  artifacts,
  inspection,
  error,
  resumable = false,
}: RunOutcome): Partial<WorkflowRun> => ({
  status,
  progress,
  nodes,
  counts,
  artifacts,
  ...(inspection && { inspection }),
  error,
  // A run without a checkpoint starts again from its first frame.
  resumable: resumable || isInterrupted({ status, error }),
})

/** A part has taken down its workers too often. */
export class PartParked extends Error {
  readonly part: PartState

  constructor(part: PartState) {
    super(part.error?.message ?? part.id)
    this.part = part
  }
}

/** The end of a run for which something failed outside the engine. */
export const faultOf = (error: unknown): Pick<WorkflowRun, 'status' | 'error'> => ({
  status: 'error',
  error: error instanceof PartParked ? parkedPart(error) : isDiskFull(error) ? noRoom : unexpected,
})

const parkedPart = ({ part }: PartParked): RunError => ({
  ...(part.error ?? unexpected),
  code: 'engine_died' satisfies RunErrorCode,
  node_id: null,
})

const noRoom: RunError = {
  code: 'disk_full',
  ...saidOf(message('run.disk_full')),
  node_id: null,
}

const unexpected: RunError = {
  code: 'engine_died',
  ...saidOf(message('run.fault')),
  node_id: null,
}
