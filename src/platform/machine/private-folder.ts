/**
 * Keeps the data folder private to its owner: other users of the machine can read no database, video or secret in it.
 */
import { access, chmod, constants, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { message } from '../../shared/messages/message.ts'
import { isDiskFull } from './disk-full.ts'
import type { Log } from './log.ts'
import { StartFailure } from './start-failure.ts'

/** Permission bits, as in chmod. */
export const PRIVATE_FOLDER = 0o700
export const PRIVATE_FILE = 0o600
const OTHERS = 0o077
const STICKY = 0o1000

/** Windows stores rights in access lists, and a user's folders are private there. */
const hasModes = process.platform !== 'win32'

export class DataDirShared extends StartFailure {
  override readonly name = 'DataDirShared'
  readonly code = 'data_dir_shared'
}

/**
 * Makes new files of this process and its children private. For the entry points of processes that write nowhere else.
 */
export function createFilesPrivately(): void {
  process.umask(OTHERS)
}

/**
 * Creates the folder, and closes it to others.
 * @throws DataDirShared for a folder in which every user may write, such as /tmp, StartFailure for one that can't be written
 */
export async function openPrivateFolder(dataDir: string, log: Log): Promise<void> {
  try {
    await makeFolder(dataDir)
    await access(dataDir, constants.W_OK)
  } catch (error) {
    const errno = (error as NodeJS.ErrnoException).code ?? 'unknown'
    if (isDiskFull(error)) throw error
    throw new StartFailure(message('host.data_folder_unwritable', { folder: dataDir, errno }), { cause: error })
  }
  if (!hasModes) return
  if (((await stat(dataDir)).mode & STICKY) !== 0) {
    const inside = join(dataDir, 'sightline')
    throw new DataDirShared(message('host.data_folder_shared', { folder: dataDir, inside }))
  }
  try {
    await chmod(dataDir, PRIVATE_FOLDER)
  } catch (error) {
    log('warning', `Other users may read files in ${dataDir}: their permissions can’t be changed.`, error)
  }
}

/** Node.js reports a missing folder where one can't be made; the folder above tells why. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path, { recursive: true, mode: PRIVATE_FOLDER })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error
    await makeFolder(dirname(path))
    await mkdir(path, { mode: PRIVATE_FOLDER })
  }
}
