/** Describes a file error in a sentence for the person who chose the file. */
import { basename } from 'node:path'
import { BridgeFailure } from '../shared/bridge/failure.ts'
import { message } from '../shared/messages/message.ts'

export const errnoOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown'

/** A failure that names the file that could not be read or written, and the reason. */
export function fileError(action: 'read' | 'write', path: string, error: unknown): BridgeFailure {
  const errno = errnoOf(error)
  const code = action === 'read' ? 'file_unreadable' : 'file_unwritable'
  return new BridgeFailure({
    code: action === 'read' && errno === 'ENOENT' ? 'not_found' : code,
    message: message(`host.${code}`, { name: basename(path), errno }),
  })
}
