/**
 * Finds the uploads that are still referred to by workflows, runs, unfinished jobs and the records of the Studio. Every removal of
 * an upload asks it.
 */
import { sql, type Transaction } from 'kysely'
import type { Database } from '../../db/database.ts'
import type { Tables } from '../../db/tables.ts'
import { UPLOAD_HANDLE_START } from '../uploads/media-handles.ts'

/** Asks about one upload, in a transaction that has locked its row. */
export interface WithinLock {
  tx: Transaction<Tables>
  uploadId: string
}

/** Resolves to upload ids. */
export type NamedUploads = (within?: WithinLock) => Promise<Set<string>>

/** Handles end with an encoded file name, so the id is the segment between the last slashes. */
const HANDLE = new RegExp(`${UPLOAD_HANDLE_START}[^/"]+/([^/"]+)/`, 'g')

export function createNamedUploads(db: Database): NamedUploads {
  return async (within) => {
    const like = within ? `%${UPLOAD_HANDLE_START}%/${within.uploadId}/%` : `%${UPLOAD_HANDLE_START}%`
    const { rows } = await sql<{ text: string }>`
      select graph as text from workflows where graph like ${like}
      union all select graph from workflow_runs where graph like ${like}
      union all select source from workflow_runs where source like ${like}
      union all select gcs_uri from dataset_imports
        where gcs_uri like ${like} and status in ('planning', 'planned', 'importing')
      union all select graph from studio_versions where graph like ${like}
      union all select value from studio_batches where value like ${like}
      union all select payload from jobs where payload like ${like} and state in ('queued', 'running')`.execute(
      within?.tx ?? db,
    )
    return new Set(rows.flatMap(({ text }) => [...text.matchAll(HANDLE)].map(([, id]) => id as string)))
  }
}
