/** A job queue in a database of its own, with three organizations. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../../../src/platform/db/database.ts'
import type { JobRow } from '../../../../src/platform/db/schema/jobs.ts'
import type { JobEnd } from '../../../../src/platform/work/jobs/job.ts'
import { createJobStore, type JobStore } from '../../../../src/platform/work/jobs/job-store.ts'
import type { JobPool } from '../../../../src/shared/api/jobs.ts'
import { databaseFor, openPlatformDatabase } from '../../support/databases.ts'

export const ORGANIZATIONS = ['a', 'b', 'c'] as const
export type Organization = (typeof ORGANIZATIONS)[number]

export interface QueueDatabase {
  db: Database
  /** Address of the database; undefined on SQLite. */
  url: string | undefined
  store: JobStore
  /** Ends as they were stored with the records of the kind. */
  settled: { id: string; end: JobEnd }[]
  enqueue(
    organizationId: Organization,
    over?: Partial<{ priority: number; kind: string; pool: JobPool; label: string }>,
  ): Promise<string>
  /** By a worker with these labels; by one that has none when omitted. */
  claim(labels?: readonly string[]): Promise<JobRow | null>
  /** Lets the leases of these jobs, or of all, run out. */
  expire(id?: string): Promise<void>
  row(id: string): Promise<JobRow>
  empty(): Promise<void>
  close(): Promise<void>
}

export const KIND = 'work'
export const ESTIMATE_MS = 1000

export async function openQueueDatabase(): Promise<QueueDatabase> {
  const dir = mkdtempSync(join(tmpdir(), 'sightline-jobs-'))
  const db = await openPlatformDatabase(dir)
  for (const id of ORGANIZATIONS) {
    await db.insertInto('organizations').values({ id, name: id, slug: id, created_at: '2026-01-01' }).execute()
  }
  const settled: QueueDatabase['settled'] = []
  const store = createJobStore(db, async (_, { id }, end) => {
    settled.push({ id, end })
  })
  return {
    db,
    url: await databaseFor(dir),
    store,
    settled,
    enqueue: (organizationId, over = {}) =>
      db.transaction().execute((tx) =>
        store.enqueue(tx, {
          caller: { organizationId, userId: null },
          kind: KIND,
          subject: null,
          pool: 'long',
          estimateMs: ESTIMATE_MS,
          payload: {},
          ...over,
        }),
      ),
    claim: (labels) => store.claim('long', { kinds: [KIND], labels: labels ?? [] }),
    async expire(id) {
      const leases = db.updateTable('job_leases').set({ until: '2000-01-01T00:00:00.000Z' })
      await (id === undefined ? leases : leases.where('job_id', '=', id)).execute()
    },
    row: (id) => db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    async empty() {
      await db.deleteFrom('jobs').execute()
      await db.deleteFrom('lanes').execute()
      settled.length = 0
    },
    async close() {
      await db.destroy()
      rmSync(dir, { recursive: true, force: true })
    },
  }
}
