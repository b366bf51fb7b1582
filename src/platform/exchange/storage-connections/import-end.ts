/** The end of an import, with its event. */
import { message } from '../../../shared/messages/message.ts'
import type { StorageImportRow } from '../../db/schema/storage-connections.ts'
import type { RecordKind } from '../../work/jobs/job-record.ts'
import type { ImportRepository } from './import-repository.ts'

export const importRecords = (repository: Pick<ImportRepository, 'end'>): RecordKind<StorageImportRow> => ({
  store: repository.end,
  eventOf({ id, connection_id, connection_name, dataset_id, imported, skipped, failed }, { status, error }) {
    const payload = { import_id: id, connection_id, connection_name, dataset_id, imported, skipped, failed, error }
    return { type: status === 'completed' ? 'storage_import.completed' : 'storage_import.failed', payload }
  },
})

/** The reason for which the import from a deleted connection ends. */
export const CONNECTION_GONE = message('storage_import.connection_gone')
