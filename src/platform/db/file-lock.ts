/**
 * A lock that the operating system releases when its process dies, however it dies: an exclusive transaction on a small
 * database file, so that no stale lock needs a clean-up.
 */
import Libsql from 'libsql'
import { message } from '../../shared/messages/message.ts'
import { StartFailure } from '../machine/start-failure.ts'
import { makeDatabaseFile } from './database-file.ts'

export interface FileLock {
  /** False while another process, or this one, holds it. */
  take(): boolean
  release(): void
}

/** @throws StartFailure for a file that is not a lock file, when it is opened or locked */
export function openFileLock(path: string): FileLock {
  const lock = new Libsql(makeDatabaseFile(path))
  const damaged = (error: unknown) =>
    error instanceof Error && 'code' in error && error.code === 'SQLITE_NOTADB'
      ? new StartFailure(message('host.lock_damaged', { file: path }), { cause: error })
      : error
  try {
    lock.exec('PRAGMA busy_timeout = 0')
  } catch (error) {
    lock.close()
    throw damaged(error)
  }
  return {
    take() {
      try {
        lock.exec('BEGIN EXCLUSIVE')
        return true
      } catch (error) {
        if (error instanceof Error && /busy|locked/i.test(error.message)) return false
        throw damaged(error)
      }
    },
    release: () => lock.close(),
  }
}
