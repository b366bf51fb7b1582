/**
 * Locks a folder of results for one process. The lock is an exclusive SQLite transaction: every operating system ends
 * it with the process, however that dies.
 */

import { closeSync, fstatSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import Libsql from 'libsql'
import { LOCK_NAME } from '../../shared/domain/work-folder.ts'
import type { RunJob } from '../../shared/engine-contract/job.ts'
import { type Message, message } from '../../shared/messages/message.ts'
import { outputFailure, RunFailure } from '../core/run-failure.ts'

export interface FolderLock {
  release(): void
}

/** An engine whose host has died needs a moment to exit. */
const PATIENCE_MS = 3000
const RETRY_MS = 50

/**
 * Creates the folder when it is missing. Returns null when another process keeps the lock for longer than `patienceMs`.
 */
export async function lockFolder(dir: string, patienceMs = PATIENCE_MS): Promise<FolderLock | null> {
  mkdirSync(dir, { recursive: true })
  const path = join(resolve(dir), LOCK_NAME)
  const giveUpAt = performance.now() + patienceMs
  for (;;) {
    const lock = tryLock(path)
    if (lock !== null) return lock
    if (performance.now() >= giveUpAt) return null
    await setTimeout(RETRY_MS)
  }
}

/**
 * Locks the folders that a run writes to: the folder of its results and that of the run it resumes. Raises
 * `folder_in_use`, `output_unwritable` or `disk_full`.
 */
export async function lockFoldersOf({ outDir, resume }: RunJob): Promise<FolderLock> {
  const held: FolderLock[] = []
  const release = () => {
    for (const lock of held.splice(0)) lock.release()
  }
  for (const dir of new Set([resume?.outDir ?? outDir, outDir])) {
    try {
      const lock = await lockFolder(dir)
      if (lock === null) throw new RunFailure('folder_in_use', inUse(dir))
      held.push(lock)
    } catch (error) {
      release()
      throw outputFailure(error, dir) ?? error
    }
  }
  return { release }
}

export const inUse = (dir: string): Message => message('engine.folder_in_use', { folder: dir })

/**
 * Locks held by this process. On POSIX systems, opening and closing a file ends any lock that the same process holds on
 * it.
 */
const own = new Set<string>()

function tryLock(path: string): FolderLock | null {
  if (own.has(path)) return null
  const inode = inodeOfNew(path)
  const database = new Libsql(path)
  try {
    database.exec('PRAGMA busy_timeout = 0')
    database.exec('PRAGMA journal_mode = MEMORY')
    database.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    database.close()
    if (isBusy(error)) return null
    // A file system without locks must not prevent a run from writing its results.
    return { release: () => remove(path) }
  }
  // The last holder may have removed the file between the two steps: a lock on a deleted file excludes nobody.
  if (statSync(path, { bigint: true, throwIfNoEntry: false })?.ino !== inode) {
    database.close()
    return null
  }
  own.add(path)
  return {
    release() {
      // Removed while the lock is held, so that nobody locks a file that is about to be deleted. Windows removes closed
      // files only.
      remove(path)
      database.close()
      own.delete(path)
      if (process.platform === 'win32') remove(path)
    },
  }
}

const isBusy = (error: unknown): boolean => error instanceof Error && /busy|locked/i.test(error.message)

function inodeOfNew(path: string): bigint {
  const file = openSync(path, 'a')
  try {
    return fstatSync(file, { bigint: true }).ino
  } finally {
    closeSync(file)
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Another process already holds the lock: the file stays for the next one.
  }
}
