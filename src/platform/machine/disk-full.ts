/** Detects a full disk, as the file system, SQLite and PostgreSQL report it. */

import { ApiError } from '../../shared/api/errors.ts'
import { message } from '../../shared/messages/message.ts'

/** SQLite can also fail to enlarge the file in which its processes share an index. */
const CODES: readonly string[] = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE', '53100']

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && CODES.includes(String(error.code))

/** Connects those that meet a full disk with those that can make room. */
export interface RoomRequests {
  request(): void
  onRequest(listener: () => void): void
}

export function createRoomRequests(): RoomRequests {
  const listeners: (() => void)[] = []
  return {
    request() {
      for (const listener of listeners) listener()
    },
    onRequest: (listener) => void listeners.push(listener),
  }
}

/** The error for callers whose change was not made. */
export const diskFull = (): ApiError => new ApiError('disk_full', message('api.disk_full'))

/** Limits of files that can be made or fetched again, as the environment of a server sets them. */
const BYTES_OF_MB = 1024 ** 2
/** Less would be evicted at once. */
const LEAST_MB = 64

type DiskLimit = 'SIGHTLINE_THUMBNAILS_MB' | 'SIGHTLINE_STORE_COPIES_MB'

/** Bytes; undefined when none is set. @throws Error for a value that is no number of at least 64 */
export function diskLimitOf(environment: NodeJS.ProcessEnv, name: DiskLimit): number | undefined {
  const text = environment[name]
  if (text === undefined || text === '') return undefined
  const megabytes = Number(text)
  if (!(megabytes >= LEAST_MB)) {
    throw new Error(`${name} is “${text}”. Set a number of megabytes, ${LEAST_MB} or more.`)
  }
  return megabytes * BYTES_OF_MB
}
