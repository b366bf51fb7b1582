/** One platform per data folder. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { message } from '../../shared/messages/message.ts'
import { PRIVATE_FILE } from '../machine/private-folder.ts'
import { StartFailure } from '../machine/start-failure.ts'
import { openFileLock } from './file-lock.ts'

export class DataDirInUse extends StartFailure {
  override readonly name = 'DataDirInUse'
  readonly code = 'data_dir_in_use'
}

/** Longest wait for a platform whose app was killed to notice that. */
const NOTICE_MS = 2_000
/** Longest wait for a platform that is closing; it stops waiting for its own work before that. */
const CLOSING_MS = 12_000
const RETRY_MS = 100

export interface DataDirLock {
  /** Makes the next platform wait for the release instead of rejecting the folder. */
  closing(): void
  release(): void
}

interface Holder {
  pid: number | null
  closing: boolean
}

/**
 * Takes the lock. Waits for a holder that is closing, as the platform of an app that was killed a moment ago.
 * @throws DataDirInUse when another process, or this one, holds it.
 */
export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const holder = join(dataDir, 'lock.json')
  const note = (closing: boolean) =>
    writeFileSync(holder, JSON.stringify({ pid: process.pid, since, closing }), { mode: PRIVATE_FILE })
  const lock = openFileLock(join(dataDir, 'lock.db'))
  const since = new Date().toISOString()
  try {
    const start = performance.now()
    while (!lock.take()) {
      const { pid, closing } = readHolder(holder)
      if (performance.now() - start > (closing ? CLOSING_MS : NOTICE_MS)) {
        throw new DataDirInUse(message('host.data_folder_in_use', { folder: dataDir, pid: pid ?? 'none' }))
      }
      await sleep(RETRY_MS)
    }
    note(false)
  } catch (error) {
    lock.release()
    throw error
  }
  return {
    closing() {
      try {
        note(true)
      } catch {
        // On a full disk the next platform only waits for a shorter time.
      }
    },
    release: lock.release,
  }
}

function readHolder(file: string): Holder {
  try {
    const { pid, closing } = JSON.parse(readFileSync(file, 'utf8')) as { pid?: unknown; closing?: unknown }
    return { pid: typeof pid === 'number' ? pid : null, closing: closing === true }
  } catch {
    return { pid: null, closing: false }
  }
}
