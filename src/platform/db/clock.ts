/** The database's clock: processes on several machines agree on it, and a process whose own clock is wrong does no harm. */
import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

export const isPostgres = (db: Pick<Kysely<Tables>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/** A clock that was compared with the database's longer ago is compared again. */
const COMPARED_EVERY_MS = 60_000
/** Clocks are kept within less of each other. One that gained or lost more was set. */
const SET_BY_MS = 1000

/**
 * A clock of this process that follows the database's, whatever its own is set to. SQLite has no other clock than that of its
 * machine.
 */
export function databaseClock(db: Kysely<Tables>, now: () => Date): () => Promise<Date> {
  if (!isPostgres(db)) return async () => now()
  let behindMs = 0
  let compared = { at: Number.NEGATIVE_INFINITY, wall: 0 }
  let comparing: Promise<void> | null = null

  async function compare(): Promise<void> {
    const { rows } = await sql<{ at: string }>`select ${databaseTime(db)} as at`.execute(db)
    compared = { at: performance.now(), wall: Date.now() }
    const difference = Date.parse((rows[0] as { at: string }).at) - compared.wall
    behindMs = Math.abs(difference) > SET_BY_MS ? difference : 0
  }

  return async () => {
    const passedMs = performance.now() - compared.at
    const wasSet = Math.abs(Date.now() - compared.wall - passedMs) > SET_BY_MS
    if (passedMs > COMPARED_EVERY_MS || wasSet) {
      comparing ??= compare().finally(() => {
        comparing = null
      })
      await comparing
    }
    return new Date(now().getTime() + behindMs)
  }
}

/** The present time plus `ms`, as text in ISO 8601 with milliseconds, UTC. Also advances within a transaction. */
export function databaseTime(db: Kysely<Tables>, ms = 0): RawBuilder<string> {
  return isPostgres(db)
    ? sql<string>`to_char(clock_timestamp() at time zone 'UTC' + make_interval(secs => ${ms / 1000}), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`${(ms / 1000).toFixed(3)} seconds`})`
}
