/** An export as the API returns it. */
import type { DatasetExport } from '../../shared/api/exports.ts'
import type { JobProgress } from '../../shared/api/jobs.ts'
import type { Said } from '../../shared/messages/said.ts'
import { fromJson, fromJsonOrNull } from '../db/json.ts'
import type { DatasetExportRow } from '../db/rows/export-rows.ts'

/** `progress`: that of its running job. */
export function exportOf(row: DatasetExportRow, progress: JobProgress | null = null): DatasetExport {
  const { id, organization_id, dataset_id, dataset_name, name, format, status, directory_path } = row
  return {
    ...{ id, organization_id, dataset_id, dataset_name, name, format, status, directory_path },
    progress: status === 'completed' ? 100 : percent(progress),
    split: fromJsonOrNull(row.split),
    classes: fromJson(row.classes),
    image_count: row.image_count,
    annotation_count: Number(row.annotation_count),
    split_counts: fromJsonOrNull(row.split_counts),
    size_bytes: row.size_bytes === null ? null : Number(row.size_bytes),
    warnings: fromJson(row.warnings),
    error_message: fromJsonOrNull<Said>(row.error)?.message ?? null,
    created_at: row.created_at,
    completed_at: row.completed_at,
  }
}

const percent = (progress: JobProgress | null): number =>
  progress?.total ? Math.min(99, Math.floor((100 * progress.done) / progress.total)) : 0
