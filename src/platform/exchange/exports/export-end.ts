/** The end of an export, with its event. */
import { toJsonOrNull } from '../../db/database.ts'
import type { DatasetExportRow } from '../../db/schema/exports.ts'
import type { RecordKind } from '../../work/jobs/job-record.ts'
import { LIVE } from './export-repository.ts'

export const exportRecords: RecordKind<DatasetExportRow> = {
  async store(tx, id, { status, error, completed_at }) {
    const row = await tx
      .updateTable('dataset_exports')
      .set({ status, error: toJsonOrNull(error), completed_at })
      .where('id', '=', id)
      .where('status', 'in', LIVE)
      .returningAll()
      .executeTakeFirst()
    return row ?? null
  },
  eventOf: ({ id, name, dataset_id, image_count }, { status, error }) => ({
    type: status === 'completed' ? 'dataset_export.completed' : 'dataset_export.failed',
    payload: { export_id: id, name, dataset_id, images: image_count, error },
  }),
}
