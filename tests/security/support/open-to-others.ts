/** Lists the entries of a folder that other users of the machine may read, write or enter. */
import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Paths relative to the folder, itself as “.”; without links, which have no permissions of their own. Windows has none
 * either.
 */
export function openToOthers(folder: string): string[] {
  if (process.platform === 'win32') return []
  const names = ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]
  return names.filter((name) => {
    const entry = lstatSync(join(folder, name), { throwIfNoEntry: false })
    return entry !== undefined && !entry.isSymbolicLink() && (entry.mode & 0o077) !== 0
  })
}
