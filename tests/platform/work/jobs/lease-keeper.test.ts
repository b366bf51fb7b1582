/** The thread that keeps the leases of running jobs, where other processes would take them over. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Claim } from '../../../../src/platform/work/jobs/job.ts'
import { createLeaseKeeper, type LeaseKeeper } from '../../../../src/platform/work/jobs/lease-keeper.ts'
import { LEASE_MS } from '../../../../src/platform/work/jobs/leases.ts'
import { HANGS_AFTER_MS, isDue, LATE_MS } from '../../../../src/platform/work/jobs/renewal-due.ts'
import { eventually } from '../../../setup/eventually.ts'
import { onPostgres } from '../../support/databases.ts'
import { openQueueDatabase, type QueueDatabase } from './queue-database.ts'

describe('a renewal by the thread', () => {
  const now = 1_000_000
  it('is due when the platform’s own one is late', () => {
    expect(isDue(now, { aliveAt: now, renewedAt: now - LATE_MS + 1 })).toBe(false)
    expect(isDue(now, { aliveAt: now, renewedAt: now - LATE_MS })).toBe(true)
  })

  it('is due while the event loop is starved, and not any more when it hangs', () => {
    const renewedAt = now - LATE_MS
    expect(isDue(now, { aliveAt: now - HANGS_AFTER_MS + 1, renewedAt })).toBe(true)
    expect(isDue(now, { aliveAt: now - HANGS_AFTER_MS, renewedAt })).toBe(false)
  })
})

describe.runIf(onPostgres)('the thread', () => {
  let q: QueueDatabase
  let keeper: LeaseKeeper
  const logged: string[] = []
  beforeEach(async () => {
    q = await openQueueDatabase()
    keeper = createLeaseKeeper(q.url as string, (_, text) => logged.push(text))
  })
  afterEach(async () => {
    await keeper.close()
    await q.close()
    expect(logged).toEqual([])
  })

  const isLeft = async (id: string) => {
    const lease = q.db.selectFrom('job_leases').select('until').where('job_id', '=', id)
    return Date.parse((await lease.executeTakeFirstOrThrow()).until) > Date.now()
  }
  async function held(): Promise<Claim> {
    await q.enqueue('a')
    const job = (await q.claim()) as Claim
    keeper.hold([job])
    return job
  }

  it('keeps the leases of jobs while the event loop does not turn', { timeout: 60_000 }, async () => {
    const { id } = await held()
    await q.expire()
    // Until the thread is at work.
    await eventually(() => isLeft(id))
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LEASE_MS + LATE_MS)
    expect(await q.store.recover()).toEqual([])
    expect(await q.row(id)).toMatchObject({ state: 'running', token: 1, losses: 0 })
  })

  it('renews no claim that another worker has replaced', async () => {
    const lost = await held()
    await q.expire()
    await q.store.recover()
    expect(await q.claim()).toMatchObject({ id: lost.id, token: 2 })
    await q.expire()
    await q.enqueue('a')
    const other = (await q.claim()) as Claim
    await q.expire(other.id)
    keeper.hold([lost, other])
    await eventually(() => isLeft(other.id))
    expect(await isLeft(lost.id)).toBe(false)
  })

  it('renews the leases of later jobs, and not those of ended ones', async () => {
    const ended = await held()
    await eventually(() => isLeft(ended.id))
    keeper.hold([])
    const next = await held()
    await q.expire()
    await eventually(() => isLeft(next.id))
    expect(await isLeft(ended.id)).toBe(false)
  })
})
