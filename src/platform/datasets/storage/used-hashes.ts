/** Finds the rows that refer to blobs, a page of hashes at a time: a store may have more of them than fit into the memory. */
import type { Database } from '../../db/database.ts'

type Rows = Pick<Database, 'selectFrom'>

/** The most hashes of one query. */
export const HASHES_AT_ONCE = 500

/** Returns the hashes of a page that models have, or live deployments, whose model may be deleted. */
export async function hashesOfModels(db: Rows, page: readonly string[]): Promise<Set<string>> {
  if (page.length === 0) return new Set()
  const models = await db.selectFrom('models').select('file_sha256').where('file_sha256', 'in', page).execute()
  const deployed = await db
    .selectFrom('deployments')
    .select('file_sha256')
    .where('file_sha256', 'in', page)
    .where('status', '!=', 'terminated')
    .execute()
  return new Set([...models, ...deployed].map((row) => row.file_sha256))
}

/** Returns the hashes of a page that images have. */
export async function hashesOfImages(db: Rows, page: readonly string[]): Promise<Set<string>> {
  if (page.length === 0) return new Set()
  const rows = await db.selectFrom('images').select('sha256').where('sha256', 'in', page).distinct().execute()
  return new Set(rows.map((row) => row.sha256))
}

/** Returns the hashes of a page that the images of exports have, or their archives. */
export async function hashesOfExports(db: Rows, page: readonly string[]): Promise<Set<string>> {
  if (page.length === 0) return new Set()
  const images = await db.selectFrom('export_images').select('sha256').where('sha256', 'in', page).distinct().execute()
  const archives = db.selectFrom('dataset_exports').select('archive_sha256 as sha256')
  const rows = [...images, ...(await archives.where('archive_sha256', 'in', page).execute())]
  return new Set(rows.flatMap(({ sha256 }) => (sha256 === null ? [] : [sha256])))
}

/** Returns the hashes of a page that models, images or exports have. */
export async function hashesOfResources(db: Rows, page: readonly string[]): Promise<Set<string>> {
  const [models, images] = [await hashesOfModels(db, page), await hashesOfImages(db, page)]
  return new Set([...models, ...images, ...(await hashesOfExports(db, page))])
}

/** True while images are being frozen: those that were removed meanwhile are about to get a row. */
const isAnyExportFreezing = async (db: Rows): Promise<boolean> =>
  (await db
    .selectFrom('dataset_exports')
    .select('id')
    .where('status', '=', 'running')
    .where('frozen_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

/** Returns the hashes of a page that uploads have. */
async function hashesOfUploads(db: Rows, page: readonly string[]): Promise<Set<string>> {
  if (page.length === 0) return new Set()
  const rows = await db.selectFrom('uploads').select('sha256').where('sha256', 'in', page).distinct().execute()
  return new Set(rows.flatMap(({ sha256 }) => (sha256 === null ? [] : [sha256])))
}

/** Returns the hashes of a page that a row names. */
export async function namedOf(db: Rows, page: readonly string[]): Promise<Set<string>> {
  const [resources, uploads] = [await hashesOfResources(db, page), await hashesOfUploads(db, page)]
  return new Set([...resources, ...uploads])
}

/** Returns the hashes of a page that no row names; null while an export freezes images, since rows may return. */
export async function unnamedOf(db: Rows, page: readonly string[]): Promise<string[] | null> {
  const named = await namedOf(db, page)
  // Asked last: an export that begins later does not see rows that were gone before.
  if (await isAnyExportFreezing(db)) return null
  return page.filter((hash) => !named.has(hash))
}
