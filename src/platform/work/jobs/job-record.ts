/**
 * The record that a job works on, such as an export or an evaluation, under the id of the job. It ends once, by its job or by a
 * person who cancels it, and its event is stored with its end.
 */
import type { Said } from '../../../shared/messages/message.ts'
import type { Database } from '../../db/database.ts'
import type { Events, NewEvent } from '../../http/area/organization-events.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { JobEnd, Tx } from './job.ts'
import type { Jobs } from './jobs.ts'

/** The record has ended or was deleted, or another worker has its job. The job that throws this ends as cancelled. */
export class RecordOver extends Error {
  override readonly name = 'RecordOver'
}

export interface RecordEnd {
  status: 'completed' | 'failed' | 'cancelled'
  /** Null unless it failed. */
  error: Said | null
  /** ISO 8601. */
  completed_at: string
  /** The result of its job when it has completed; undefined otherwise. */
  result: unknown
}

/** How the records of a kind end. Only database calls. */
export interface RecordKind<Row extends { organization_id: string }> {
  /** Stores the end of a record that has none; null for others. */
  store(tx: Tx, id: string, end: RecordEnd): Promise<Row | null>
  /** Charges the organization for what was done. */
  settle?(tx: Tx, row: Row): Promise<void>
  /** The event of a record that has completed or failed. A cancelled record has no event. */
  eventOf(row: Row, end: RecordEnd, tx: Tx): NewEvent | Promise<NewEvent>
}

export interface JobRecord<Row> {
  /** Must be last in its transaction, as `events.append` must. Null when the record has ended before. */
  end(tx: Tx, id: string, end: JobEnd): Promise<Row | null>
  /** Ends the record at once; its job stops soon after, and saves nothing meanwhile. Null when the record has ended before. */
  cancel(caller: Caller, id: string): Promise<Row | null>
}

export interface JobRecordServices {
  db: Database
  jobs: Pick<Jobs, 'cancel'>
  events: Pick<Events, 'append'>
  now: () => Date
}

const STATUS: Record<JobEnd['state'], RecordEnd['status']> = {
  done: 'completed',
  failed: 'failed',
  parked: 'failed',
  cancelled: 'cancelled',
}

export function createJobRecord<Row extends { organization_id: string }>(
  { db, jobs, events, now }: JobRecordServices,
  kind: RecordKind<Row>,
): JobRecord<Row> {
  const recordEndOf = (job: JobEnd): RecordEnd => ({
    status: STATUS[job.state],
    error: 'error' in job ? job.error : null,
    completed_at: now().toISOString(),
    result: job.state === 'done' ? job.result : undefined,
  })

  const end: JobRecord<Row>['end'] = async (tx, id, job) => {
    const ended = recordEndOf(job)
    const row = await kind.store(tx, id, ended)
    if (!row) return null
    await kind.settle?.(tx, row)
    if (ended.status === 'cancelled') return row
    await events.append(tx, row.organization_id, [await kind.eventOf(row, ended, tx)])
    return row
  }

  return {
    end,
    async cancel(caller, id) {
      const row = await db.transaction().execute((tx) => end(tx, id, { state: 'cancelled' }))
      if (row) await jobs.cancel(caller, id)
      return row
    },
  }
}
