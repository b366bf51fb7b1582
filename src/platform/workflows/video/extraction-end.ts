/** The end of an extraction: its columns, and the event that is stored with them. */
import { type MessageText, message, type Sayable, saidOf } from '../../../shared/messages/message.ts'
import { fromJson, fromJsonOrNull, toJson, toJsonOrNull } from '../../db/database.ts'
import type { VideoExtractionRow } from '../../db/schema/uploads.ts'
import type { Events, NewEvent } from '../../http/area/organization-events.ts'
import type { Tx } from '../../work/events/event-store.ts'
import type { JobEnd } from '../../work/jobs/job.ts'

export interface ExtractionResult {
  image_ids: string[]
  warning: string | null
}

type EndColumns = Pick<VideoExtractionRow, 'status' | 'error' | 'error_text'> & Partial<VideoExtractionRow>

export function columnsOf(end: JobEnd): EndColumns {
  if (end.state === 'done') {
    const { image_ids, warning } = end.result as ExtractionResult
    const counts = { frames_extracted: image_ids.length, total_frames: image_ids.length }
    return { status: 'complete', error: null, error_text: null, ...counts, warning, image_ids: toJson(image_ids) }
  }
  return failedColumns('error' in end ? end.error : message('video.extraction_cancelled'))
}

/** An extraction that is executed again. */
export const RESTARTED: EndColumns & Pick<VideoExtractionRow, 'frames_extracted' | 'total_frames'> = {
  status: 'processing',
  error: null,
  error_text: null,
  warning: null,
  image_ids: null,
  frames_extracted: 0,
  total_frames: 0,
}

function failedColumns(reason: Sayable): EndColumns {
  const said = saidOf(reason)
  return { status: 'failed', error: said.message, error_text: toJsonOrNull(said.text) }
}

/** Must be last in its transaction, as `events.append` must. */
export async function storeEnd(
  tx: Tx,
  events: Pick<Events, 'append'>,
  extraction: Pick<VideoExtractionRow, 'id' | 'organization_id' | 'directory_path'>,
  columns: EndColumns,
): Promise<void> {
  await tx.updateTable('video_extractions').set(columns).where('id', '=', extraction.id).execute()
  await events.append(tx, extraction.organization_id, [endEvent(extraction, columns)])
}

function endEvent(
  { id, directory_path }: Pick<VideoExtractionRow, 'id' | 'directory_path'>,
  columns: EndColumns,
): NewEvent {
  const ids = fromJsonOrNull<string[]>(columns.image_ids ?? null)
  const text = columns.error_text === null ? null : fromJson<MessageText>(columns.error_text)
  const error = columns.error === null ? null : { message: columns.error, ...(text && { text }) }
  const payload = { job_id: id, directory_path, images: ids?.length ?? null, error }
  return { type: columns.status === 'complete' ? 'video_extraction.complete' : 'video_extraction.failed', payload }
}
