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
  /** Starts the jobs that wait, after a moment in which more images can arrive for them. */
  wake(): void
  /** Queues the job of a data set unless it waits or runs. */
  queue(tx: Tx, dataset: { organization_id: string; dataset_id: string }): Promise<void>
  /** Queues jobs for images that wait without one, such as those of a job that failed. */
  resume(): Promise<void>
}

/** A job that begins with the first of many images would end before the next. */
export const GATHER_MS = 200

/** Digits of the key under which an image is in the index. */
export const KEY_DIGITS = 16
export const contentKey = (sha256: string): string => sha256.slice(0, KEY_DIGITS)

export function createArrivals(db: Database, jobs: Pick<Jobs, 'enqueue' | 'repeat' | 'wake'>): Arrivals {
  let isGathering = false

  const queue: Arrivals['queue'] = async (tx, { organization_id, dataset_id }) => {
    // The update locks the row, so that a job that ends meanwhile sees these images.
    const there = await tx
      .updateTable('derivation_jobs')
      .set((eb) => ({ is_live: eb.ref('is_live') }))
      .where('dataset_id', '=', dataset_id)
      .returning(['job_id', 'is_live'])
      .executeTakeFirst()
    if (there?.is_live === 1) return
    const repeated = there && (await jobs.repeat(tx, { organizationId: organization_id, id: there.job_id }))
    const job_id = repeated ? there.job_id : await enqueue(tx, organization_id, dataset_id)
    const live = { job_id, is_live: 1 as const }
    await tx
      .insertInto('derivation_jobs')
      .values({ dataset_id, ...live })
      .onConflict((conflict) => conflict.column('dataset_id').doUpdateSet(live))
      .execute()
  }

  async function enqueue(tx: Tx, organizationId: string, dataset_id: string): Promise<string> {
    const payload: DerivationPayload = { dataset_id }
    const dataset = await tx.selectFrom('datasets').select('name').where('id', '=', dataset_id).executeTakeFirst()
    const caller = { organizationId, userId: null }
    return jobs.enqueue(tx, { caller, kind: DERIVATION, subject: dataset?.name ?? null, payload })
  }

  return {
    queue,
    wake() {
      if (isGathering) return
      isGathering = true
      const start = () => {
        isGathering = false
        jobs.wake()
      }
      setTimeout(start, GATHER_MS).unref()
    },
    async note(tx, images) {
      const [first] = images
      if (!first) return
      const rows = images.map(({ id, organization_id, dataset_id, sha256 }): ImageDerivationRow => {
        const row = { image_id: id, organization_id, dataset_id, content_key: contentKey(sha256) }
        return { ...row, state: 'pending', made_id: null }
      })
      await insertMany(tx, 'image_derivations', rows)
      await queue(tx, first)
    },
    async resume() {
      const waiting = await db
        .selectFrom('datasets as d')
        .select(['d.id as dataset_id', 'd.organization_id'])
        .where('d.deleted_at', 'is', null)
        .where('d.id', 'not in', db.selectFrom('derivation_jobs').select('dataset_id').where('is_live', '=', 1))
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
      for (const dataset of waiting) await db.transaction().execute((tx) => queue(tx, dataset))
      jobs.wake()
    },
  }
}
