/** The statements of a SQLite connection: prepared once, since that takes longer than to execute most of them. */
import type Libsql from 'libsql'
import type { Outcome, Statement } from './thread-messages.ts'

type Connection = InstanceType<typeof Libsql>
type Execute = (parameters: readonly unknown[]) => Outcome

/** A statement with a list of values is another text for each length of the list, so the cache is bounded. */
const MAX_KEPT = 200

const NOTHING_DONE = { changes: 0, insertId: 0 }

/** @throws SqliteError */
export function preparedStatements(sqlite: Connection): (statement: Statement) => Outcome {
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
