/** Reads image files that arrive: their properties, with what is derived from them, of one decoding. */
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ApiError } from '../../../shared/api/errors.ts'
import type { RunErrorCode } from '../../../shared/domain/run.ts'
import { storedTypeOfCodec } from '../../../shared/domain/still-formats.ts'
import type { ThumbnailSize } from '../../../shared/engine-contract/derivation.ts'
import type { Engine } from '../../../shared/engine-contract/job.ts'
import { message, type Said } from '../../../shared/messages/message.ts'
import { newId } from '../../db/database.ts'
import type { ImageContentRow } from '../../db/schema/image-contents.ts'
import { PRIVATE_FOLDER } from '../../machine/private-folder.ts'
import { contentRow, type ImageContents, type KnownFile } from './image-contents.ts'
import type { Thumbnails } from './thumbnails.ts'

/** An image file that was read. Call `settle` once its row is stored, or not. */
export interface ReadImage {
  width: number
  height: number
  contentType: string
  /** What was derived, under the hash of the file, to be stored with the image; null when it is stored already, or unknown. */
  contentOf(sha256: string): ImageContentRow | null
  /** Keeps the thumbnails under the hash that was stored, or removes them when it is null; once. */
  settle(sha256: string | null): Promise<void>
}

export interface ImageFile {
  /** Absolute. */
  path: string
  /** The owner's name for it. */
  name: string
  /** When it is known already: bytes that an image has are not read again. */
  sha256?: string | null | undefined
}

export interface ReadImages {
  /** `isAwaited`: somebody waits for this one image. @throws ApiError image_unreadable */
  read(file: ImageFile, isAwaited: boolean): Promise<ReadImage>
  /** Reads files of known hashes, as many as possible at the same time. A file that is no image is an ApiError. */
  readAll(files: readonly (ImageFile & { sha256: string })[]): Promise<(ReadImage | ApiError)[]>
}

export interface ReadImagesOptions {
  engine: Pick<Engine, 'derive' | 'probe'>
  contents: Pick<ImageContents, 'knownFiles'>
  thumbnails: Thumbnails
  tmpDir: string
  now: () => Date
}

/** Failures of the file itself; others leave open whether the image can be read. */
const OF_FILE: readonly string[] = ['source_missing', 'source_empty', 'source_unreadable'] satisfies RunErrorCode[]

const nothing = async () => undefined

export function createReadImages(options: ReadImagesOptions): ReadImages {
  const { engine, contents, thumbnails } = options

  const makeFolder = () => mkdir(options.tmpDir, { recursive: true, mode: PRIVATE_FOLDER })

  const knownImage = ({ width, height, content_type }: KnownFile): ReadImage => ({
    width,
    height,
    contentType: content_type,
    contentOf: () => null,
    settle: nothing,
  })

  async function derived({ path, name }: ImageFile, isAwaited: boolean): Promise<ReadImage> {
    const start = join(options.tmpDir, newId())
    const files: Record<ThumbnailSize, string> = { 256: `${start}-256.webp`, 1024: `${start}-1024.webp` }
    const remove = async () => {
      for (const file of Object.values(files)) await rm(file, { force: true })
    }
    const result = await engine.derive({ path, name, thumbnails: files, background: !isAwaited })
    if (!result.ok) {
      await remove()
      if (OF_FILE.includes(result.error.code)) throw unreadable(name, result.error)
      return probed(path, name)
    }
    const { width, height, codec, derived: content } = result.value
    const contentType = storedTypeOfCodec(codec)
    if (contentType === undefined) {
      await remove()
      throw unsupported(name)
    }
    let isSettled = false
    return {
      width,
      height,
      contentType,
      contentOf: (sha256) => contentRow(sha256, content, options.now().toISOString()),
      async settle(sha256) {
        if (isSettled) return
        isSettled = true
        // Thumbnails that are missing are made again when somebody wants them.
        if (sha256 === null || !content.ok) await remove()
        else await thumbnails.take(sha256, files, content.value.thumbnailBytes).catch(remove)
      },
    }
  }

  /** Examines an image, in a process of its own, from which nothing could be derived: the job of its data set tries again. */
  async function probed(path: string, name: string): Promise<ReadImage> {
    const result = await engine.probe({ path, name, asImage: true })
    if (!result.ok) throw unreadable(name, result.error)
    const { width, height, duration_seconds, codec } = result.value
    const contentType = storedTypeOfCodec(codec)
    if (duration_seconds !== null || contentType === undefined) throw unsupported(name)
    return { width, height, contentType, contentOf: () => null, settle: nothing }
  }

  return {
    async read(file, isAwaited) {
      const { sha256 } = file
      const known = sha256 ? (await contents.knownFiles([sha256])).get(sha256) : undefined
      if (known) return knownImage(known)
      await makeFolder()
      return derived(file, isAwaited)
    },
    async readAll(files) {
      const known = await contents.knownFiles([...new Set(files.map(({ sha256 }) => sha256))])
      await makeFolder()
      const readOne = async (file: ImageFile & { sha256: string }) => {
        const there = known.get(file.sha256)
        return there ? knownImage(there) : derived(file, false)
      }
      const read = await Promise.allSettled(files.map(readOne))
      const fault = read.find((one) => one.status === 'rejected' && !(one.reason instanceof ApiError))
      if (fault?.status !== 'rejected') return read.map(readOr)
      for (const one of read) if (one.status === 'fulfilled') await one.value.settle(null)
      throw fault.reason
    },
  }
}

const readOr = (one: PromiseSettledResult<ReadImage>): ReadImage | ApiError =>
  one.status === 'fulfilled' ? one.value : (one.reason as ApiError)

const unsupported = (name: string) => new ApiError('image_unreadable', message('image.unsupported', { name }))

function unreadable(name: string, error: Said): ApiError {
  return error.text?.code === 'media.not_an_image' ? unsupported(name) : new ApiError('image_unreadable', error)
}
