/** How far the installed model has read a data set, and the job in which it continues. */
import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { EmbeddingState } from '../../../shared/api/embeddings.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { EMBEDDER_FILES, EMBEDDER_LABEL, isEmbedderFile } from '../../../shared/domain/installed-models.ts'
import type { Embedder } from '../../../shared/engine-contract/embedding.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Database, newId } from '../../db/database.ts'
import type { DatasetRow } from '../../db/schema/datasets.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Jobs } from '../../work/jobs/jobs.ts'
import type { Datasets } from '../datasets.ts'
import { descriptorOf } from '../derivations/image-contents.ts'
import type { VectorSpace } from '../vectors/vector-space.ts'
import { EMBEDDING, type EmbeddingPayload, unreadImages } from './embedding-job.ts'

export interface Embeddings {
  /** @throws ApiError not_found, here and below */
  get(caller: Caller, dataset: string): Promise<EmbeddingState>
  /** @throws ApiError model_not_installed */
  start(caller: Caller, dataset: string): Promise<EmbeddingState>
  /** Starts the job when a model is installed and images have arrived. */
  arrived(datasetId: string): Promise<void>
}

export interface EmbeddingsOptions {
  db: Database
  datasets: Datasets
  jobs: Jobs
  /** Null without an installed model. */
  embedder(): Promise<Embedder | null>
}

type Owned = Pick<DatasetRow, 'id' | 'organization_id' | 'name'>

export function createEmbeddings({ db, datasets, jobs, embedder }: EmbeddingsOptions): Embeddings {
  async function stateOf(dataset: Owned, model: Embedder | null): Promise<EmbeddingState> {
    const count = (query: { execute(): Promise<{ n: unknown }[]> }) =>
      query.execute().then(([row]) => Number(row?.n ?? 0))
    const images = db.selectFrom('images').where('dataset_id', '=', dataset.id)
    const read = db.selectFrom('image_embeddings').where('dataset_id', '=', dataset.id)
    const job = db.selectFrom('embedding_jobs').select('job_id').where('dataset_id', '=', dataset.id)
    return {
      dataset_id: dataset.id,
      model: model?.name ?? null,
      has_text: model?.hasText ?? false,
      images: await count(images.select((e) => e.fn.countAll<number>().as('n'))),
      embedded_images: await count(
        read.where('model', '=', model?.sha256 ?? '').select((e) => e.fn.countAll<number>().as('n')),
      ),
      job_id: (await job.executeTakeFirst())?.job_id ?? null,
    }
  }

  async function enqueue({ id: dataset_id, organization_id, name }: Owned, userId: string | null, model: Embedder) {
    const unread = await unreadImages(db, dataset_id, model.sha256).select('i.id').limit(1).executeTakeFirst()
    if (!unread) return
    await db.transaction().execute(async (tx) => {
      const job_id = newId()
      const made = await tx
        .insertInto('embedding_jobs')
        .values({ dataset_id, job_id })
        .onConflict((conflict) => conflict.doNothing())
        .returning('job_id')
        .executeTakeFirst()
      // Another job of the data set reads these images too.
      if (!made) return
      const payload: EmbeddingPayload = { dataset_id }
      const caller = { organizationId: organization_id, userId }
      await jobs.enqueue(tx, { id: job_id, caller, kind: EMBEDDING, subject: name, payload })
    })
    jobs.wake()
  }

  return {
    get: async (caller, dataset) => stateOf(await datasets.rowOf(caller, dataset), await embedder()),
    async start(caller, nameOrId) {
      const dataset = await datasets.rowOf(caller, nameOrId)
      const model = await embedder()
      if (!model) throw new ApiError('model_not_installed', message('embedder.none'))
      await enqueue(dataset, caller.userId, model)
      return stateOf(dataset, model)
    },
    async arrived(datasetId) {
      const model = await embedder()
      if (!model) return
      const query = db.selectFrom('datasets').select(['id', 'organization_id', 'name']).where('id', '=', datasetId)
      const dataset = await query.where('deleted_at', 'is', null).executeTakeFirst()
      if (dataset) await enqueue(dataset, null, model)
    },
  }
}

/**
 * The model of this machine that embeds images, and texts where it knows them.
 * Null without a network for images. Identified by the names, sizes and times of its files.
 */
export async function findEmbedder(folder: string): Promise<Embedder | null> {
  const names = (await readdir(folder).catch((): string[] => [])).filter(isEmbedderFile).sort()
  if (!names.includes(EMBEDDER_FILES.image)) return null
  const hash = createHash('sha256')
  for (const name of names) {
    const file = await stat(join(folder, name)).catch(() => null)
    // Another model is being installed.
    if (!file) return null
    hash.update(JSON.stringify([name, file.size, file.mtimeMs]))
  }
  const hasText = names.includes(EMBEDDER_FILES.text) && names.includes(EMBEDDER_FILES.tokenizer)
  return { folder, name: await labelOf(folder), sha256: hash.digest('hex'), hasText }
}

async function labelOf(folder: string): Promise<string> {
  try {
    return (JSON.parse(await readFile(join(folder, EMBEDDER_LABEL), 'utf8')) as { name: string }).name
  } catch {
    return 'search model'
  }
}

/** Digits of the model's hash in the names of indexes. */
const DIGITS_OF_MODEL = 12

/** The vectors that a model has made of images. @param length bytes of a vector of the model */
export function embeddingSpace(db: Database, { sha256 }: Pick<Embedder, 'sha256'>, length: number): VectorSpace {
  const mark = sha256.slice(0, DIGITS_OF_MODEL)
  const rowsOf = (datasetId: string) =>
    db.selectFrom('image_embeddings').where('dataset_id', '=', datasetId).where('model', '=', sha256)
  return {
    length,
    nameOf: (datasetId) => `${datasetId}+${mark}`,
    datasetOf(name) {
      const [datasetId = '', of] = name.split('+')
      return of === mark ? datasetId : ''
    },
    async size(datasetId) {
      const counted = rowsOf(datasetId).select((e) => e.fn.countAll<number>().as('n'))
      return Number((await counted.executeTakeFirstOrThrow()).n)
    },
    async rowsAfter(datasetId, after, limit) {
      const rows = await rowsOf(datasetId)
        .select(['made_id', 'content_key', 'vector'])
        .where('made_id', '>', after)
        .orderBy('made_id')
        .limit(limit)
        .execute()
      return rows.map(({ made_id, content_key, vector }) => ({
        mark: made_id,
        key: content_key,
        vector: vector === null ? null : descriptorOf(vector),
      }))
    },
  }
}
