/** Images of data sets: imported from uploads and runs, looked up, read, and removed with their data set. */

import type { Page } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type { ImageImport } from '../../../shared/api/images.ts'
import { naturally } from '../../../shared/domain/natural-order.ts'
import type { ThumbnailSize } from '../../../shared/engine-contract/derivation.ts'
import type { RunImage } from '../../../shared/engine-contract/job.ts'
import { message } from '../../../shared/messages/message.ts'
import { type Room, SOMETHING } from '../../accounts/quota/quota.ts'
import { isUuid } from '../../db/database.ts'
import type { DatasetRow, ImageRow } from '../../db/schema/datasets.ts'
import type { BlobStore } from '../../files/blobs/blob-store.ts'
import type { StoredFile } from '../../http/handler.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Tx } from '../../work/jobs/job.ts'
import type { DatasetRepository, Datasets } from '../datasets.ts'
import type { Arrivals } from '../derivations/arrivals.ts'
import type { DeriveContent } from '../derivations/derive-content.ts'
import type { ImageContents } from '../derivations/image-contents.ts'
import type { ImageFile, ReadImage, ReadImages } from '../derivations/read-images.ts'
import type { Directories } from '../directories/directories.ts'
import { directoryPath, joinPath, requireSegment, splitPath } from '../directories/directory-path.ts'
import type { ResolveMedia } from '../uploads/media-handles.ts'
import type { Uploads } from '../uploads/uploads.ts'
import { type AddAtOptions, type AddImages, type AddOptions, createAddImages, type KnownPicture } from './add-images.ts'
import type { DatasetRemoval } from './dataset-removal.ts'
import type { ImageRepository } from './image-repository.ts'

/** An image file that came from elsewhere, whose bytes are not known yet. */
export interface ArrivedFile {
  /** Absolute. */
  path: string
  filename: string
  directory: string
}

/** Each way to add an image also throws ApiError image_quota_reached and storage_quota_reached. */
export interface Images {
  /** The room that the organization has at present. */
  room(caller: Caller): Promise<Room>
  /** Checks that there is room for one more image. */
  requireRoom(caller: Caller): Promise<void>
  /** @throws ApiError not_found for data set and handle, image_unreadable, invalid_field */
  import(caller: Caller, request: ImageImport): Promise<ImageRow>
  /**
   * Adds a file to a data set as an import does, unless its place is taken: then null. `also`: further writes in the
   * transaction of the image. @throws ApiError image_unreadable, invalid_field
   */
  importFile(
    caller: Caller,
    dataset: DatasetRow,
    file: ArrivedFile,
    also: (tx: Tx, imageId: string) => Promise<void>,
  ): Promise<ImageRow | null>
  /**
   * Adds a file whose size and type are known, unless its place is taken: then null. `also`: further writes in the
   * transaction of the image.
   */
  addAt(caller: Caller, dataset: DatasetRow, picture: KnownPicture, options: AddAtOptions): Promise<ImageRow | null>
  /**
   * The image of this file in a data set: an existing one of the same name and bytes, or a new one, with a number
   * appended when a different file has its name. `also`: further writes in the transaction of a new one.
   */
  ensure(caller: Caller, dataset: DatasetRow, picture: KnownPicture, also?: AddOptions['also']): Promise<ImageRow>
  /** Reads files of known hashes that may not be images, many at the same time. */
  readAll: ReadImages['readAll']
  ensureAll: AddImages['ensureAll']
  /** Finds it by file name with its directory, or by id. @throws ApiError not_found, here and below */
  find(caller: Caller, dataset: string, filenamePath: string): Promise<ImageRow>
  byId(caller: Caller, id: string): Promise<ImageRow | null>
  /** @throws ApiError not_found */
  rowOf(caller: Caller, id: string): Promise<ImageRow>
  /** Returns the images among these ids, by id in lower case. */
  byIds(caller: Caller, ids: readonly string[]): Promise<Map<string, ImageRow>>
  /** Returns the ids among these that belong to images. */
  existing(caller: Caller, ids: readonly string[]): Promise<Set<string>>
  list(datasetId: string, page: Page): Promise<ImageRow[]>
  open(caller: Caller, id: string): Promise<StoredFile>
  /** @throws ApiError not_found also for an image without a thumbnail, with the reason; server_busy */
  openThumbnail(caller: Caller, id: string, size: ThumbnailSize): Promise<StoredFile>
  /** Absolute path of an image's file on this machine. */
  localFile(row: ImageRow): Promise<string>
  /** The images for a run: those of a directory and below it, in the natural order of their paths. */
  toRun(datasetId: string, directory: string): Promise<RunImage[]>
  countBelow(datasetId: string, directory: string): Promise<number>
  deleteDataset(caller: Caller, nameOrId: string): Promise<{ images_deleted: number; store_blobs_deleted: number }>
}

export interface ImagesOptions {
  repository: ImageRepository
  datasetRepository: DatasetRepository
  datasets: Datasets
  directories: Directories
  blobs: BlobStore
  removal: DatasetRemoval
  arrivals: Pick<Arrivals, 'wake'>
  deriveContent: DeriveContent
  readImages: ReadImages
  contents: Pick<ImageContents, 'storeIn'>
  uploads: Pick<Uploads, 'imported' | 'importedIn'>
  roomOf(organizationId: string): Promise<Room>
  resolveMedia: ResolveMedia
  now: () => Date
}

/** The bytes under an id never change. */
const THUMBNAIL_FIXED_FOR_S = 7 * 24 * 60 * 60

export function createImages(options: ImagesOptions): Images {
  const { repository, datasets, blobs, readImages, resolveMedia } = options
  const { add, addAt, ensureAll } = createAddImages(options)

  /** Reads an image file, adds it, and keeps what was derived from it. @throws ApiError image_unreadable */
  async function addFile<Row extends ImageRow | null>(
    file: ImageFile,
    isAwaited: boolean,
    addRead: (read: ReadImage) => Promise<Row>,
  ): Promise<Row> {
    const read = await readImages.read(file, isAwaited)
    let row: Row | null = null
    try {
      row = await addRead(read)
      return row
    } finally {
      await read.settle(row?.sha256 ?? null)
    }
  }

  /** @throws ApiError not_found */
  async function rowById(caller: Caller, id: string): Promise<ImageRow> {
    const row = await repository.byId(caller.organizationId, id)
    if (!row) throw new ApiError('not_found', message('image.missing', { id }))
    return row
  }

  return {
    room: ({ organizationId }) => options.roomOf(organizationId),
    async requireRoom({ organizationId }) {
      const refusal = (await options.roomOf(organizationId)).refusal({ images: 1, ...SOMETHING })
      if (refusal) throw refusal
    },
    async import(caller, request) {
      const resolving = resolveMedia(request.gcs_uri, caller)
      // A data set that is missing comes first.
      resolving.catch(() => undefined)
      const dataset = await datasets.rowOf(caller, request.dataset)
      const directory = directoryPath(request.directory_path)
      if (request.filename !== undefined) requireSegment(request.filename, '/filename')
      const file = await resolving
      if (!file) throw new ApiError('not_found', message('image.upload_missing'))
      const path = await file.localFile()
      const picture = { path, filename: request.filename ?? file.name, directory }
      const storedAs = file.upload?.sha256
      return addFile({ path, name: file.name, sha256: storedAs }, true, (read) =>
        add(caller, dataset, { ...picture, ...read }, { storedAs, upload: file.upload, read }),
      )
    },
    async importFile(caller, dataset, { path, filename, directory }, also) {
      requireSegment(filename, '/filename')
      const picture = { path, filename, directory: directoryPath(directory) }
      return addFile({ path, name: filename }, false, (read) =>
        addAt(caller, dataset, { ...picture, ...read }, { also, read }),
      )
    },
    addAt,
    ensure: (caller, dataset, picture, also) => add(caller, dataset, picture, { also }),
    readAll: readImages.readAll,
    ensureAll,
    async find(caller, nameOrId, filenamePath) {
      const dataset = await datasets.rowOf(caller, nameOrId)
      const byId = isUuid(filenamePath) ? await repository.byId(caller.organizationId, filenamePath) : null
      if (byId?.dataset_id === dataset.id) return byId
      const { directory, filename } = splitPath(filenamePath)
      const row = await repository.byName(dataset.id, directory, filename)
      if (!row)
        throw new ApiError(
          'not_found',
          message('image.missing_in_dataset', { path: filenamePath, dataset: dataset.name }),
        )
      return row
    },
    byId: (caller, id) => repository.byId(caller.organizationId, id),
    rowOf: rowById,
    byIds: (caller, ids) => repository.byIds(caller.organizationId, ids),
    existing: (caller, ids) => repository.existing(caller.organizationId, ids),
    list: (datasetId, page) => repository.list(datasetId, page),
    async open(caller, id) {
      const { sha256, filename, content_type } = await rowById(caller, id)
      return { path: await blobs.localFile(sha256), name: filename, mediaType: content_type, etag: sha256 }
    },
    async openThumbnail(caller, id, size) {
      const row = await rowById(caller, id)
      const path = await options.deriveContent.thumbnail(row, size)
      const name = `${row.filename.replace(/\.[^.]*$/, '')}.webp`
      const etag = `${row.sha256}-${size}`
      return { path, name, mediaType: 'image/webp', etag, fixedForS: THUMBNAIL_FIXED_FOR_S }
    },
    localFile: ({ sha256 }) => blobs.localFile(sha256),
    async toRun(datasetId, directory) {
      const rows = await repository.listBelow(datasetId, directory)
      const named = rows.map((row) => ({ row, name: joinPath(row.directory_path, row.filename).slice(1) }))
      const sorted = named.sort((a, b) => naturally(a.name, b.name))
      return Promise.all(
        sorted.map(async ({ row, name }) => ({ id: row.id, path: await blobs.localFile(row.sha256), name })),
      )
    },
    countBelow: (datasetId, directory) => repository.countBelow(datasetId, directory),
    async deleteDataset(caller, nameOrId) {
      const row = await datasets.rowOf(caller, nameOrId)
      const { image_count, archived_image_count } = (await options.datasetRepository.figures([row.id]))(row.id)
      await options.datasetRepository.hide(row.id, options.now().toISOString())
      const store_blobs_deleted = await options.removal.remove(row.id)
      return { images_deleted: image_count + archived_image_count, store_blobs_deleted }
    },
  }
}
