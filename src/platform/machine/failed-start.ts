/** Names what a user can fix in the data folder when a start fails for it. */
import { sep } from 'node:path'
import { message } from '../../shared/messages/message.ts'
import { dataFolders } from './data-folders.ts'
import { isDiskFull } from './disk-full.ts'
import { StartFailure } from './start-failure.ts'

/** Error codes of the file system and of SQLite. */
const UNWRITABLE = /^(EROFS|EACCES|EPERM|SQLITE_READONLY.*|SQLITE_CANTOPEN.*)$/
const DAMAGED = /^SQLITE_(NOTADB|CORRUPT.*)$/

/** The reason as a StartFailure; another error as it is. */
export function failedStart(error: unknown, dataDir: string): unknown {
  if (error instanceof StartFailure || !(error instanceof Error)) return error
  const { code = '', path } = error as NodeJS.ErrnoException
  const reason = isDiskFull(error)
    ? message('host.data_disk_full', { folder: dataDir })
    : UNWRITABLE.test(code) && isInside(path, dataDir)
      ? message('host.data_folder_unwritable', { folder: dataDir, errno: code })
      : DAMAGED.test(code)
        ? message('host.database_damaged', { place: dataFolders(dataDir).database })
        : null
  return reason === null ? error : new StartFailure(reason, { cause: error })
}

/** SQLite names no path: it opens files of the data folder only. */
const isInside = (path: string | undefined, folder: string): boolean =>
  path === undefined || path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
