/** Thread entry (bundled as database.js): one connection to the database, which executes statements in their order. */
import { parentPort, workerData } from 'node:worker_threads'
import Libsql from 'libsql'
import type { FromThread, Outcome, Statement, ThreadSettings, ToThread } from './thread-messages.ts'

const port = parentPort
if (!port) throw new Error('database.js is started by the platform, as a worker thread')

/** Outcomes that are ready do not wait for longer than this for those of the statements behind them. */
const HOLD_MS = 0.5

const { path, isReader } = workerData as ThreadSettings
let connection: Libsql.Database | null = null
let execute: ((statement: Statement) => Outcome) | null = null

type Connection = InstanceType<typeof Libsql>
type Execute = (parameters: readonly unknown[]) => Outcome

/** A statement with a list of values is another text for each length of the list, so the cache is bounded. */
const MAX_KEPT = 200

const NOTHING_DONE = { changes: 0, insertId: 0 }

/**
 * The statements of a SQLite connection: prepared once, since that takes longer than to execute most of them.
 * @throws SqliteError
 */
function preparedStatements(sqlite: Connection): (statement: Statement) => Outcome {
  const kept = new Map<string, Execute>()
  return ({ sql, parameters }) => {
    const execute = kept.get(sql) ?? prepared(sqlite, sql)
    // The one that was used last is the last to go.
    kept.delete(sql)
    kept.set(sql, execute)
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value as string)
    return execute(parameters)
  }
}

function prepared(sqlite: Connection, sql: string): Execute {
  const statement = sqlite.prepare(sql)
  if (statement.reader) return selecting(statement)
  // On a full disk SQLite ends a transaction by itself; rolling it back again would hide that failure.
  const isOver = () => sql === 'rollback' && !sqlite.inTransaction
  return (parameters) => {
    if (isOver()) return NOTHING_DONE
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { changes, insertId: lastInsertRowid }
  }
}

function selecting(statement: Libsql.Statement): Execute {
  statement.raw(true)
  let names: string[] = []
  let columns = ''
  return (parameters) => {
    const rows = statement.all(parameters) as unknown[][]
    // Known after the first execution only: the tables may have changed since the connection has last read them.
    if (rows[0] && rows[0].length !== names.length) {
      names = statement.columns().map(({ name }) => name)
      columns = names.join('\n')
    }
    return { columns, rows }
  }
}

/** An error of opening is one of the first statement, and opening is tried again for the next. */
function open(): NonNullable<typeof execute> {
  const sqlite = new Libsql(path)
  try {
    sqlite.exec('PRAGMA busy_timeout = 5000')
    if (isReader) sqlite.exec('PRAGMA query_only = ON')
    else {
      sqlite.exec('PRAGMA journal_mode = WAL')
      // Each commit waits for the disk, so that a power failure takes nothing that was acknowledged.
      sqlite.exec('PRAGMA synchronous = FULL')
      // On macOS the log reaches the disk itself before the database is changed by it. Other systems ignore this.
      sqlite.exec('PRAGMA checkpoint_fullfsync = ON')
      sqlite.exec('PRAGMA foreign_keys = ON')
    }
  } catch (error) {
    sqlite.close()
    throw error
  }
  connection = sqlite
  return preparedStatements(sqlite)
}

function outcomeOf(statement: Statement): Outcome {
  try {
    execute ??= open()
    return execute(statement)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : null
    return { failed: { message: error instanceof Error ? error.message : String(error), code } }
  }
}

function executeAll(statements: readonly Statement[]): void {
  let ready: Outcome[] = []
  let since = performance.now()
  let last: Outcome = NOTHING_DONE
  for (const statement of statements) {
    if (!(statement.isChained && 'failed' in last)) last = outcomeOf(statement)
    ready.push(last)
    if (performance.now() - since < HOLD_MS) continue
    port?.postMessage(ready satisfies FromThread)
    ready = []
    since = performance.now()
  }
  if (ready.length > 0) port?.postMessage(ready satisfies FromThread)
}

port.on('message', (statements: ToThread) => {
  if (statements) return executeAll(statements)
  connection?.close()
  port.close()
})
