/** Finds the uploads that are still referred to by workflows, runs, unfinished jobs and the records of the Studio. */
import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { UPLOAD_HANDLE_START } from '../uploads/media-handles.ts'

/** Resolves to upload ids. */
export type NamedUploads = () => Promise<Set<string>>

/** Handles end with an encoded file name, so the id is the segment between the last slashes. */
const HANDLE = new RegExp(`${UPLOAD_HANDLE_START}[^/"]+/([^/"]+)/`, 'g')

export function createNamedUploads(db: Database): NamedUploads {
  const like = `%${UPLOAD_HANDLE_START}%`
  return async () => {
    const { rows } = await sql<{ text: string }>`
      select graph as text from workflows where graph like ${like}
      union all select graph from workflow_runs where graph like ${like}
      union all select source from workflow_runs where source like ${like}
      union all select gcs_uri from dataset_imports
        where gcs_uri like ${like} and status in ('planning', 'planned', 'importing')
      union all select graph from studio_versions where graph like ${like}
      union all select value from studio_batches where value like ${like}
      union all select payload from jobs where payload like ${like} and state in ('queued', 'running')`.execute(db)
    return new Set(rows.flatMap(({ text }) => [...text.matchAll(HANDLE)].map(([, id]) => id as string)))
  }
}
