/** The Studio's records of people as rows: a person may be with any server of the database. */
import { sql } from 'kysely'
import type { Documents } from '../../shared/domain/documents.ts'
import { isPostgres } from '../db/clock.ts'
import type { Database } from '../db/database.ts'

/** Separates these advisory locks from others. */
const LOCKS = 8620

/** Of one person; `root` is `<organization>/<user>`, with which all paths begin. */
export type StudioDocuments = (root: string) => Documents

export const createStudioDocuments =
  (db: Database): StudioDocuments =>
  (root) => ({
    ...documentsIn(db),
    exclusively: (work) =>
      db.transaction().execute(async (tx) => {
        // SQLite has one writer at a time.
        if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS)}, hashtext(${root}))`.execute(tx)
        return work(documentsIn(tx))
      }),
  })

function documentsIn(db: Database): Documents {
  const documents: Documents = {
    async read(path) {
      const { folder, name } = placeOf(path)
      const row = db.selectFrom('studio_documents').select('content').where('folder', '=', folder)
      return (await row.where('name', '=', name).executeTakeFirst())?.content ?? null
    },
    async write(path, content) {
      await db
        .insertInto('studio_documents')
        .values({ ...placeOf(path), organization_id: organizationOf(path), content })
        .onConflict((c) => c.columns(['folder', 'name']).doUpdateSet({ content }))
        .execute()
    },
    async remove(path) {
      const { folder, name } = placeOf(path)
      await db
        .deleteFrom('studio_documents')
        .where((eb) =>
          eb.or([
            eb('folder', '=', partsOf(path).join('/')),
            eb.and([eb('folder', '=', folder), eb('name', '=', name)]),
          ]),
        )
        .execute()
    },
    async rename(path, to) {
      const { folder, name } = placeOf(path)
      await db
        .updateTable('studio_documents')
        .set(placeOf(to))
        .where('folder', '=', folder)
        .where('name', '=', name)
        .execute()
    },
    async names(folder) {
      const rows = db.selectFrom('studio_documents').select('name').where('folder', '=', partsOf(folder).join('/'))
      return (await rows.execute()).map(({ name }) => name)
    },
    exclusively: (work) => work(documents),
  }
  return documents
}

/** Windows joins paths with a backslash. */
const partsOf = (path: string): string[] => path.split(/[\\/]/)
const organizationOf = (path: string): string => partsOf(path)[0] as string

function placeOf(path: string): { folder: string; name: string } {
  const parts = partsOf(path)
  return { folder: parts.slice(0, -1).join('/'), name: parts.at(-1) as string }
}
