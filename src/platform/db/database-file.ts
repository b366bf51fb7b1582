/** The file of a SQLite database. SQLite gives its side files (-wal, -shm, -journal) the permissions of this one. */
import { closeSync, openSync } from 'node:fs'
import { PRIVATE_FILE } from '../machine/private-folder.ts'

/** Creates the file, private, unless it exists; returns its path. */
export function makeDatabaseFile(path: string): string {
  closeSync(openSync(path, 'a', PRIVATE_FILE))
  return path
}
