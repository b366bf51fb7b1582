/** SQLite under Kysely, in threads of its own: one that writes, and others that read beside it (WAL mode). */
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  type TransactionSettings,
} from 'kysely'
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
    await (accessMode === 'read only' ? connection.beginSnapshot(this.#path) : connection.begin())
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
    send: (request) => thread.send([request]),
    release: () => void thread.close(),
  }
}

class ThreadedConnection implements DatabaseConnection {
  readonly #writer: Writer
  readonly #readers: Readers
  #turn: WriterTurn | null = null

  constructor(writer: Writer, readers: Readers) {
    this.#writer = writer
    this.#readers = readers
  }

  async begin(): Promise<void> {
    this.#turn = await this.#writer.takeTurn()
    // Not deferred: a read that becomes a write would fail at once when the database has changed in between.
    await outcomeOn(this.#turn, 'begin immediate')
  }

  /** Deferred: its first read decides the moment that all of them see. */
  async beginSnapshot(path: string): Promise<void> {
    this.#turn = snapshotTurn(path)
    await outcomeOn(this.#turn, 'begin')
  }

  async end(how: 'commit' | 'rollback'): Promise<void> {
    if (this.#turn) await outcomeOn(this.#turn, how)
  }

  release(): void {
    this.#turn?.release()
    this.#turn = null
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const place = this.#turn ?? (isRead(query) ? this.#readers : this.#writer)
    return resultOf(await outcomeOn(place, query.sql, query.parameters))
  }

  streamQuery(): never {
    throw new Error('The rows of a query can’t be streamed: read them in pages.')
  }
}

function outcomeOn(place: { send(request: Request): void }, sql: string, parameters: readonly unknown[] = []) {
  return new Promise<Selected | Changed>((resolve, reject) => {
    place.send({ statement: { sql, parameters }, resolve, reject })
  })
}

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
