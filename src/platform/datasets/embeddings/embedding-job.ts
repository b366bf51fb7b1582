/** The job in which a model reads the images of a data set that it has not read. It can be executed again. */
import type { AutoTags } from '../../../shared/engine-contract/derivation.ts'
import type { Embedder } from '../../../shared/engine-contract/embedding.ts'
import type { Engine } from '../../../shared/engine-contract/job.ts'
import { message, type Said, saidOf } from '../../../shared/messages/message.ts'
import { type Database, fromJson, insertMany, newId } from '../../db/database.ts'
import type { ImageEmbeddingRow } from '../../db/schema/similar-images.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import { failed, type Hold, type JobEnd, type JobKind } from '../../work/jobs/job.ts'
import { contentKey } from '../derivations/arrivals.ts'
import { descriptorOf } from '../derivations/image-contents.ts'
import { replaceTags } from '../tags/image-tags.ts'
import { isVectors, type Vocabulary } from './vocabulary-vectors.ts'
import { type VocabularyVectors, zeroShotTags } from './zero-shot.ts'

export const EMBEDDING = 'image_embedding'

export interface EmbeddingPayload {
  dataset_id: string
}

export interface EmbeddingJobOptions {
  db: Database
  engine: Pick<Engine, 'embed'>
  blobs: Pick<BlobStore, 'localFile'>
  /** Null without an installed model. */
  embedder(): Promise<Embedder | null>
  vocabulary: Vocabulary
  /** Called when a job is done: images may have arrived while it ended. */
  completed(datasetId: string): Promise<void>
}

const IMAGES_AT_ONCE = 20
const NO_TAGS: AutoTags = { objects: [], scenes: [], attributes: [] }

interface Waiting {
  id: string
  organization_id: string
  dataset_id: string
  sha256: string
  filename: string
}

/** The images of a data set that a model has not read. */
export const unreadImages = (db: Database, datasetId: string, model: string) =>
  db
    .selectFrom('images as i')
    .leftJoin('image_embeddings as e', (join) => join.onRef('e.image_id', '=', 'i.id').on('e.model', '=', model))
    .where('i.dataset_id', '=', datasetId)
    .where('e.image_id', 'is', null)

export function embeddingJob({ db, engine, blobs, embedder, vocabulary, completed }: EmbeddingJobOptions): JobKind {
  /** Null for an image that cannot be read. Returns the reason when the model cannot be used. */
  async function read(model: Embedder, { sha256, filename }: Waiting): Promise<string | null | Said> {
    const path = await blobs.localFile(sha256)
    const embedded = await engine.embed({ kind: 'image', embedder: model, path, name: filename })
    if (embedded.ok) return Buffer.from(Int8Array.from(embedded.value.vector)).toString('base64')
    return embedded.error.code.startsWith('model_') ? saidOf(embedded.error) : null
  }

  async function store(
    images: readonly Waiting[],
    rows: readonly ImageEmbeddingRow[],
    labels: VocabularyVectors | null,
    hold: Hold,
  ): Promise<void> {
    const vectorOf = new Map(rows.map(({ image_id, vector }) => [image_id, vector]))
    await db.transaction().execute(async (tx) => {
      await hold(tx)
      const ids = rows.map(({ image_id }) => image_id)
      // Images may have been deleted meanwhile, or read by a job that was thought dead.
      const there = await tx.selectFrom('images').select('id').where('id', 'in', ids).execute()
      const left = new Set(there.map(({ id }) => id))
      const kept = rows.filter(({ image_id }) => left.has(image_id))
      // Embeddings of another model go too: they are not needed any more.
      await tx.deleteFrom('image_embeddings').where('image_id', 'in', ids).execute()
      await insertMany(tx, 'image_embeddings', kept)
      const tagged = images.flatMap((image) => {
        const vector = left.has(image.id) ? (vectorOf.get(image.id) ?? null) : null
        if (vector === null) return []
        return [{ image, tags: labels ? zeroShotTags(descriptorOf(vector), labels) : NO_TAGS }]
      })
      await replaceTags(tx, 'model', tagged)
    })
  }

  return {
    kind: EMBEDDING,
    pool: 'long',
    estimateMs: 60_000,
    atOnce: 1,
    async run(job, { signal, progress, hold }): Promise<JobEnd | null> {
      const { dataset_id } = fromJson<EmbeddingPayload>(job.payload)
      const model = await embedder()
      if (!model) return failed(message('embedder.none'))
      const unread = unreadImages(db, dataset_id, model.sha256)
      const counted = await unread.select((e) => e.fn.countAll<number>().as('n')).executeTakeFirstOrThrow()
      const labels = await vocabulary.vectors(model, signal)
      if (signal.aborted) return null
      if (labels !== null && !isVectors(labels)) return failed(labels)
      let done = 0
      for (;;) {
        const waiting: Waiting[] = await unread
          .select(['i.id', 'i.organization_id', 'i.dataset_id', 'i.sha256', 'i.filename'])
          .orderBy('i.id')
          .limit(IMAGES_AT_ONCE)
          .execute()
        if (waiting.length === 0) return { state: 'done', result: { images: done } }
        const rows: ImageEmbeddingRow[] = []
        for (const image of waiting) {
          if (signal.aborted) return null
          const vector = await read(model, image)
          if (signal.aborted) return null
          if (vector !== null && typeof vector !== 'string') return failed(vector)
          const content_key = contentKey(image.sha256)
          rows.push({ image_id: image.id, dataset_id, model: model.sha256, content_key, vector, made_id: newId() })
          progress({ done: ++done, total: Math.max(done, Number(counted.n)) })
        }
        await store(waiting, rows, labels, hold)
      }
    },
    failures: { fault: 'embedder.job_fault', diskFull: 'embedder.job_disk_full' },
    async ended(tx, job) {
      await tx.deleteFrom('embedding_jobs').where('job_id', '=', job.id).execute()
    },
    async requeued(tx, job) {
      const { dataset_id } = fromJson<EmbeddingPayload>(job.payload)
      await tx
        .insertInto('embedding_jobs')
        .values({ dataset_id, job_id: job.id })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    },
    async after(job, end) {
      if (end.state === 'done') await completed(fromJson<EmbeddingPayload>(job.payload).dataset_id)
    },
  }
}
