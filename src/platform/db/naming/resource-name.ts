/** Names of resources: the rules for those that address a resource in a path, and the next free one. */

import { ApiError } from '../../../shared/api/errors.ts'
import { cutBefore } from '../../../shared/domain/cut-text.ts'
import { type Message, message, saidOf } from '../../../shared/messages/message.ts'
import { isUniqueViolation } from '../database.ts'
import type { NamedRows } from '../pages.ts'

const MAX_LENGTH = 100
const MAX_TRIES = 5

/** Line breaks and other characters that nobody sees, which lists, files and addresses do not keep. */
const CONTROLS = /[\p{Cc}\u2028\u2029]/u

/** The reason why a text is no name; null for one that is. */
const problemOf = (name: string): Message | null =>
  name.trim() === '' ? message('invalid.blank') : CONTROLS.test(name) ? message('invalid.one_line') : null

/**
 * A name is one segment of a path, so it must not hold a slash or a line break, be a dot segment or be blank.
 * @throws ApiError invalid_field
 */
export function requirePathName(name: string, field = '/name'): void {
  const wrong =
    problemOf(name) ??
    (name.includes('/') ? message('invalid.slash') : name === '.' || name === '..' ? message('invalid.dots') : null)
  if (wrong)
    throw new ApiError('invalid_field', message('invalid.name', { problem: wrong }), [{ field, ...saidOf(wrong) }])
}

/** The name itself, or with the first free ` (2)`, ` (3)` and so on appended, never longer than 100 characters. */
async function freeName(name: string, isTaken: (name: string) => Promise<boolean>): Promise<string> {
  for (let n = 1, candidate = name; ; candidate = cutBefore(name, ` (${++n})`, MAX_LENGTH)) {
    if (!(await isTaken(candidate))) return candidate
  }
}

export interface InsertByName<Row> extends Pick<NamedRows<Row>, 'nameTaken'> {
  insert(row: Row): Promise<void>
}

/**
 * Stores the row under its name or, when that is taken, the next free one; returns it with this name. Of concurrent
 * calls that pick the same name, the later ones try again.
 */
export async function insertWithFreeName<Row extends { organization_id: string; name: string }>(
  repository: InsertByName<Row>,
  row: Row,
): Promise<Row> {
  for (let attempt = 1; ; attempt++) {
    const name = await freeName(row.name, (n) => repository.nameTaken(row.organization_id, n))
    try {
      const named = { ...row, name }
      await repository.insert(named)
      return named
    } catch (error) {
      if (!isUniqueViolation(error) || attempt === MAX_TRIES) throw error
    }
  }
}

/**
 * The result of a change that may give a row a name.
 * @throws the error of `taken` when another row has the name
 */
export async function unlessTaken<T>(change: () => Promise<T>, taken: () => ApiError): Promise<T> {
  try {
    return await change()
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error
  }
}

/** A name in lower case with dashes, as in addresses; empty when it has no Latin letter or digit. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')

/** The error of a body with one field that is not valid. `field`: JSON pointer. */
export const invalidField = (field: string, problem: Message): ApiError =>
  new ApiError('invalid_field', message('invalid.body', { problems: message('invalid.at', { field, problem }) }), [
    { field, ...saidOf(problem) },
  ])

/** A name that is no address. @throws ApiError invalid_field for one of spaces only, or of several lines */
export function requireName(name: string, field = '/name'): void {
  const problem = problemOf(name)
  if (problem) throw invalidField(field, problem)
}
