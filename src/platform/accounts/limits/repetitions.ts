/** Requests with an Idempotency-Key as rows, for a day. */
import { ApiError } from '../../../shared/api/errors.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Database, databaseTime } from '../../db/database.ts'
import { withFirstChange } from '../../db/first-change.ts'
import type { IdempotencyKeyRow } from '../../db/schema/limits.ts'
import type { Repeatable, Repetitions } from '../../http/idempotency.ts'

/** A server that has noted nothing for so long is dead, and carries out none of its requests any more. */
const DEAD_AFTER_MS = 10 * 60_000

/**
 * Settles the requests of dead processes: one that had changed nothing may be sent again, the answer of another one is
 * lost. `processId`: of this process, which is alive.
 */
export async function settleRepetitions(db: Database, processId: string): Promise<void> {
  const alive = db
    .selectFrom('workers')
    .select('id')
    .where('seen_at', '>=', databaseTime(db, -DEAD_AFTER_MS))
    // And not since the clock was set back.
    .where('seen_at', '<=', databaseTime(db, DEAD_AFTER_MS))
  await db
    .deleteFrom('idempotency_keys')
    .where('state', '=', 'running')
    .where('process', '<>', processId)
    .where('process', 'not in', alive)
    .execute()
  await db
    .updateTable('idempotency_keys')
    .set({ state: 'done' })
    .where('state', '=', 'changed')
    .where('process', '<>', processId)
    .where('process', 'not in', alive)
    .execute()
}

/** After the clock was set back: requests that began later than now begin now. */
async function limitAges(db: Database, now: Date): Promise<void> {
  const created_at = now.toISOString()
  await db.updateTable('idempotency_keys').set({ created_at }).where('created_at', '>', created_at).execute()
}

export const KEPT_MS = 24 * 3_600_000
const SWEPT_EVERY_MS = 3_600_000

/** `processId`: of this process, which carries out the requests that begin here. */
export function createRepetitions(db: Database, processId: string, now: () => Date): Repetitions {
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
      const begun = {
        fingerprint,
        state: 'running' as const,
        answer: null,
        process: processId,
        created_at: now().toISOString(),
      }
      const began = await db
        .insertInto('idempotency_keys')
        .values({ ...row, ...begun })
        .onConflict((c) =>
          c
            .columns(['organization_id', 'credential', 'key'])
            .doUpdateSet(begun)
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
      return (
        await withFirstChange(
          () => [mark],
          work,
          async () => {},
        )
      ).value
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
