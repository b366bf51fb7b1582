/**
 * Transactions have the same effect as one after the other, as on SQLite, which has one writer: PostgreSQL ends one of two that
 * contradict each other, and it is repeated here. So the work of a transaction may be called several times. Those that lock
 * their rows (`lockingTransaction`) wait for each other instead, and are repeated only after a deadlock.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, type Transaction, type TransactionBuilder } from 'kysely'
import { DatabaseBusy } from '../database-unavailable.ts'
import { isConflict } from './failures.ts'

const MAX_ATTEMPTS = 30
const LONGEST_PAUSE_MS = 200

/** @throws DatabaseBusy when it met other transactions each time */
export async function retried<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isConflict(error)) throw error
      if (attempt === MAX_ATTEMPTS) throw new DatabaseBusy({ cause: error })
      await sleep(Math.random() * Math.min(LONGEST_PAUSE_MS, 2 ** attempt))
    }
  }
}

/** Serializable unless the caller sets another level. */
export class SerializableKysely<Tables> extends Kysely<Tables> {
  override transaction() {
    return repeatable(super.transaction().setIsolationLevel('serializable'))
  }
}

function repeatable<Tables>(builder: TransactionBuilder<Tables>): TransactionBuilder<Tables> {
  const execute = builder.execute.bind(builder)
  builder.execute = <T>(callback: (tx: Transaction<Tables>) => Promise<T>) => retried(() => execute(callback))
  const setIsolationLevel = builder.setIsolationLevel.bind(builder)
  builder.setIsolationLevel = (level) => repeatable(setIsolationLevel(level))
  return builder
}
