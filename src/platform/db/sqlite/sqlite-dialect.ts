/** SQLite under Kysely, in threads of its own: one that writes, and others that read beside it (WAL mode). */
import {
  type CompiledQuery,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
import type { EndingConnection } from '../first-change.ts'
import { createReaders, type Readers } from './readers.ts'
import { type Request, SqliteThread } from './sqlite-thread.ts'
import type { Changed, Selected } from './thread-messages.ts'
import { createWriter, type Writer, type WriterTurn } from './writer.ts'

const READERS = 2

/** `path` is that of an existing file. A thread is started when it is first needed, and again when it has died. */
export function sqliteDialect(path: string): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new ThreadedDriver(path),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class ThreadedDriver implements Driver {
  readonly #path: string
  readonly #writer: Writer
  readonly #readers: Readers

  constructor(path: string) {
    this.#path = path
    this.#writer = createWriter(path)
    this.#readers = createReaders(path, READERS)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<ThreadedConnection> {
    return new ThreadedConnection(this.#writer, this.#readers)
  }

  async beginTransaction(connection: ThreadedConnection, { accessMode }: TransactionSettings): Promise<void> {
    if (accessMode === 'read only') connection.beginSnapshot(this.#path)
    else await connection.begin()
  }

  async commitTransaction(connection: ThreadedConnection): Promise<void> {
    await connection.end('commit')
  }

  async rollbackTransaction(connection: ThreadedConnection): Promise<void> {
    await connection.end('rollback')
  }

  async releaseConnection(connection: ThreadedConnection): Promise<void> {
    connection.release()
  }

  async destroy(): Promise<void> {
    await this.#readers.close()
    // Last, since the last connection moves the write-ahead log into the database file.
    await this.#writer.close()
  }
}

/** A thread of its own for the reads of one transaction: those of others continue on the other threads. */
function snapshotTurn(path: string): WriterTurn {
  const thread = new SqliteThread({ path, isReader: true }, () => undefined)
  return {
    send: (requests) => thread.send(requests),
    release: () => void thread.close(),
  }
}

class ThreadedConnection implements EndingConnection {
  readonly #writer: Writer
  readonly #readers: Readers
  #turn: WriterTurn | null = null
  /** The statement that begins the transaction, which is sent with the first one in it: a message takes longer than most statements. */
  #opening: string | null = null
  #beginning: Promise<void> | null = null
  #queued: Request[] = []

  constructor(writer: Writer, readers: Readers) {
    this.#writer = writer
    this.#readers = readers
  }

  async begin(): Promise<void> {
    this.#turn = await this.#writer.takeTurn()
    // Not deferred: a read that becomes a write would fail at once when the database has changed in between.
    this.#opening = 'begin immediate'
  }

  /** Deferred: its first read decides the moment that all of them see. */
  beginSnapshot(path: string): void {
    this.#turn = snapshotTurn(path)
    this.#opening = 'begin'
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (this.#turn && this.#opening === null) await this.#inTurn(this.#turn, [textOf(how)])
  }

  async commitAfter(statements: readonly CompiledQuery[]): Promise<void> {
    if (this.#turn && (this.#opening === null || statements.length > 0)) {
      await this.#inTurn(this.#turn, [...statements, textOf('commit')])
    }
  }

  release(): void {
    this.#turn?.release()
    this.#turn = null
    this.#opening = null
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (this.#turn) return resultOf(await this.#inTurn(this.#turn, [query]))
    const place = isRead(query) ? this.#readers : this.#writer
    return resultOf(await new Promise((resolve, reject) => place.send(requestOf(query, false, resolve, reject))))
  }

  /** Executes statements of the transaction up to the first that fails; returns the outcome of the last. */
  async #inTurn(turn: WriterTurn, statements: readonly Text[]): Promise<Selected | Changed> {
    await this.#beginning?.catch(() => undefined)
    if (this.#opening !== null) this.#begin(turn, this.#opening)
    const outcomes = statements.map((statement) => this.#queue(turn, statement))
    return (await Promise.all(outcomes)).at(-1) as Selected | Changed
  }

  #begin(turn: WriterTurn, opening: string): void {
    const begun = this.#queue(turn, textOf(opening)).then(
      () => undefined,
      // A transaction that could not begin does so with the next statement.
      () => {
        this.#opening = opening
      },
    )
    this.#opening = null
    this.#beginning = begun.finally(() => {
      this.#beginning = null
    })
  }

  /** Statements that are not awaited before the next one share a message; behind one that fails, none of them is executed. */
  #queue(turn: WriterTurn, statement: Text): Promise<Selected | Changed> {
    const isFirst = this.#queued.length === 0
    const outcome = new Promise<Selected | Changed>((resolve, reject) => {
      this.#queued.push(requestOf(statement, !isFirst, resolve, reject))
    })
    if (isFirst) {
      process.nextTick(() => {
        const requests = this.#queued
        this.#queued = []
        turn.send(requests)
      })
    }
    return outcome
  }

  streamQuery(): never {
    throw new Error('The rows of a query can’t be streamed: read them in pages.')
  }
}

type Text = Pick<CompiledQuery, 'sql' | 'parameters'>
const textOf = (sql: string): Text => ({ sql, parameters: [] })

const requestOf = (
  { sql, parameters }: Text,
  isChained: boolean,
  resolve: Request['resolve'],
  reject: Request['reject'],
): Request => ({ statement: { sql, parameters, isChained }, resolve, reject })

const isRead = ({ query, sql }: CompiledQuery): boolean =>
  query.kind === 'SelectQueryNode' || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))

function resultOf<Row>(outcome: Selected | Changed): QueryResult<Row> {
  if ('rows' in outcome) return { rows: rowsOf(outcome) as Row[] }
  return { rows: [], numAffectedRows: BigInt(outcome.changes), insertId: BigInt(outcome.insertId) }
}

function rowsOf({ columns, rows }: Selected): Record<string, unknown>[] {
  if (rows.length === 0) return []
  const names = columns.split('\n')
  return rows.map((values) => {
    const row: Record<string, unknown> = {}
    for (let i = 0; i < names.length; i++) row[names[i] as string] = values[i]
    return row
  })
}
