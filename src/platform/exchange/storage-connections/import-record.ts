/** An import as the API returns it. */
import type { JobProgress } from '../../../shared/api/jobs.ts'
import type { StorageImportFailure, StorageImportJob } from '../../../shared/api/storage-connections.ts'
import type { Said } from '../../../shared/messages/message.ts'
import { fromJson, fromJsonOrNull } from '../../db/database.ts'
import type { StorageImportRow } from '../../db/schema/storage-connections.ts'
import type { ObjectFailure } from './import-tally.ts'

/** `live`: the progress of the job, which is newer than the row. */
export function importOf(row: StorageImportRow, live: JobProgress | null = null): StorageImportJob {
  const { id, connection_id, prefix, status, imported, skipped, failed, created_at, completed_at } = row
  const warning = fromJsonOrNull<Said>(row.warning)
  const error = fromJsonOrNull<Said>(row.error)
  const total = live?.total ?? row.total
  const processed = live?.done ?? imported + skipped + failed
  return {
    id,
    connection_id,
    project_id: row.dataset_id,
    prefix,
    dest_folder: row.directory_path,
    status,
    progress: status === 'completed' ? 100 : total > 0 ? Math.min(100, Math.floor((100 * processed) / total)) : 0,
    processed_items: processed,
    total_items: total,
    result: {
      imported,
      skipped,
      failed,
      warning: warning?.message ?? null,
      ...(warning?.text && { warning_text: warning.text }),
      failures: fromJson<ObjectFailure[]>(row.failures).map(failureOf),
    },
    error_message: error?.message ?? null,
    ...(error?.text && { text: error.text }),
    created_at,
    completed_at,
  }
}

const failureOf = ({ key, reason: { message, text } }: ObjectFailure): StorageImportFailure => ({
  key,
  error: message,
  ...(text && { text }),
})
