/** The end of an import, with its event. */
import { message, type Said } from '../../../shared/messages/message.ts'
import type { StorageImportRow } from '../../db/schema/storage-connections.ts'
import type { Events } from '../../http/area/organization-events.ts'
import type { JobEnd, Tx } from '../../work/jobs/job.ts'
import type { EndStatus, ImportRepository } from './import-repository.ts'

export interface ImportEndOptions {
  repository: Pick<ImportRepository, 'end'>
  events: Pick<Events, 'append'>
  now: () => Date
}

const STATUS: Record<JobEnd['state'], EndStatus> = {
  done: 'completed',
  failed: 'failed',
  parked: 'failed',
  cancelled: 'cancelled',
}

/** Must be last in its transaction, as `events.append` must. Null when the import has ended before. */
export async function storeEnd(
  tx: Tx,
  { repository, events, now }: ImportEndOptions,
  id: string,
  end: JobEnd,
): Promise<StorageImportRow | null> {
  const error: Said | null = 'error' in end ? end.error : null
  const row = await repository.end(tx, id, STATUS[end.state], error, now().toISOString())
  if (!row || end.state === 'cancelled') return row
  const { connection_id, connection_name, dataset_id, imported, skipped, failed } = row
  const type = row.status === 'completed' ? 'storage_import.completed' : 'storage_import.failed'
  const payload = { import_id: id, connection_id, connection_name, dataset_id, imported, skipped, failed, error }
  await events.append(tx, row.organization_id, [{ type, payload }])
  return row
}

/** The reason for which the import from a deleted connection ends. */
export const CONNECTION_GONE = message('storage_import.connection_gone')
