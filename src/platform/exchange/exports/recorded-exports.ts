/** Completed exports as evaluations and runs read them. */

import { ApiError } from '../../../shared/api/errors.ts'
import type { Split } from '../../../shared/api/exports.ts'
import { message } from '../../../shared/messages/message.ts'
import { fromJson } from '../../db/database.ts'
import type { DatasetExportRow, ExportImageRow } from '../../db/schema/exports.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { ExportRepository } from './export-repository.ts'
import { frozenAnnotations } from './formats/frozen-export.ts'
import type { RecordedExports, RecordedImage } from './recorded-export.ts'

/** Images of one query: each can have megabytes of annotations. */
const PAGE = 20

export function createRecordedExports(
  repository: ExportRepository,
  localFile: (sha256: string) => Promise<string>,
): RecordedExports {
  async function completed(caller: Caller, exportId: string): Promise<DatasetExportRow> {
    const row = await repository.find(caller.organizationId, exportId)
    if (!row) throw new ApiError('not_found', message('export.missing', { id: exportId }))
    if (row.status === 'completed') return row
    throw new ApiError('wrong_state', message('export.not_completed', { name: row.name, status: row.status }))
  }

  const imageOf = async (row: ExportImageRow): Promise<RecordedImage> => ({
    position: row.position,
    imageId: row.image_id,
    filename: row.filename,
    directoryPath: row.directory_path,
    path: await localFile(row.sha256),
    width: row.width,
    height: row.height,
    split: row.split as Split | null,
    annotations: await frozenAnnotations(row),
  })

  return {
    async recorded(caller, exportId) {
      const row = await completed(caller, exportId)
      return {
        id: row.id,
        name: row.name,
        datasetId: row.dataset_id,
        classes: fromJson(row.classes),
        imageCount: row.image_count,
      }
    },
    async *images(caller, exportId, from = 0) {
      const { id } = await completed(caller, exportId)
      for (let next = from; ; ) {
        const rows = await repository.images(id, next, PAGE)
        for (const row of rows) yield await imageOf(row)
        const last = rows.at(-1)
        if (!last) return
        next = last.position + 1
      }
    },
    async image(caller, exportId, position) {
      const { id } = await completed(caller, exportId)
      const row = await repository.image(id, position)
      return row && (await imageOf(row))
    },
  }
}
