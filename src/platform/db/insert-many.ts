/** Inserts many rows: statements for several sizes are compiled once, which takes longer than to execute them. */
import { type CompiledQuery, sql } from 'kysely'
import type { Database } from './database.ts'
import type { Tables } from './tables.ts'

/** Rows of one statement: each number of rows is composed of these. */
const SIZES = [128, 64, 32, 16, 8, 4, 2, 1] as const

/** By dialect, then by table, columns, number of rows and what happens to known rows. */
const compiled = new WeakMap<object, Map<string, CompiledQuery>>()

/** Columns of rows whose key is known already. */
export interface Replacing<Column extends string> {
  key: readonly Column[]
  /** Those that get the new values. */
  set: readonly Column[]
}

/** All rows have the columns of the first. `replacing`: rows with a known key are changed. */
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
