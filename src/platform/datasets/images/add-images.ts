/** Adds images to data sets: each under its name, or a number of it, with its file in the blob store. */
import { copyFile, link, rm, stat } from 'node:fs/promises'
import { ApiError } from '../../../shared/api/errors.ts'
import { isQuotaReached } from '../../accounts/quota/quota.ts'
import { isUniqueViolation, newId } from '../../db/database.ts'
import { createGathered } from '../../db/gathered.ts'
import { numberedFilename } from '../../db/naming/free-filename.ts'
import { allSettled } from '../../db/one-message.ts'
import type { DatasetRow, ImageRow } from '../../db/schema/datasets.ts'
import type { BlobStore, StoredBlob } from '../../files/blobs/blob-store.ts'
import { BlobGone } from '../../files/blobs/name-blobs.ts'
import { nameObject } from '../../http/changes.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Tx } from '../../work/jobs/job.ts'
import type { Arrivals } from '../derivations/arrivals.ts'
import type { ImageContents } from '../derivations/image-contents.ts'
import type { ReadImage } from '../derivations/read-images.ts'
import type { Directories } from '../directories/directories.ts'
import type { Uploads } from '../uploads/uploads.ts'
import type { ImageRepository } from './image-repository.ts'

/** An image file whose size and type are already known. */
export interface KnownPicture {
  /** Absolute. */
  path: string
  filename: string
  directory: string
  width: number
  height: number
  contentType: string
  /** Images of one group stay in one split. */
  group?: string
  split?: ImageRow['split']
  /** `new` when omitted. */
  status?: ImageRow['status']
}

export interface AddOptions {
  /** The hash of an image file that is already in the blob store. */
  storedAs?: string | null | undefined
  /** True when no number may be appended to its name: a taken place is a PlaceTaken. */
  isPlaceFixed?: boolean
  also?: ((tx: Tx, imageId: string) => Promise<void>) | undefined
  /** The upload that becomes the image. */
  upload?: { id: string } | undefined
  /** What was derived from the file. */
  read?: ReadImage
}

export type AddAtOptions = Pick<AddOptions, 'also' | 'storedAs' | 'read'>

/** A file of a known hash in the temporary folder, which was read. */
export interface ReadFile {
  /** Absolute. */
  path: string
  filename: string
  directory: string
  sha256: string
  read: ReadImage
}

/** An image that was added, by the place of its file in the list. */
export interface AddedImage {
  index: number
  id: string
}

/** The image of a file, or the reason why it has none. */
export type Ensured = ImageRow | ApiError

export interface AddImages {
  add(caller: Caller, dataset: DatasetRow, picture: KnownPicture, options?: AddOptions): Promise<ImageRow>
  addAt(caller: Caller, dataset: DatasetRow, picture: KnownPicture, options: AddAtOptions): Promise<ImageRow | null>
  /**
   * The images of these files in a data set: existing ones of the same names and bytes, or new ones, with a number appended when a
   * different file has the name. New ones are stored in one transaction, or by themselves when it fails. `also`: further writes
   * in the transaction of new ones. An image that cannot be added is an ApiError; behind one for which there is no room, none is
   * added.
   */
  ensureAll(
    caller: Caller,
    dataset: DatasetRow,
    files: readonly ReadFile[],
    also: (tx: Tx, added: readonly AddedImage[]) => Promise<void>,
  ): Promise<Ensured[]>
}

export interface AddImagesOptions {
  repository: ImageRepository
  directories: Directories
  blobs: BlobStore
  arrivals: Pick<Arrivals, 'wake'>
  contents: Pick<ImageContents, 'storeIn'>
  uploads: Pick<Uploads, 'imported' | 'importedIn'>
  now: () => Date
}

class PlaceTaken extends Error {}

/** An image that is about to be added, at a place that was free. */
interface Arrival extends Pick<AddOptions, 'also' | 'upload'> {
  caller: Caller
  dataset: DatasetRow
  row: ImageRow
  blob: StoredBlob
  read: ReadImage | undefined
}

/** Images of one transaction. */
const MOST_AT_ONCE = 64

export function createAddImages(options: AddImagesOptions): AddImages {
  const { repository, directories, blobs } = options

  async function rowOf(caller: Caller, dataset: DatasetRow, picture: KnownPicture, sha256: string): Promise<ImageRow> {
    return {
      id: newId(),
      organization_id: dataset.organization_id,
      created_by: caller.userId,
      dataset_id: dataset.id,
      filename: picture.filename,
      display_name: null,
      directory_path: picture.directory,
      status: picture.status ?? 'new',
      is_archived: 0,
      width: picture.width,
      height: picture.height,
      content_type: picture.contentType,
      size_bytes: (await stat(picture.path)).size,
      sha256,
      created_at: options.now().toISOString(),
      updated_at: null,
      annotation_count: 0,
      outside_count: 0,
      lowest_confidence: null,
      disagreement: 0,
      split: picture.split ?? null,
      group_key: picture.group ?? null,
      revision: 0,
    }
  }

  async function storeContents(tx: Tx, files: readonly { read?: ReadImage | undefined; sha256: string }[]) {
    const rows = files.flatMap(({ read, sha256 }) => read?.contentOf(sha256) ?? [])
    // In one order: two transactions that wait for each other's rows would be stopped.
    const byHash = new Map(rows.sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1)).map((row) => [row.sha256, row]))
    await options.contents.storeIn(tx, [...byHash.values()])
  }

  async function insertTogether(arrivals: readonly Arrival[]): Promise<void> {
    const rows = arrivals.map(({ row }) => row)
    const blobs = arrivals.map(({ blob }) => blob)
    const before = async (tx: Tx) => {
      const imports = arrivals.flatMap(({ upload, row }) => (upload ? { id: upload.id, sha256: row.sha256 } : []))
      const paths = new Map(arrivals.map((arrival) => [arrival.row.directory_path, arrival]))
      await allSettled([options.blobs.nameAll(tx, blobs), options.uploads.importedIn(tx, imports)])
      for (const [path, { caller, dataset }] of paths) await directories.ensure(tx, caller, dataset, path)
      await storeContents(
        tx,
        arrivals.map(({ read, row }) => ({ read, sha256: row.sha256 })),
      )
    }
    await repository.insertAll(rows, before, async (tx) => {
      for (const { also, row } of arrivals) await also?.(tx, row.id)
    })
  }

  /** Images of several callers share a transaction. */
  const insertGathered = createGathered<Arrival, void>({
    // Further writes may fail for reasons that concern nobody else.
    keyOf: ({ dataset, also, row }) => (also ? row.id : dataset.id),
    most: MOST_AT_ONCE,
    isOfOne: (error) => error instanceof ApiError || error instanceof BlobGone || isUniqueViolation(error),
    async together(arrivals) {
      await insertTogether(arrivals)
      return arrivals.map(() => undefined)
    },
  })

  const add: AddImages['add'] = async (
    caller,
    dataset,
    picture,
    { storedAs, isPlaceFixed, also, upload, read } = {},
  ) => {
    const { directory, filename } = picture
    const insert = async (blob: StoredBlob): Promise<ImageRow> => {
      const { sha256 } = blob
      for (let n = 0; ; ) {
        const name = numberedFilename(filename, n)
        const there = await repository.byName(dataset.id, directory, name)
        if (there && isPlaceFixed) throw new PlaceTaken()
        if (there?.sha256 === sha256) {
          if (upload) await options.uploads.imported(upload.id, sha256)
          return there
        }
        if (there) {
          n++
          continue
        }
        const row = await rowOf(caller, dataset, { ...picture, filename: name }, sha256)
        nameObject({ id: row.id, dataset_id: dataset.id })
        try {
          await insertGathered({ caller, dataset, row, blob, read, upload, also })
        } catch (error) {
          // The image that has taken the place meanwhile may have the same bytes.
          if (isUniqueViolation(error)) continue
          throw error
        }
        options.arrivals.wake()
        return row
      }
    }
    return blobs.putFor(picture.path, insert, storedAs)
  }

  /** The image that has the place of each file. */
  async function atPlaces(datasetId: string, files: readonly ReadFile[]): Promise<Map<string, ImageRow>> {
    const found = new Map<string, ImageRow>()
    for (const directory of new Set(files.map((file) => file.directory))) {
      const names = files.filter((file) => file.directory === directory).map(({ filename }) => filename)
      for (const row of await repository.byNames(datasetId, directory, names)) found.set(placeOf(row), row)
    }
    return found
  }

  /** Adds files whose places are free and differ, all or none of them. */
  async function addTogether(
    caller: Caller,
    dataset: DatasetRow,
    files: readonly ReadFile[],
    also: (tx: Tx, ids: readonly string[]) => Promise<void>,
  ): Promise<ImageRow[]> {
    if (files.length === 0) return []
    const made = files.map(({ read, sha256, ...file }) => rowOf(caller, dataset, { ...file, ...read }, sha256))
    const rows = await Promise.all(made)
    // The store moves its own names of the files, which stay for an attempt by themselves.
    const own = files.map(({ path, sha256 }) => ({ path: `${path}.own`, sha256 }))
    try {
      await Promise.all(files.map(({ path }) => link(path, `${path}.own`).catch(() => copyFile(path, `${path}.own`))))
      await blobs.takeAllFor(own, (stored) => {
        const before = async (tx: Tx) => {
          await stored.name(tx)
          for (const path of new Set(files.map(({ directory }) => directory))) {
            await directories.ensure(tx, caller, dataset, path)
          }
          await storeContents(tx, files)
        }
        const ids = rows.map(({ id }) => id)
        return repository.insertAll(rows, before, (tx) => also(tx, ids))
      })
      return rows
    } finally {
      for (const { path } of own) await rm(path, { force: true })
    }
  }

  const ensureAll: AddImages['ensureAll'] = async (caller, dataset, files, also) => {
    const there = await atPlaces(dataset.id, files)
    const results = new Map<number, Ensured>()
    const free = new Map<string, number>()
    for (const [index, file] of files.entries()) {
      const place = placeOf({ ...file, directory_path: file.directory })
      const image = there.get(place)
      if (image?.sha256 === file.sha256) results.set(index, image)
      else if (!image && !free.has(place)) free.set(place, index)
    }
    const together = [...free.values()]
    const some = together.map((index) => files[index] as ReadFile)
    try {
      const rows = await addTogether(caller, dataset, some, (tx, ids) =>
        also(
          tx,
          together.map((index, i) => ({ index, id: ids[i] as string })),
        ),
      )
      rows.forEach((image, i) => {
        results.set(together[i] as number, image)
      })
      if (rows.length > 0) options.arrivals.wake()
    } catch (error) {
      // One of them is the reason, which each for itself shows.
      if (!(error instanceof ApiError) && !isUniqueViolation(error)) throw error
    }
    let full: ApiError | null = null
    for (const [index, file] of files.entries()) {
      if (full) results.set(index, full)
      if (results.has(index)) continue
      const end = await addOne(caller, dataset, file, (tx, id) => also(tx, [{ index, id }]))
      results.set(index, end)
      if (end instanceof ApiError && isQuotaReached(end)) full = end
    }
    return files.map((_, index) => results.get(index) as Ensured)
  }

  async function addOne(
    caller: Caller,
    dataset: DatasetRow,
    { path, filename, directory, read }: ReadFile,
    also: (tx: Tx, id: string) => Promise<void>,
  ): Promise<Ensured> {
    try {
      return await add(caller, dataset, { path, filename, directory, ...read }, { also, read })
    } catch (error) {
      if (error instanceof ApiError) return error
      throw error
    }
  }

  return {
    add,
    ensureAll,
    async addAt(caller, dataset, picture, given) {
      try {
        return await add(caller, dataset, picture, { ...given, isPlaceFixed: true })
      } catch (error) {
        if (error instanceof PlaceTaken) return null
        throw error
      }
    },
  }
}

const placeOf = ({ directory_path, filename }: Pick<ImageRow, 'directory_path' | 'filename'>): string =>
  `${directory_path}/${filename}`
