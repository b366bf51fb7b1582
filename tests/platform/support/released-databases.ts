/** The dumps of databases that released versions have created. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import Libsql from 'libsql'
import type { Database } from '../../../src/platform/db/database.ts'
import type { Tables } from '../../../src/platform/db/tables.ts'

const FOLDER = join(import.meta.dirname, '../db/releases')

/** Versions, and the SQL of each. */
export function releasedDatabases(kind: 'sqlite' | 'postgres'): Map<string, string> {
  const ending = `.${kind}.sql`
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(ending))
  return new Map(names.map((name) => [name.slice(0, -ending.length), readFileSync(join(FOLDER, name), 'utf8')]))
}

/** Creates the file, in the mode in which the platform leaves it. */
export function sqliteFrom(text: string, path: string): void {
  const db = new Libsql(path)
  db.exec('pragma journal_mode = wal')
  db.exec(text)
  db.close()
}

/** Returns the number of rows by table, without empty tables. */
export async function rowCounts(db: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { name } of await db.introspection.getTables()) {
    const { n } = await db
      .selectFrom(name as keyof Tables)
      .select(sql<number>`count(*)`.as('n'))
      .executeTakeFirstOrThrow()
    if (n > 0) counts[name] = n
  }
  return counts
}
