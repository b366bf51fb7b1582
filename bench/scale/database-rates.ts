/** Jobs that PostgreSQL claims and ends in a second, and leases that it renews, for many workers at the same time. */
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgres } from '../../src/platform/db/postgres/open-postgres.ts'
import { type Claim, SERVER_LABEL } from '../../src/platform/work/jobs/job.ts'
import { createJobStore } from '../../src/platform/work/jobs/job-store.ts'
import { startPostgres } from '../../tools/test/postgres-server.mjs'
import { fill, KIND } from '../figures/queue.ts'

const JOBS = 2000
const WORKERS = 8
const RENEWED_FOR_MS = 5000

export async function measureDatabase(): Promise<{ jobsPerSecond: number; renewalsPerSecond: number }> {
  const server = await startPostgres({ isDurable: true })
  const { db, release } = await openPostgres(server.url, () => undefined)
  try {
    const store = createJobStore(db, async () => undefined)
    await fill(db, store, JOBS)
    const since = performance.now()
    await Promise.all(
      Array.from({ length: WORKERS }, async () => {
        for (
          let job = await store.claim('long', { kinds: [KIND], labels: [SERVER_LABEL] });
          job;
          job = await store.claim('long', { kinds: [KIND], labels: [SERVER_LABEL] })
        ) {
          await store.finish(job, { state: 'done' }, 1000)
        }
      }),
    )
    const jobsPerSecond = (JOBS * 1000) / (performance.now() - since)

    await fill(db, store, WORKERS * 25)
    const claims: Claim[] = []
    for (
      let job = await store.claim('long', { kinds: [KIND], labels: [SERVER_LABEL] });
      job;
      job = await store.claim('long', { kinds: [KIND], labels: [SERVER_LABEL] })
    )
      claims.push(job)
    let [renewals, isOver] = [0, false]
    const renewing = Array.from({ length: WORKERS }, async (_, worker) => {
      for (let i = worker; !isOver; i += WORKERS) {
        const { id, token } = claims[i % claims.length] as Claim
        await store.renew([{ id, token, progress: { done: i, total: null } }])
        renewals++
      }
    })
    await sleep(RENEWED_FOR_MS)
    isOver = true
    await Promise.all(renewing)
    return { jobsPerSecond, renewalsPerSecond: (renewals * 1000) / RENEWED_FOR_MS }
  } finally {
    await db.destroy()
    await release()
    await server.stop()
  }
}
