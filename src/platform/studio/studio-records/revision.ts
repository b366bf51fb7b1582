/** Revisions of records: a change that is based on an older one is refused, so that no window overwrites another. */
import { createHash } from 'node:crypto'
import { ApiError } from '../../../shared/api/errors.ts'
import { type Message, message } from '../../../shared/messages/message.ts'

export const revisionOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16)

/**
 * @param known the revision that the change is based on; undefined where any will do
 * @throws ApiError stale_revision
 */
export function requireRevision(
  row: { revision: string },
  known: string | undefined,
  reason: Message = message('record.changed_elsewhere'),
): void {
  if (known !== undefined && known !== row.revision) throw new ApiError('stale_revision', reason)
}
