/** An import as the API returns it. */
import type { DatasetImport, ImportPlan } from '../../../shared/api/imports.ts'
import type { JobProgress } from '../../../shared/api/jobs.ts'
import type { Said } from '../../../shared/messages/message.ts'
import { fromJsonOrNull } from '../../db/database.ts'
import type { DatasetImportRow } from '../../db/schema/imports.ts'

/** `progress`: that of its running job. */
export function importOf(row: DatasetImportRow, progress: JobProgress | null = null): DatasetImport {
  const { id, organization_id, dataset_id, dataset_name, filename, job_id, status, mode, directory_path } = row
  const error = fromJsonOrNull<Said>(row.error)
  const isOver = !['planning', 'importing', 'undoing'].includes(status)
  return {
    id,
    organization_id,
    dataset_id,
    dataset_name,
    filename,
    job_id,
    status,
    mode,
    directory_path,
    progress: isOver ? 100 : percent(progress),
    plan: fromJsonOrNull<ImportPlan>(row.plan),
    result:
      row.confirmed_at === null
        ? null
        : {
            images_added: row.images_added,
            images_changed: row.images_changed,
            images_failed: row.images_failed,
            annotations_written: Number(row.annotations_written),
            annotations_unchanged: Number(row.annotations_unchanged),
            annotations_dropped: Number(row.annotations_dropped),
          },
    error_message: error?.message ?? null,
    ...(error?.text && { text: error.text }),
    created_at: row.created_at,
    completed_at: row.completed_at,
  }
}

const percent = (progress: JobProgress | null): number =>
  progress?.total ? Math.min(99, Math.floor((100 * progress.done) / progress.total)) : 0
