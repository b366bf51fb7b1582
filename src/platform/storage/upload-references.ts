/** Finds the uploads that are still referred to by workflows, runs, unfinished jobs and the Studio's own files. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { HANDLE_FOLDERS, PEOPLE_FOLDER } from '../../shared/domain/handle-folders.ts'
import type { Database } from '../db/database.ts'
import { UPLOAD_HANDLE_START } from '../uploads/media-handles.ts'

/** Resolves to upload ids. Rejects when a file that may name an upload can't be read. */
export type NamedUploads = () => Promise<Set<string>>

/** Handles end with an encoded file name, so the id is the segment between the last slashes. */
const HANDLE = new RegExp(`${UPLOAD_HANDLE_START}[^/"]+/([^/"]+)/`, 'g')

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

export function createNamedUploads(db: Database, dataDir: string): NamedUploads {
  async function inDatabase(): Promise<string[]> {
    const like = `%${UPLOAD_HANDLE_START}%`
    const { rows } = await sql<{ text: string }>`
      select graph as text from workflows where graph like ${like}
      union all select graph from workflow_runs where graph like ${like}
      union all select source from workflow_runs where source like ${like}
      union all select gcs_uri from dataset_imports
        where gcs_uri like ${like} and status in ('planning', 'planned', 'importing')
      union all select graph from studio_versions where graph like ${like}
      union all select value from studio_batches where value like ${like}
      union all select content from studio_documents where content like ${like}
      union all select payload from jobs where payload like ${like} and state in ('queued', 'running')`.execute(db)
    return rows.map(({ text }) => text)
  }

  async function inFolder(folder: string): Promise<string[]> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
      if (isMissing(error)) return []
      throw error
    })
    const texts: string[] = []
    for (const entry of entries.filter((e) => e.isFile())) {
      // The Studio may have deleted it since.
      const text = await readFile(join(entry.parentPath, entry.name), 'utf8').catch((error) => {
        if (isMissing(error)) return ''
        throw error
      })
      texts.push(text)
    }
    return texts
  }

  return async () => {
    const folders = [...Object.values(HANDLE_FOLDERS), PEOPLE_FOLDER].map((name) => join(dataDir, name))
    const texts = [...(await inDatabase()), ...(await Promise.all(folders.map(inFolder))).flat()]
    return new Set(texts.flatMap((text) => [...text.matchAll(HANDLE)].map(([, id]) => id as string)))
  }
}
