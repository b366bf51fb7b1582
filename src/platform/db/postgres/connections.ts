/** The connections to PostgreSQL as Kysely's pool. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { DatabaseBusy, DatabaseUnavailable } from '../database-unavailable.ts'
import { valueParser } from './column-types.ts'
import { known } from './failures.ts'
import { retried } from './retried-transactions.ts'
import { createTurns } from './turns.ts'

const MAX_CONNECTIONS = 10
/** Longest wait for the server to accept a connection. */
const CONNECT_MS = 5_000
/** Longest wait for a connection while others use all of them: transactions on the same rows wait for each other. */
const FREE_WITHIN_MS = 30_000

export const connectionOptions = (url: string): pg.ClientConfig => ({
  connectionString: url,
  application_name: 'sightline',
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  types: {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      valueParser(oid) ?? pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
  },
})

/**
 * @param isOurs false while another platform may be using the database: no connection is given out then
 * Rejects with DatabaseUnavailable while the database cannot be reached; a later call succeeds once it can be again. Rejects with
 * DatabaseBusy when no connection becomes free.
 */
export function connections(url: string, isOurs: () => boolean): PostgresPool {
  const pool = new pg.Pool({ ...connectionOptions(url), max: MAX_CONNECTIONS })
  // An idle connection was lost; the pool opens another one. Without a listener the process would end.
  pool.on('error', () => undefined)
  const turns = createTurns(MAX_CONNECTIONS, FREE_WITHIN_MS)
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      if (!isOurs()) throw new DatabaseUnavailable()
      if (!(await turns.take())) throw new DatabaseBusy()
      const client = await pool.connect().catch((error) => {
        turns.give()
        throw error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable({ cause: error })
      })
      const made = wrapped.get(client) ?? wrap(client, turns.give)
      wrapped.set(client, made)
      return made
    },
    end: () => pool.end(),
  }
}

function wrap(client: pg.PoolClient, released: () => void): PostgresPoolClient {
  // A connection that is lost while it is in use also rejects its query.
  client.on('error', () => undefined)
  let isInTransaction = false
  const run = async (text: string, values: readonly unknown[]) => {
    try {
      return await client.query(text, [...values])
    } catch (error) {
      throw known(error)
    }
  }
  return {
    async query(text: string, values: readonly unknown[] = []) {
      // A transaction is repeated as a whole, never its last statement.
      if (/^(begin|start transaction)/.test(text)) isInTransaction = true
      const result = isInTransaction ? await run(text, values) : await retried(() => run(text, values))
      if (text === 'commit' || text === 'rollback') isInTransaction = false
      return result
    },
    release() {
      client.release()
      released()
    },
  } as unknown as PostgresPoolClient
}
