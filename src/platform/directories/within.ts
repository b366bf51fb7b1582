/** Finds the rows of a directory and those below it by a range, which an index serves. */
import { type RawBuilder, sql } from 'kysely'
import { ROOT } from './directory-path.ts'

/** True for the path itself and all paths below it. Texts are ordered by their bytes, and `0` follows the slash. */
export function isAtOrBelow(column: string, path: string): RawBuilder<boolean> {
  const ref = sql.ref(column)
  if (path === ROOT) return sql<boolean>`${ref} >= ${ROOT}`
  return sql<boolean>`(${ref} = ${path} or (${ref} > ${`${path}/`} and ${ref} < ${`${path}0`}))`
}
