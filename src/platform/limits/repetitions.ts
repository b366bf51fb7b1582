/** Requests with an Idempotency-Key as rows, for a day. */
import { ApiError } from '../../shared/api/errors.ts'
import { message } from '../../shared/messages/message.ts'
import type { Database } from '../db/database.ts'
import { withFirstChange } from '../db/first-change.ts'
import type { IdempotencyKeyRow } from '../db/schema/limits.ts'
import type { Repeatable, Repetitions } from '../http/idempotency.ts'

/**
 * Settles the requests of a dead process: one that had changed nothing may be sent again, the answer of another one is
 * lost. `deadAfterMs`: only of those that began so long ago; null: of all.
 */
export async function settleRepetitions(db: Database, now: Date, deadAfterMs: number | null): Promise<void> {
  await limitAges(db, now)
  let running = db.deleteFrom('idempotency_keys').where('state', '=', 'running')
  let changed = db.updateTable('idempotency_keys').set({ state: 'done' }).where('state', '=', 'changed')
  if (deadAfterMs !== null) {
    const since = new Date(now.getTime() - deadAfterMs).toISOString()
    running = running.where('created_at', '<=', since)
    changed = changed.where('created_at', '<=', since)
  }
  await running.execute()
  await changed.execute()
}

/** After the clock was set back: requests that began later than now begin now. */
async function limitAges(db: Database, now: Date): Promise<void> {
  const created_at = now.toISOString()
  await db.updateTable('idempotency_keys').set({ created_at }).where('created_at', '>', created_at).execute()
}

export const KEPT_MS = 24 * 3_600_000
const SWEPT_EVERY_MS = 3_600_000

export function createRepetitions(db: Database, now: () => Date): Repetitions {
  let sweptAt = Number.NEGATIVE_INFINITY

  async function sweep(): Promise<void> {
    const time = now().getTime()
    if (Math.abs(time - sweptAt) < SWEPT_EVERY_MS) return
    sweptAt = time
    await limitAges(db, now())
    await db.deleteFrom('idempotency_keys').where('created_at', '<=', oldest()).execute()
  }

  const oldest = () => new Date(now().getTime() - KEPT_MS).toISOString()

  const rowOf = ({ caller, key }: Repeatable) => ({
    organization_id: caller.organizationId,
    credential: caller.keyId ?? caller.userId ?? '',
    key,
  })

  return {
    async begin(request) {
      await sweep()
      const { fingerprint } = request
      const row = rowOf(request)
      const created_at = now().toISOString()
      const began = await db
        .insertInto('idempotency_keys')
        .values({ ...row, fingerprint, state: 'running', answer: null, created_at })
        .onConflict((c) =>
          c
            .columns(['organization_id', 'credential', 'key'])
            .doUpdateSet({ fingerprint, state: 'running', answer: null, created_at })
            .where('idempotency_keys.created_at', '<=', oldest()),
        )
        .executeTakeFirst()
      if ((began.numInsertedOrUpdatedRows ?? 0n) > 0n) return null
      const [earlier] = await rowsOf(row)
      // Forgotten meanwhile.
      if (!earlier) throw new ApiError('request_running', message('idempotency.running'))
      if (earlier.fingerprint !== fingerprint) {
        throw new ApiError('idempotency_key_reused', message('idempotency.other_request'))
      }
      if (earlier.state !== 'done') throw new ApiError('request_running', message('idempotency.running'))
      if (earlier.answer === null) throw new ApiError('answer_not_kept', message('idempotency.answer_not_kept'))
      return earlier.answer
    },
    async around(request, work) {
      const mark = changed(request, { state: 'changed' }).compile()
      return (await withFirstChange([mark], work, async () => {})).value
    },
    async finish(request, answer) {
      await changed(request, { state: 'done', answer }).execute()
    },
    async forget(request) {
      const { organization_id, credential, key } = rowOf(request)
      await db
        .deleteFrom('idempotency_keys')
        .where('organization_id', '=', organization_id)
        .where('credential', '=', credential)
        .where('key', '=', key)
        .execute()
    },
  }

  function changed(request: Repeatable, change: Partial<Pick<IdempotencyKeyRow, 'state' | 'answer'>>) {
    const { organization_id, credential, key } = rowOf(request)
    return db
      .updateTable('idempotency_keys')
      .set(change)
      .where('organization_id', '=', organization_id)
      .where('credential', '=', credential)
      .where('key', '=', key)
  }

  function rowsOf({ organization_id, credential, key }: ReturnType<typeof rowOf>) {
    return db
      .selectFrom('idempotency_keys')
      .select(['fingerprint', 'state', 'answer'])
      .where('organization_id', '=', organization_id)
      .where('credential', '=', credential)
      .where('key', '=', key)
      .execute()
  }
}
