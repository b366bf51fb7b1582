/** A transaction whose statements reach its connection as they are executed: Kysely has each wait for the one before it. */
import { type DatabaseConnection, Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** For a connection that executes statements in the order in which it gets them. */
export async function inOneMessage(tx: Transaction<Tables>): Promise<Transaction<Tables>> {
  const connection = await tx.getExecutor().provideConnection(async (own) => own)
  const provider = { provideConnection: <T>(use: (own: DatabaseConnection) => Promise<T>) => use(connection) }
  // A transaction begins no other, and describes no tables, for which these would be needed.
  const unused = {} as never
  const executor = tx.getExecutor().withConnectionProvider(provider)
  return new Transaction<Tables>({ config: unused, driver: unused, dialect: unused, executor })
}

/**
 * Waits for all of these statements, then throws the first error: none of a transaction may be left that would be executed after its
 * end.
 */
export async function allSettled(works: readonly Promise<unknown>[]): Promise<void> {
  const ends = await Promise.allSettled(works)
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
