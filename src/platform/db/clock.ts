/** The database's clock: processes on several machines agree on it, and a process whose own clock is wrong does no harm. */
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

export const isPostgres = (db: Pick<Kysely<Tables>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/** The present time plus `ms`, as text in ISO 8601 with milliseconds, UTC. Also advances within a transaction. */
export function databaseTime(db: Kysely<Tables>, ms = 0): RawBuilder<string> {
  return isPostgres(db)
    ? sql<string>`to_char(clock_timestamp() at time zone 'UTC' + make_interval(secs => ${ms / 1000}), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`${(ms / 1000).toFixed(3)} seconds`})`
}
