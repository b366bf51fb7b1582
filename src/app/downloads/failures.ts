/** Failures of downloads, as errors that cross the bridge and that the command line prints. */
import { BridgeFailure } from '../../shared/bridge/failure.ts'
import type { ModelGetError } from '../../shared/bridge/model-downloads.ts'
import { type Message, message } from '../../shared/messages/message.ts'

export const downloadFailure = (code: ModelGetError, why: Message): BridgeFailure =>
  new BridgeFailure({ code, message: why })

export const errnoOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? 'unknown')

const FULL = ['ENOSPC', 'EDQUOT']

/** A failure of the disk; any other error as it is. */
export function diskFailure(error: unknown, folder: string): unknown {
  const errno = errnoOf(error)
  if (FULL.includes(errno)) return downloadFailure('disk_full', message('download.disk_full_meanwhile', { folder }))
  const isOfDisk = (error as { syscall?: unknown } | null)?.syscall !== undefined && /^E[A-Z]+$/.test(errno)
  if (!isOfDisk || !DISK_CALLS.has(String((error as { syscall?: unknown }).syscall))) return error
  return downloadFailure('file_unwritable', message('download.unwritable', { folder, reason: errno }))
}

/** Connections report `connect`, `read` and `getaddrinfo`; these are of files only. */
const DISK_CALLS = new Set(['open', 'mkdir', 'write', 'rename', 'unlink', 'rmdir', 'scandir', 'stat', 'lstat', 'fsync'])

const MEGABYTE = 1_000_000

/** Rounded up, so that a sentence never asks for too little. */
export const megabytes = (bytes: number): number => Math.ceil(bytes / MEGABYTE)
