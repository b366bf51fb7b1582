/** The connections to PostgreSQL as Kysely's pool. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { DatabaseUnavailable } from '../database-unavailable.ts'
import { valueParser } from './column-types.ts'
import { known } from './failures.ts'
import { retried } from './retried-transactions.ts'

const MAX_CONNECTIONS = 10
/** Longest wait for a connection. */
const CONNECT_MS = 5_000

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
 * Rejects with DatabaseUnavailable while the database cannot be reached; a later call succeeds once it can be again.
 */
export function connections(url: string, isOurs: () => boolean): PostgresPool {
  const pool = new pg.Pool({ ...connectionOptions(url), max: MAX_CONNECTIONS })
  // An idle connection was lost; the pool opens another one. Without a listener the process would end.
  pool.on('error', () => undefined)
  const wrapped = new WeakMap<pg.PoolClient, PostgresPoolClient>()
  return {
    async connect() {
      if (!isOurs()) throw new DatabaseUnavailable()
      const client = await pool.connect().catch((error) => {
        throw error instanceof DatabaseUnavailable ? error : new DatabaseUnavailable({ cause: error })
      })
      const made = wrapped.get(client) ?? wrap(client)
      wrapped.set(client, made)
      return made
    },
    end: () => pool.end(),
  }
}

function wrap(client: pg.PoolClient): PostgresPoolClient {
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
    release: () => client.release(),
  } as unknown as PostgresPoolClient
}
