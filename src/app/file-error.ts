/** Describes a file error in a sentence for the person who chose the file. */
import { basename } from 'node:path'
import { BridgeFailure } from '../shared/bridge/failure.ts'

const REASONS: Record<string, string> = {
  ENOENT: 'it is not there any more',
  EACCES: 'you are not allowed to',
  EPERM: 'you are not allowed to',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'your quota on that disk is used up',
  EISDIR: 'it is a folder',
  ENOTDIR: 'part of its path is not a folder',
  EBUSY: 'another program is using it',
  EMFILE: 'too many files are open',
  ENAMETOOLONG: 'its name is too long',
}

export const errnoOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

/** A failure that names the file that could not be read or written, and the reason. */
export function fileError(action: 'read' | 'write', path: string, error: unknown): BridgeFailure {
  const errno = errnoOf(error)
  const reason = REASONS[errno] ?? `the system says ${errno}`
  return new BridgeFailure({
    code: action === 'read' && errno === 'ENOENT' ? 'not_found' : `file_un${action === 'read' ? 'read' : 'writ'}able`,
    message: `Sightline could not ${action} ${basename(path)}: ${reason}.`,
  })
}
