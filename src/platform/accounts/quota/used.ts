/** What an organization uses of its quota: the numbers that are shown, and those that are enforced. */
import type { Database } from '../../db/database.ts'

export interface Used {
  /** Images of all data sets, archived ones included. */
  images: number
  /** Bytes of these images. A copy counts like its image, although its bytes are stored once. */
  image_bytes: number
  /** Bytes of images, uploads, models, archives of exports, and files of runs. */
  storage_bytes: number
}

/** From counters: a few rows of each data set, and a row of each other kind. */
export async function usedOf(db: Pick<Database, 'selectFrom'>, organizationId: string): Promise<Used> {
  const held = await db
    .selectFrom('dataset_counters as c')
    .innerJoin('datasets as d', 'd.id', 'c.dataset_id')
    .select((e) => [e.fn.sum('c.images').as('images'), e.fn.sum('c.amount').as('bytes')])
    .where('d.organization_id', '=', organizationId)
    .where('d.deleted_at', 'is', null)
    .where('c.kind', '=', 'state')
    .executeTakeFirstOrThrow()
  const other = await db
    .selectFrom('stored_bytes')
    .select((e) => e.fn.sum('bytes').as('bytes'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  const image_bytes = Number(held.bytes ?? 0)
  return { images: Number(held.images ?? 0), image_bytes, storage_bytes: image_bytes + Number(other.bytes ?? 0) }
}
