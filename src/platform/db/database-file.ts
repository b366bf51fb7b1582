/** The file of a SQLite database. SQLite gives its side files (-wal, -shm, -journal) the permissions of this one. */
import { closeSync, openSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { PRIVATE_FILE } from '../machine/private-folder.ts'

/** Creates the file, private, unless it exists; returns its path. */
export function makeDatabaseFile(path: string): string {
  closeSync(openSync(path, 'a', PRIVATE_FILE))
  return path
}

/**
 * Puts committed transactions on the disk; SQLite itself does so when it moves the write-ahead log into the database. That
 * log holds no locks, which closing a file beside SQLite would release.
 */
export async function syncWriteAheadLog(path: string): Promise<void> {
  const log = await open(`${path}-wal`, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    return null
  })
  try {
    await log?.sync()
  } finally {
    await log?.close()
  }
}
