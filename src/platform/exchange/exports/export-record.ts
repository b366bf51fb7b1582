/** An export as the API returns it. */
import type { DatasetExport, SplitShares } from '../../../shared/api/exports.ts'
import type { JobProgress } from '../../../shared/api/jobs.ts'
import type { Said } from '../../../shared/messages/message.ts'
import { fromJson, fromJsonOrNull } from '../../db/database.ts'
import type { DatasetExportRow } from '../../db/schema/exports.ts'

/** `progress`: that of its running job. */
export function exportOf(row: DatasetExportRow, progress: JobProgress | null = null): DatasetExport {
  const { id, organization_id, dataset_id, dataset_name, name, format, status, directory_path } = row
  const warnings = fromJson<Said[]>(row.warnings)
  const split = fromJsonOrNull<SplitShares | 'image_splits'>(row.split)
  const error = fromJsonOrNull<Said>(row.error)
  return {
    id,
    organization_id,
    dataset_id,
    dataset_name,
    name,
    format,
    status,
    directory_path,
    progress: status === 'completed' ? 100 : percent(progress),
    ...(split === 'image_splits' ? { split: null, splits: split } : { split, splits: null }),
    classes: fromJson(row.classes),
    image_count: row.image_count,
    annotation_count: Number(row.annotation_count),
    split_counts: fromJsonOrNull(row.split_counts),
    size_bytes: row.size_bytes === null ? null : Number(row.size_bytes),
    warnings: warnings.map(({ message }) => message),
    warning_texts: warnings.map(({ text }) => text ?? null),
    error_message: error?.message ?? null,
    ...(error?.text && { text: error.text }),
    created_at: row.created_at,
    completed_at: row.completed_at,
  }
}

const percent = (progress: JobProgress | null): number =>
  progress?.total ? Math.min(99, Math.floor((100 * progress.done) / progress.total)) : 0
