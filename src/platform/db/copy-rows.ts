/** Copies all rows from one database to another one of the same version, in which there are none. */
import { sql } from 'kysely'
import { type Database, insertMany } from './database.ts'
import type { Tables } from './tables.ts'

/** A page of the largest rows, such as those of annotations, is a few megabytes. */
const PAGE = 500

type Row = Record<string, unknown>

interface Table {
  name: string
  /** Tables whose rows its rows name. */
  needs: Set<string>
}

export interface CopyRows {
  from: Database
  to: Database
  /** That of the two which is a database of SQLite: it describes the tables. */
  sqlite: Database
}

/** Returns the number of rows. @throws Error of the database that can't store a row; nothing is stored then */
export async function copyRows({ from, to, sqlite }: CopyRows): Promise<number> {
  const tables = inOrder(await readTables(sqlite))
  return to.transaction().execute(async (tx) => {
    let copied = 0
    for (const { name } of tables) {
      for await (const rows of pages(from, name, from === sqlite)) {
        await insertMany(tx, name as keyof Tables & string, rows as never)
        copied += rows.length
      }
    }
    return copied
  })
}

/** The place of a row in its table, by which a table is read in pages whatever its key. Nothing else uses the database. */
const PLACE = 'place'

async function* pages(db: Database, table: string, isSqlite: boolean): AsyncGenerator<Row[]> {
  const place = isSqlite ? sql`rowid` : sql`ctid`
  const shown = isSqlite ? place : sql`ctid::text`
  for (let last: unknown; ; ) {
    const from = isSqlite ? sql`${last}` : sql`${last}::tid`
    const after = last === undefined ? sql`` : sql`where ${place} > ${from}`
    const page = await sql<Row>`select *, ${shown} as ${sql.ref(PLACE)} from ${sql.table(table)} ${after}
      order by ${place} limit ${sql.lit(PAGE)}`.execute(db)
    last = page.rows.at(-1)?.[PLACE]
    if (page.rows.length > 0) yield page.rows.map(({ [PLACE]: _place, ...row }) => row)
    if (page.rows.length < PAGE) return
  }
}

/** Lists the tables to copy. Both databases have their own tables of migrations. */
async function readTables(db: Database): Promise<Table[]> {
  const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'
    and name not like 'kysely_%' and name not like 'sqlite_%' order by name`.execute(db)
  return Promise.all(
    rows.map(async ({ name }) => {
      const keys = await sql<{ table: string }>`select "table" from pragma_foreign_key_list(${name})`.execute(db)
      const needs = new Set(keys.rows.map(({ table }) => table).filter((table) => table !== name))
      return { name, needs }
    }),
  )
}

/** Each table after those that its rows name. */
function inOrder(tables: readonly Table[]): Table[] {
  const done = new Set<string>()
  const ordered: Table[] = []
  while (ordered.length < tables.length) {
    const next = tables.filter(({ name, needs }) => !done.has(name) && [...needs].every((need) => done.has(need)))
    if (next.length === 0) throw new Error('The tables name each other in a circle.')
    for (const table of next) done.add(table.name)
    ordered.push(...next)
  }
  return ordered
}
