/** Paths of virtual directories: labels of images, never paths on a disk. */

import { type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../../shared/api/errors.ts'
import { message, saidOf } from '../../../shared/messages/message.ts'
import { MAX_FILENAME } from '../../db/naming/free-filename.ts'

export const ROOT = '/'
const MAX_PATH = 1000

/**
 * `/train/cars` for `train/cars`, `/train/cars/` and the like; `/` for empty text.
 * @throws ApiError invalid_field for a segment that can't be part of an address
 */
export function directoryPath(text: string, field = '/directory_path'): string {
  const segments = text.split('/').filter((segment) => segment !== '')
  for (const segment of segments) requireSegment(segment, field)
  const path = `/${segments.join('/')}`
  if (path.length <= MAX_PATH) return path
  const problem = message('invalid.too_long', { max: MAX_PATH })
  throw new ApiError('invalid_field', message('invalid.directory_path', { problem }), [{ field, ...saidOf(problem) }])
}

/** @throws ApiError invalid_field */
export function requireSegment(segment: string, field: string): void {
  const wrong =
    segment.trim() === ''
      ? message('invalid.blank')
      : /[/\\\p{Cc}\u2028\u2029]/u.test(segment)
        ? message('invalid.slashes')
        : segment === '.' || segment === '..'
          ? message('invalid.dots')
          : segment.length > MAX_FILENAME
            ? message('invalid.too_long', { max: MAX_FILENAME })
            : null
  if (wrong)
    throw new ApiError('invalid_field', message('invalid.segment', { name: segment, problem: wrong }), [
      { field, ...saidOf(wrong) },
    ])
}

/** Splits `train/cars/1.jpg` into directory and file name. */
export function splitPath(path: string): { directory: string; filename: string } {
  const segments = path.split('/').filter((segment) => segment !== '')
  return { directory: `/${segments.slice(0, -1).join('/')}`, filename: segments.at(-1) ?? '' }
}

export const joinPath = (parent: string, name: string): string => (parent === ROOT ? `/${name}` : `${parent}/${name}`)
export const parentPath = (path: string): string => path.slice(0, path.lastIndexOf('/')) || ROOT
export const nameOfPath = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** True for the directory itself and everything below it. */
export const isWithin = (path: string, directory: string): boolean =>
  directory === ROOT || path === directory || path.startsWith(`${directory}/`)

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
