/** The job that derives from the images of a data set that have arrived. It can be executed again: it takes those that wait. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { AutoTags } from '../../../shared/engine-contract/derivation.ts'
import { type Database, fromJson, newId } from '../../db/database.ts'
import type { ImageContentRow } from '../../db/schema/image-contents.ts'
import type { JobKind, Tx } from '../../work/jobs/job.ts'
import { replaceTags } from '../tags/image-tags.ts'
import { type Arrivals, DERIVATION, type DerivationPayload, GATHER_MS } from './arrivals.ts'
import type { DeriveContent } from './derive-content.ts'

export interface DerivationJobOptions {
  db: Database
  arrivals: Arrivals
  deriveContent: DeriveContent
  /** Called when images of a data set were completed. */
  completed(datasetId: string): Promise<void>
}

/** Images of one job, after which those of other organizations have their turn. */
const MAX_IMAGES = 1000
/** Images that are derived at the same time as far as there are processes, and stored in one transaction. */
const IMAGES_AT_ONCE = 100

interface Waiting {
  id: string
  organization_id: string
  dataset_id: string
  sha256: string
  filename: string
}

export function derivationJob({ db, arrivals, deriveContent, completed }: DerivationJobOptions): JobKind {
  const waitingOf = ({ dataset_id }: DerivationPayload): Promise<Waiting[]> =>
    db
      .selectFrom('image_derivations as d')
      .innerJoin('images as i', 'i.id', 'd.image_id')
      .innerJoin('datasets as s', 's.id', 'd.dataset_id')
      .select(['i.id', 'i.organization_id', 'i.dataset_id', 'i.sha256', 'i.filename'])
      .where('d.dataset_id', '=', dataset_id)
      .where('d.state', '=', 'pending')
      .where('d.made_id', 'is', null)
      .where('s.deleted_at', 'is', null)
      .orderBy('d.image_id')
      .limit(IMAGES_AT_ONCE)
      .execute()

  return {
    kind: DERIVATION,
    pool: 'short',
    estimateMs: 5000,
    // It keeps every process busy that decodes images.
    atOnce: 1,
    async run(job, { signal, progress, hold }) {
      const payload = fromJson<DerivationPayload>(job.payload)
      let done = 0
      /** Images that arrive one by one are gathered: storing one takes as long as storing some. */
      const next = async () => {
        const waiting = await waitingOf(payload)
        if (done === 0 || waiting.length === 0 || waiting.length === IMAGES_AT_ONCE) return waiting
        await sleep(GATHER_MS, undefined, { signal }).catch(() => undefined)
        return waitingOf(payload)
      }
      while (done < MAX_IMAGES) {
        const waiting = await next()
        if (waiting.length === 0) break
        const made = await deriveContent.contents(waiting, signal)
        if (signal.aborted) return null
        await db.transaction().execute(async (tx) => {
          await hold(tx)
          await storeImages(tx, waiting, made)
        })
        done += waiting.length
        progress({ done, total: null })
      }
      return signal.aborted ? null : { state: 'done', result: { images: done } }
    },
    failures: { fault: 'image.derivation_fault', diskFull: 'image.derivation_disk_full' },
    async ended(tx, job, end) {
      const payload = fromJson<DerivationPayload>(job.payload)
      await tx
        .updateTable('derivation_jobs')
        .set({ is_live: 0 })
        .where('dataset_id', '=', payload.dataset_id)
        .where('job_id', '=', job.id)
        .execute()
      if (end.state !== 'done') return
      const left = await tx
        .selectFrom('image_derivations as d')
        .innerJoin('datasets as s', 's.id', 'd.dataset_id')
        .select('d.image_id')
        .where('d.dataset_id', '=', payload.dataset_id)
        .where('d.state', '=', 'pending')
        .where('s.deleted_at', 'is', null)
        .limit(1)
        .executeTakeFirst()
      if (left) await arrivals.queue(tx, { organization_id: job.organization_id, ...payload })
    },
    async requeued(tx, job) {
      const { dataset_id } = fromJson<DerivationPayload>(job.payload)
      await tx
        .insertInto('derivation_jobs')
        .values({ dataset_id, job_id: job.id, is_live: 1 })
        .onConflict((conflict) => conflict.column('dataset_id').doUpdateSet({ job_id: job.id, is_live: 1 }))
        .execute()
    },
    async after(job) {
      arrivals.wake()
      await completed(fromJson<DerivationPayload>(job.payload).dataset_id)
    },
  }
}

/** `made`: by hash; an image is missing whose file is gone, since the image is about to be removed too. */
async function storeImages(
  tx: Tx,
  images: readonly Waiting[],
  made: ReadonlyMap<string, ImageContentRow>,
): Promise<void> {
  const isMade = ({ sha256 }: Waiting) => made.get(sha256)?.failure === null
  const stored = await storeStates(tx, images.filter(isMade), 'made')
  await storeStates(
    tx,
    images.filter((image) => !isMade(image)),
    'failed',
  )
  const tagged: { image: Waiting; tags: AutoTags }[] = []
  for (const image of images) {
    const tags = made.get(image.sha256)?.tags
    if (tags && stored.has(image.id)) tagged.push({ image, tags: fromJson<AutoTags>(tags) })
  }
  await replaceTags(tx, 'measured', tagged)
}

/** Returns the ids of those that were there: nothing is stored for an image that was removed meanwhile. */
async function storeStates(tx: Tx, images: readonly Waiting[], state: 'made' | 'failed'): Promise<Set<string>> {
  if (images.length === 0) return new Set()
  const ids = images.map(({ id }) => id)
  const marks = sql.join(
    ids.map((id) => sql`when ${id} then ${newId()}`),
    sql` `,
  )
  const rows = await tx
    .updateTable('image_derivations')
    .set({ state, made_id: sql<string>`case image_id ${marks} end` })
    .where('image_id', 'in', ids)
    .where('state', '=', 'pending')
    .returning('image_id')
    .execute()
  return new Set(rows.map(({ image_id }) => image_id))
}
