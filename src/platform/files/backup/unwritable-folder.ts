/** Names the folder of a backup, or of what is restored from one, that can't be written. */
import { sep } from 'node:path'
import { englishOf } from '../../../shared/messages/format.ts'
import { message } from '../../../shared/messages/message.ts'
import { BackupFailure } from '../../db/backup-failure.ts'
import { isDiskFull } from '../../machine/disk-full.ts'

/** The reason as a BackupFailure; an error of other files as it is. `part`: the folder beside it that is written first. */
export function unwritableFolder(error: unknown, folder: string, part: string): unknown {
  if (!(error instanceof Error)) return error
  const { code = '', path } = error as NodeJS.ErrnoException
  const isOfFolder = path !== undefined && (isInside(path, part) || isInside(part, path))
  if (!isDiskFull(error) && !isOfFolder) return error
  // SQLite and others have codes of their own.
  const errno = isDiskFull(error) && !code.startsWith('E') ? 'ENOSPC' : code
  return new BackupFailure(englishOf(message('host.backup_unwritable', { folder, errno })), { cause: error })
}

const isInside = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}${sep}`)
