/** Derives from the bytes of an image once for all images that have them, and again when a thumbnail was removed. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import { ApiError } from '../../../shared/api/errors.ts'
import type { ThumbnailSize } from '../../../shared/engine-contract/derivation.ts'
import type { Engine } from '../../../shared/engine-contract/job.ts'
import { message, paramOf, type Said, saidOf } from '../../../shared/messages/message.ts'
import { fromJson, newId } from '../../db/database.ts'
import type { ImageRow } from '../../db/schema/datasets.ts'
import type { ImageContentRow } from '../../db/schema/image-contents.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import { PRIVATE_FOLDER } from '../../machine/private-folder.ts'
import type { ImageContents } from './image-contents.ts'
import type { Thumbnails } from './thumbnails.ts'

/** The image whose bytes are read. */
export type SourceImage = Pick<ImageRow, 'sha256' | 'filename'>

export interface DeriveContent {
  /**
   * The content of an image that somebody waits for, derived now unless it was before. Null when the file is gone.
   * @throws ApiError server_busy; Error with the code ENOSPC on a full disk
   */
  content(image: SourceImage): Promise<ImageContentRow | null>
  /**
   * The contents of images by hash, derived at the same time unless they were before. Those are missing whose files are gone, and
   * some when the signal was aborted. @throws Error with the code ENOSPC on a full disk
   */
  contents(images: readonly SourceImage[], signal: AbortSignal): Promise<Map<string, ImageContentRow>>
  /**
   * Absolute path of a thumbnail, which is made now if there is none.
   * @throws ApiError not_found with the reason when the image cannot be read, server_busy when many are being made
   */
  thumbnail(image: SourceImage, size: ThumbnailSize): Promise<string>
}

export interface DeriveContentOptions {
  contents: ImageContents
  thumbnails: Thumbnails
  engine: Engine
  blobs: BlobStore
  tmpDir: string
  now: () => Date
}

/** Callers that wait for images to be made at the same time. */
const MAX_WAITING = 64
/** Images of jobs that are made at the same time, or wait for a process: more would only delay a caller who wants one of them. */
const AT_ONCE = 8

type Made = ImageContentRow | 'lost' | null

export function createDeriveContent(options: DeriveContentOptions): DeriveContent {
  const { contents, thumbnails, engine, blobs } = options
  /** By hash, so that two callers share one derivation. */
  const making = new Map<string, Promise<Made>>()
  const limited = pLimit(AT_ONCE)
  let waiting = 0

  /** `lost`: the process ended with the image, twice. */
  async function make(image: SourceImage, background: boolean, signal?: AbortSignal): Promise<Made> {
    const { sha256, filename } = image
    await mkdir(options.tmpDir, { recursive: true, mode: PRIVATE_FOLDER })
    const start = join(options.tmpDir, newId())
    const files = { 256: `${start}-256.webp`, 1024: `${start}-1024.webp` }
    const request = { path: await blobs.localFile(sha256), name: filename, thumbnails: files, background }
    const isLost = (code: string) => ['engine_died', 'engine_hung', 'interrupted'].includes(code)
    try {
      let result = await engine.derive(request)
      // A process can also end for another reason than this image, such as a lack of memory.
      if (!result.ok && result.error.code === 'engine_died' && !signal?.aborted) result = await engine.derive(request)
      if (signal?.aborted) return null
      const at = options.now().toISOString()
      if (result.ok) {
        const { derived } = result.value
        if (derived.ok) await thumbnails.take(sha256, files, derived.value.thumbnailBytes)
        return await contents.store(sha256, derived, at)
      }
      const { code } = result.error
      if (code === 'disk_full') throw Object.assign(new Error(result.error.message), { code: 'ENOSPC' })
      if (code === 'output_unwritable') throw new Error(result.error.message)
      if (code === 'source_missing' || !(await blobs.has(sha256))) return null
      // The end of the platform ends its processes too, so that only a job, which knows of it, records the loss.
      if (code === 'interrupted' || (isLost(code) && !background)) return 'lost'
      return await contents.store(sha256, result, at)
    } finally {
      for (const file of Object.values(files)) await rm(file, { force: true })
    }
  }

  function shared(image: SourceImage, background: boolean, signal?: AbortSignal): Promise<Made> {
    const known = making.get(image.sha256)
    if (known) return known
    const made = make(image, background, signal).finally(() => making.delete(image.sha256))
    making.set(image.sha256, made)
    return made
  }

  /** For a caller who waits: a job that was stopped meanwhile is replaced. */
  async function now(image: SourceImage): Promise<ImageContentRow | null> {
    if (waiting >= MAX_WAITING && !making.has(image.sha256)) {
      throw new ApiError('server_busy', message('image.thumbnails_busy'))
    }
    waiting++
    try {
      const made = await shared(image, false)
      if (made === 'lost') throw noThumbnail(image, saidOf(message('image.derivation_lost')))
      return made
    } finally {
      waiting--
    }
  }

  return {
    content: async (image) => (await contents.find(image.sha256)) ?? now(image),
    async contents(images, signal) {
      const byHash = new Map(images.map((image) => [image.sha256, image]))
      const found = await contents.findAll([...byHash.keys()])
      const missing = [...byHash.values()].filter(({ sha256 }) => !found.has(sha256))
      const inTurn = (image: SourceImage) => limited(async () => (signal.aborted ? null : shared(image, true, signal)))
      const ends = await Promise.allSettled(missing.map(inTurn))
      for (const [i, end] of ends.entries()) {
        if (end.status === 'rejected') throw end.reason
        const { sha256 } = missing[i] as SourceImage
        if (end.value !== null && end.value !== 'lost') found.set(sha256, end.value)
      }
      return found
    },
    async thumbnail(image, size) {
      if (await thumbnails.use(image.sha256, size)) return thumbnails.pathOf(image.sha256, size)
      const known = await contents.find(image.sha256)
      const row = known?.failure ? known : await now(image)
      if (row?.failure) throw noThumbnail(image, fromJson<Said>(row.failure))
      return thumbnails.pathOf(image.sha256, size)
    },
  }
}

const noThumbnail = ({ filename }: SourceImage, reason: Said): ApiError =>
  new ApiError('not_found', message('image.no_thumbnail', { name: filename, reason: paramOf(reason) }))
