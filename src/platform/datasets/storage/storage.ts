/**
 * Measures the data folder by kind of data, and clears data that is unused or can be recreated: of the whole installation, for
 * operators.
 */
import { readdir, rm } from 'node:fs/promises'
import { ApiError } from '../../../shared/api/errors.ts'
import type { ClearableKind, StorageUse } from '../../../shared/api/storage.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Database } from '../../db/database.ts'
import type { DataFolders } from '../../machine/data-folders.ts'
import { blobPages, hashesOf } from './blob-pages.ts'
import { folderSize } from './folder-size.ts'
import type { Reclaim } from './reclaim.ts'
import { runUse } from './run-use.ts'
import { NONE, partOf, sumOf, type Tally } from './tally.ts'
import { hashesOfExports, hashesOfImages, hashesOfModels } from './used-hashes.ts'

export interface Storage {
  use(): Promise<StorageUse>
  /** Returns the use afterwards. @throws ApiError wrong_state while a run is live */
  clear(kind: ClearableKind): Promise<StorageUse>
}

export interface StorageOptions {
  db: Database
  reclaim: Reclaim
  folders: Pick<DataFolders, 'runs' | 'sam3' | 'cache' | 'thumbnails' | 'vectors'>
  isAnyRunLive(): Promise<boolean>
}

export function createStorage(options: StorageOptions): Storage {
  const { db, reclaim, folders } = options

  /** Each blob counts once: for its model if it is one, otherwise for images, exports, uploads, in this order. */
  async function blobUse(): Promise<Record<'models' | 'images' | 'exports' | 'uploads', Tally>> {
    const none = () => ({ bytes: 0, count: 0 })
    const use = { models: none(), images: none(), exports: none(), uploads: none() }
    for await (const rows of blobPages(db)) {
      const page = hashesOf(rows)
      const [models, images] = [await hashesOfModels(db, page), await hashesOfImages(db, page)]
      const exports = await hashesOfExports(db, page)
      for (const { sha256: hash, size } of rows) {
        const isOf = models.has(hash)
          ? 'models'
          : images.has(hash)
            ? 'images'
            : exports.has(hash)
              ? 'exports'
              : 'uploads'
        const tally = use[isOf]
        tally.bytes += size
        tally.count++
      }
    }
    return use
  }

  /** Blobs that would be removed with the unused uploads: the same bytes may be used under another handle. */
  async function unusedUploads(): Promise<Tally> {
    const rows = (await reclaim.unusedUploads()).filter(({ completed_at }) => completed_at !== null)
    const gone = new Set(rows.map(({ id }) => id))
    const kept = (await db.selectFrom('uploads').select(['id', 'sha256']).execute()).filter(({ id }) => !gone.has(id))
    const keptHashes = new Set(kept.map(({ sha256 }) => sha256))
    const bytes = new Map(rows.map(({ id, sha256, size_bytes }) => [sha256 ?? id, size_bytes ?? 0]))
    for (const hash of keptHashes) if (hash !== null) bytes.delete(hash)
    return { bytes: sumOf([...bytes.values()]), count: rows.length }
  }

  async function use(): Promise<StorageUse> {
    const [runs, blob] = [await runUse(db, folders.runs), await blobUse()]
    const uploads = (
      await db
        .selectFrom('uploads')
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
    const images = (
      await db
        .selectFrom('dataset_counters as c')
        .innerJoin('datasets as d', 'd.id', 'c.dataset_id')
        .where('c.kind', '=', 'state')
        .where('d.deleted_at', 'is', null)
        .select((e) => e.fn.sum('c.images').as('n'))
        .executeTakeFirstOrThrow()
    ).n
    const exports = (
      await db
        .selectFrom('dataset_exports')
        .where('deleted_at', 'is', null)
        .select((e) => e.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n
    const cache = {
      bytes: await folderSize(folders.cache),
      count: (await readdir(folders.cache).catch(() => [])).length,
    }
    const derived = (await folderSize(folders.thumbnails)) + (await folderSize(folders.vectors))
    return {
      in_use: await options.isAnyRunLive(),
      parts: [
        partOf('runs', runs.all, runs.ended),
        partOf('uploads', { bytes: blob.uploads.bytes, count: Number(uploads) }, await unusedUploads()),
        partOf('models', { ...blob.models, bytes: blob.models.bytes + (await folderSize(folders.sam3)) }, NONE),
        partOf('images', { bytes: blob.images.bytes + derived, count: Number(images ?? 0) }, NONE),
        partOf('exports', { bytes: blob.exports.bytes, count: Number(exports) }, NONE),
        partOf('cache', cache, cache),
      ],
    }
  }

  return {
    use,
    async clear(kind) {
      if (await options.isAnyRunLive()) {
        throw new ApiError('wrong_state', message('run.clear_while_active'))
      }
      if (kind === 'cache') await rm(folders.cache, { recursive: true, force: true })
      else await reclaim.clearUploads()
      return use()
    },
  }
}
