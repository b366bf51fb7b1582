/** Reads the rows of all blobs, a page at a time. */
import type { Database } from '../../db/database.ts'
import type { BlobRow } from '../../db/schema/blobs.ts'

/** Rows of one query. */
const PAGE = 500

export const hashesOf = (rows: readonly Pick<BlobRow, 'sha256'>[]): string[] => rows.map(({ sha256 }) => sha256)

export async function* blobPages(db: Pick<Database, 'selectFrom'>): AsyncGenerator<BlobRow[]> {
  const ordered = db.selectFrom('blobs').selectAll().orderBy('sha256').limit(PAGE)
  for (let after = ''; ; ) {
    const rows = await ordered.where('sha256', '>', after).execute()
    const last = rows.at(-1)
    if (!last) return
    yield rows
    after = last.sha256
  }
}
