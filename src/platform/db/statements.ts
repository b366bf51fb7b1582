/** The statements of a SQLite connection: prepared once, since that takes longer than to execute most of them. */
import type { SqliteDatabase, SqliteStatement } from 'kysely'
import type Libsql from 'libsql'

type Connection = InstanceType<typeof Libsql>

/** A statement with a list of values is another text for each length of the list, so the cache is bounded. */
const MAX_KEPT = 200

export interface PreparedStatements extends SqliteDatabase {
  /**
   * Rows of a query, past Kysely's queue. Null during a transaction, whose changes nobody else may see: the query then
   * waits in the queue.
   */
  readNow(sql: string, parameters: readonly unknown[]): unknown[] | null
}

const NOTHING_DONE = { changes: 0, lastInsertRowid: 0 }

/**
 * The connection as Kysely's. libsql has better-sqlite3's interface except for `.get()`, which adds a column of its
 * own: only `.all()` is passed on.
 */
export function preparedStatements(sqlite: Connection): PreparedStatements {
  const kept = new Map<string, SqliteStatement>()
  const prepare = (sql: string): SqliteStatement => {
    const statement = kept.get(sql) ?? prepared(sqlite, sql)
    // The one that was used last is the last to go.
    kept.delete(sql)
    kept.set(sql, statement)
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value as string)
    return statement
  }
  return {
    close() {
      kept.clear()
      sqlite.close()
    },
    prepare,
    readNow: (sql, parameters) => (sqlite.inTransaction ? null : prepare(sql).all(parameters)),
  }
}

function prepared(sqlite: Connection, sql: string): SqliteStatement {
  const statement = sqlite.prepare(sql)
  // On a full disk SQLite ends a transaction by itself; rolling it back again would hide that failure.
  const isOver = () => sql === 'rollback' && !sqlite.inTransaction
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(parameters),
    run: (parameters) => (isOver() ? NOTHING_DONE : statement.run(parameters)),
    // Rows of this one are read while the kept statement may be executed again.
    iterate: (parameters) => sqlite.prepare(sql).iterate(parameters) as IterableIterator<unknown>,
  }
}
