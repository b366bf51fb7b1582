/** The database of a platform, as all that reads or writes it sees it: SQLite or PostgreSQL under Kysely. */
import { createHash, randomBytes } from 'node:crypto'
import { type CompiledQuery, type Kysely, PostgresAdapter, type RawBuilder, sql, type Transaction } from 'kysely'
import { type Message, message } from '../../shared/messages/message.ts'
import { inOneMessage } from './one-message.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

/** True for the error of a UNIQUE constraint, in SQLite and in PostgreSQL. */
export function isUniqueViolation(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code === 'SQLITE_CONSTRAINT_UNIQUE' || code === '23505'
}

/** The reason why PostgreSQL cannot store a text that SQLite stores; null for another error. */
export function unstorableText(error: unknown): Message | null {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === '22021') return message('api.text_with_nul')
  return code === '54000' ? message('api.text_too_long_to_index') : null
}

let lastMs = 0
let counter = 0
let drawn = Buffer.alloc(0)
let drawnAt = 0

/** Identifiers: UUID version 7 (RFC 9562), which sort by creation time, even within a millisecond. */
export function newId(): string {
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    counter = randomBytes(2).readUInt16BE() & 0x7ff
  } else if (++counter > 0xfff) {
    lastMs++
    counter = 0
  }
  const bytes = random16()
  bytes.writeUIntBE(lastMs, 0, 6)
  bytes.writeUInt16BE(0x7000 | counter, 6)
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return written(bytes)
}

/** Sixteen bytes that nobody has had before; drawn for many ids at a time, since each call of the system takes longer. */
function random16(): Buffer {
  if (drawnAt === drawn.length) {
    drawn = randomBytes(4096)
    drawnAt = 0
  }
  drawnAt += 16
  return drawn.subarray(drawnAt - 16, drawnAt)
}

/** An id that is the same for the same parts (UUID version 8). */
export function derivedId(...parts: string[]): string {
  const bytes = createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return written(bytes)
}

function written(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
export const isUuid = (text: string): boolean => UUID.test(text)

/** JSON in text columns. */
export const toJson = (value: unknown): string => JSON.stringify(value)
export const toJsonOrNull = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value)

/** The column was written by `toJson` from a value of this type. */
export const fromJson = <T>(text: string): T => JSON.parse(text) as T
export const fromJsonOrNull = <T>(text: string | null): T | null => (text === null ? null : (JSON.parse(text) as T))

export const isPostgres = (db: Pick<Kysely<Tables>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/** A clock that was compared with the database's longer ago is compared again. */
const COMPARED_EVERY_MS = 60_000
/** Clocks are kept within less of each other. One that gained or lost more was set. */
const SET_BY_MS = 1000

/**
 * A clock of this process that follows the database's, whatever its own is set to, so that processes on several machines agree.
 * SQLite has no other clock than that of its machine.
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

/**
 * A transaction that locks each row before it relies on it. On PostgreSQL it is read committed: it waits for other transactions, or
 * skips rows that they hold, where a serializable one would be repeated. On SQLite, statements that are not awaited before the next
 * one share a message to its thread.
 */
export const lockingTransaction = <T>(db: Database, work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> =>
  isPostgres(db)
    ? db.transaction().setIsolationLevel('read committed').execute(work)
    : db.transaction().execute(async (tx) => work(await inOneMessage(tx)))

/** Rows of one statement: each number of rows is composed of these. */
const SIZES = [128, 64, 32, 16, 8, 4, 2, 1] as const

/** By dialect, then by table, columns, number of rows and what happens to known rows. */
const compiled = new WeakMap<object, Map<string, CompiledQuery>>()

/** Columns of rows whose key is known already. */
interface Replacing<Column extends string> {
  key: readonly Column[]
  /** The columns that get the new values. */
  set: readonly Column[]
}

/**
 * Inserts many rows: statements for several sizes are compiled once, which takes longer than to execute them.
 * All rows have the columns of the first. `replacing`: rows with a known key are changed.
 */
export async function insertMany<T extends keyof Tables & string>(
  db: Pick<Database, 'insertInto' | 'executeQuery' | 'getExecutor'>,
  table: T,
  rows: readonly Tables[T][],
  replacing?: Replacing<keyof Tables[T] & string>,
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first) as (keyof Tables[T] & string)[]
  let done = 0
  for (const size of SIZES) {
    for (; rows.length - done >= size; done += size) {
      const parameters: unknown[] = []
      for (let i = done; i < done + size; i++) {
        const row = rows[i] as Tables[T]
        for (const column of columns) parameters.push(row[column])
      }
      await db.executeQuery({ ...insertOf(db, table, columns, size, replacing), parameters })
    }
  }
}

/** The insert of a row, which is compiled once. */
export function insertQuery<T extends keyof Tables & string>(
  db: Pick<Database, 'insertInto' | 'getExecutor'>,
  table: T,
  row: Tables[T],
): CompiledQuery {
  const columns = Object.keys(row) as (keyof Tables[T] & string)[]
  return { ...insertOf(db, table, columns, 1, undefined), parameters: columns.map((column) => row[column]) }
}

function insertOf(
  db: Pick<Database, 'insertInto' | 'getExecutor'>,
  table: string,
  columns: readonly string[],
  size: number,
  replacing: Replacing<string> | undefined,
): CompiledQuery {
  const { adapter } = db.getExecutor()
  const known = compiled.get(adapter) ?? new Map<string, CompiledQuery>()
  compiled.set(adapter, known)
  const key = [table, size, ...columns, '/', ...(replacing?.set ?? [])].join(' ')
  let query = known.get(key)
  if (!query) {
    // Kysely does not know a table by a variable name; its values are replaced by those of the rows.
    const row = Object.fromEntries(columns.map((column) => [column, '']))
    const rows = Array.from({ length: size }, () => row)
    const insert = db.insertInto(table as 'annotations').values(rows as never)
    query = replacing
      ? insert
          .onConflict((c) =>
            c
              .columns(replacing.key as never)
              .doUpdateSet(Object.fromEntries(replacing.set.map((name) => [name, sql.ref(`excluded.${name}`)]))),
          )
          .compile()
      : insert.compile()
    known.set(key, query)
  }
  return query
}
