/** The job queue with ten thousand waiting jobs: claims and ends on SQLite, and on PostgreSQL with several workers. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Database } from '../../src/platform/db/database.ts'
import { openPostgres } from '../../src/platform/db/postgres/open-postgres.ts'
import { openDatabase } from '../../src/platform/db/sqlite/open-sqlite.ts'
import { SERVER_LABEL } from '../../src/platform/work/jobs/job.ts'
import { createJobStore, type JobStore } from '../../src/platform/work/jobs/job-store.ts'
import { ensurePostgres, startPostgres } from '../../tools/test/postgres-server.mjs'
import type { Figure, Part } from '../figure.ts'

const JOBS = 10_000
const ORGANIZATIONS = 20
/** Jobs that one transaction queues. */
const AT_ONCE = 500
export const KIND = 'work'
const LIMIT_MS = 50

export const queue: Part = {
  name: 'queue',
  title: `${JOBS.toLocaleString('en')} queued jobs of ${ORGANIZATIONS} organizations`,
  async measure(): Promise<Figure[]> {
    const missing = ensurePostgres()
    if (missing !== null) console.log(`  Left out on PostgreSQL: ${missing}`)
    return [...(await onSqlite()), ...(missing === null ? await onPostgresql() : [])]
  },
}

async function onSqlite(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-bench-'))
  const db = await openDatabase(join(folder, 'sightline.db'))
  try {
    return [await drained(db, 'SQLite', 1)]
  } finally {
    await db.destroy()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** On a server that writes to the disk before it replies. */
async function onPostgresql(): Promise<Figure[]> {
  const server = await startPostgres({ isDurable: true })
  try {
    const { db, release } = await openPostgres(server.url, () => undefined)
    const figures = [await drained(db, 'PostgreSQL', 1), await drained(db, 'PostgreSQL', 4)]
    await db.destroy()
    await release()
    return figures
  } finally {
    await server.stop()
  }
}

/** Claims and ends all jobs by so many workers at the same time. */
async function drained(db: Database, name: string, workers: number): Promise<Figure> {
  const store = createJobStore(db, async () => undefined)
  await fill(db, store)
  const took: number[] = []
  const since = performance.now()
  await Promise.all(Array.from({ length: workers }, () => work(store, took)))
  const seconds = (performance.now() - since) / 1000
  took.sort((a, b) => a - b)
  const at = (share: number) => (took[Math.floor(share * took.length)] ?? 0).toFixed(1)
  const of = workers === 1 ? 'one worker' : `${workers} workers`
  return {
    title: `A claim on ${name} by ${of}, p99`,
    value: Number(at(0.99)),
    unit: 'ms',
    limit: LIMIT_MS,
    detail: `median ${at(0.5)} ms; ${Math.round(took.length / seconds)} jobs claimed and ended a second`,
  }
}

async function work(store: JobStore, took: number[]): Promise<void> {
  for (;;) {
    const since = performance.now()
    const job = await store.claim('long', { kinds: [KIND], labels: [SERVER_LABEL] })
    if (!job) return
    took.push(performance.now() - since)
    await store.finish(job, { state: 'done' }, 1000)
  }
}

/** Queues jobs of the organizations in turn. */
export async function fill(db: Database, store: JobStore, jobs = JOBS): Promise<void> {
  const ids = Array.from({ length: ORGANIZATIONS }, (_, i) => `organization-${i}`)
  for (const id of ids) {
    const row = { id, name: id, slug: id, created_at: '2026-01-01' }
    await db
      .insertInto('organizations')
      .values(row)
      .onConflict((c) => c.doNothing())
      .execute()
  }
  for (let from = 0; from < jobs; from += AT_ONCE) {
    await db.transaction().execute(async (tx) => {
      for (let i = from; i < from + AT_ONCE; i++) {
        const caller = { organizationId: ids[i % ORGANIZATIONS] as string, userId: null }
        await store.enqueue(tx, { caller, kind: KIND, pool: 'long', estimateMs: 1000, subject: null, payload: {} })
      }
    })
  }
}
