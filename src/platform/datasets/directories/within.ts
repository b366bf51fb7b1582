/** Finds the rows of a directory and those below it by a range, which an index serves. */
import { type RawBuilder, sql } from 'kysely'
import { ROOT } from './directory-path.ts'

/** True for the path itself and all paths below it. Texts are ordered by their bytes, and `0` follows the slash. */
export function isAtOrBelow(column: string, path: string): RawBuilder<boolean> {
  return within(sql.ref(column), path)
}

/** The same, read from each row: for directories with so many rows that their order is better read from another index. */
export function isAtOrBelowOfEach(column: string, path: string): RawBuilder<boolean> {
  return within(sql`(${sql.ref(column)} || '')`, path)
}

function within(column: RawBuilder<unknown>, path: string): RawBuilder<boolean> {
  if (path === ROOT) return sql<boolean>`${column} >= ${ROOT}`
  return sql<boolean>`(${column} = ${path} or (${column} > ${`${path}/`} and ${column} < ${`${path}0`}))`
}
