/** Rules for names that address a resource in a path. */
import { ApiError } from '../../shared/api/errors.ts'

const MAX_LENGTH = 100

/**
 * A name is one segment of a path, so it must not hold a slash, be a dot segment or be blank.
 * @throws ApiError invalid_field
 */
export function requirePathName(name: string, field = '/name'): void {
  const wrong =
    name.trim() === ''
      ? 'must not be blank'
      : name.includes('/')
        ? 'must not contain a slash'
        : name === '.' || name === '..'
          ? 'must not be “.” or “..”'
          : null
  if (wrong) throw new ApiError('invalid_field', `The name ${wrong}.`, [{ field, message: wrong }])
}

/** The name itself, or with the first free ` (2)`, ` (3)` and so on appended, never longer than 100 characters. */
export async function freeName(name: string, isTaken: (name: string) => Promise<boolean>): Promise<string> {
  for (let n = 1, candidate = name; ; candidate = withSuffix(name, ` (${++n})`)) {
    if (!(await isTaken(candidate))) return candidate
  }
}

const withSuffix = (name: string, suffix: string): string => name.slice(0, MAX_LENGTH - suffix.length) + suffix

/** A name in lower case with dashes, as in addresses; empty when it has no Latin letter or digit. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
