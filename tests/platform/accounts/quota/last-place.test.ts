/** Transactions that check and count at the same time, as on several servers of one database. */
import { expect, it } from 'vitest'
import { countStored, requireRoom } from '../../../../src/platform/accounts/quota/quota.ts'
import { planOf } from '../../../../src/shared/api/plans.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { startHarness } from '../../support/harness.ts'
import { setPlan } from './support.ts'

it('takes the last bytes once', async () => {
  const h = await startHarness()
  const { organizationId } = h.platform
  await setPlan(h, 'free')
  const db = await openPlatformDatabase(h.dataDir)
  try {
    const bytes = planOf('free').max_storage_bytes - 1
    await db.transaction().execute((tx) => countStored(tx, organizationId, 'exports', bytes))
    const take = () =>
      db.transaction().execute(async (tx) => {
        await requireRoom(tx, organizationId, { bytes: 1 })
        await countStored(tx, organizationId, 'uploads', 1)
      })
    const ends = await Promise.allSettled(Array.from({ length: 5 }, take))
    const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
    expect(refused).toEqual(Array(4).fill(expect.objectContaining({ code: 'storage_quota_reached' })))
  } finally {
    await db.destroy()
    await h.close()
  }
})
