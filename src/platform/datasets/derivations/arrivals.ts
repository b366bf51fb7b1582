/** Notes images that have arrived, in the transaction that inserts them, and queues the job that derives from them. */
import { type Database, insertMany } from '../../db/database.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import type { ImageDerivationRow } from '../../db/schema/image-contents.ts'
import type { Tx } from '../../work/jobs/job.ts'
import type { Jobs } from '../../work/jobs/jobs.ts'

export const DERIVATION = 'image_derivation'

export interface DerivationPayload {
  dataset_id: string
}

type Arrived = Pick<ImageRow, 'id' | 'organization_id' | 'dataset_id' | 'sha256'>

export interface Arrivals {
  /** Must be the last step of the transaction that inserts images of a data set; call `wake` once it has committed. */
  note(tx: Tx, images: readonly Arrived[]): Promise<void>
  wake(): void
  /** Queues the job of a data set unless there is one; `images`: number of images that arrived with this change. */
  queue(tx: Tx, dataset: { organization_id: string; dataset_id: string }, images: number): Promise<void>
  /** Queues jobs for images that wait without one, such as those of a job that failed. */
  resume(): Promise<void>
}

/** Digits of the key under which an image is in the index. */
export const KEY_DIGITS = 16
export const contentKey = (sha256: string): string => sha256.slice(0, KEY_DIGITS)

export function createArrivals(db: Database, jobs: Pick<Jobs, 'enqueue' | 'wake'>): Arrivals {
  const queue: Arrivals['queue'] = async (tx, { organization_id, dataset_id }, images) => {
    // The update locks the row, so that a job that ends meanwhile sees this image.
    const { images: waiting } = await tx
      .insertInto('derivation_jobs')
      .values({ dataset_id, images })
      .onConflict((conflict) =>
        conflict.column('dataset_id').doUpdateSet((eb) => ({ images: eb('derivation_jobs.images', '+', images + 1) })),
      )
      .returning('images')
      .executeTakeFirstOrThrow()
    if (Number(waiting) > images) return
    const payload: DerivationPayload = { dataset_id }
    const dataset = await tx.selectFrom('datasets').select('name').where('id', '=', dataset_id).executeTakeFirst()
    const caller = { organizationId: organization_id, userId: null }
    await jobs.enqueue(tx, { caller, kind: DERIVATION, subject: dataset?.name ?? null, payload })
  }

  return {
    queue,
    wake: jobs.wake,
    async note(tx, images) {
      const [first] = images
      if (!first) return
      const rows = images.map(({ id, organization_id, dataset_id, sha256 }): ImageDerivationRow => {
        const row = { image_id: id, organization_id, dataset_id, content_key: contentKey(sha256) }
        return { ...row, state: 'pending', made_id: null }
      })
      await insertMany(tx, 'image_derivations', rows)
      await queue(tx, first, images.length)
    },
    async resume() {
      const waiting = await db
        .selectFrom('datasets as d')
        .select(['d.id as dataset_id', 'd.organization_id'])
        .where('d.deleted_at', 'is', null)
        .where('d.id', 'not in', db.selectFrom('derivation_jobs').select('dataset_id'))
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('image_derivations as i')
              .select('i.image_id')
              .whereRef('i.dataset_id', '=', 'd.id')
              .where('i.state', '=', 'pending'),
          ),
        )
        .execute()
      for (const dataset of waiting) await db.transaction().execute((tx) => queue(tx, dataset, 0))
      jobs.wake()
    },
  }
}
