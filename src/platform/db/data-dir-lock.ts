/**
 * One platform per data folder. The lock is an exclusive transaction on a small database file, so the operating system
 * releases it when the process dies, however it dies; no stale lock needs a clean-up.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Libsql from 'libsql'
import { PRIVATE_FILE } from '../machine/private-folder.ts'
import { makeDatabaseFile } from './database-file.ts'

export class DataDirInUse extends Error {
  override readonly name = 'DataDirInUse'
  readonly code = 'data_dir_in_use'
}

/**
 * Takes the lock and returns the function that releases it.
 * @throws DataDirInUse when another process, or this one, holds it.
 */
export function lockDataDir(dataDir: string): () => void {
  const holder = join(dataDir, 'lock.json')
  const lock = new Libsql(makeDatabaseFile(join(dataDir, 'lock.db')))
  try {
    lock.exec('PRAGMA busy_timeout = 0')
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (!(error instanceof Error) || !/busy|locked/i.test(error.message)) throw error
    const pid = holderPid(holder)
    throw new DataDirInUse(
      `Sightline is already running on this data folder (${dataDir}${pid ? `, process ${pid}` : ''}). Close it first, or choose another folder.`,
    )
  }
  writeFileSync(holder, JSON.stringify({ pid: process.pid, since: new Date().toISOString() }), { mode: PRIVATE_FILE })
  return () => lock.close()
}

/** Only for the message. */
function holderPid(file: string): number | null {
  try {
    const { pid } = JSON.parse(readFileSync(file, 'utf8')) as { pid?: unknown }
    return typeof pid === 'number' ? pid : null
  } catch {
    return null
  }
}
