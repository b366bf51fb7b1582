/**
 * A lock that the operating system releases when its process dies, however it dies: an exclusive transaction on a small
 * database file, so that no stale lock needs a clean-up.
 */
import Libsql from 'libsql'
import { makeDatabaseFile } from './database-file.ts'

export interface FileLock {
  /** False while another process, or this one, holds it. */
  take(): boolean
  release(): void
}

export function openFileLock(path: string): FileLock {
  const lock = new Libsql(makeDatabaseFile(path))
  try {
    lock.exec('PRAGMA busy_timeout = 0')
  } catch (error) {
    lock.close()
    throw error
  }
  return {
    take() {
      try {
        lock.exec('BEGIN EXCLUSIVE')
        return true
      } catch (error) {
        if (error instanceof Error && /busy|locked/i.test(error.message)) return false
        throw error
      }
    },
    release: () => lock.close(),
  }
}
