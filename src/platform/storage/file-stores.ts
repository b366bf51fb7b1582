/** The platform's file stores: blobs by their hash, uploads, and the services that remove and count them. */
import { join } from 'node:path'
import { SAM3_FOLDER } from '../../shared/domain/sam3.ts'
import { type BlobStore, createBlobStore } from '../blobs/blob-store.ts'
import { moveBlobs } from '../blobs/image-folder.ts'
import type { Database } from '../db/database.ts'
import { createOneAtATime, type OneAtATime } from '../db/one-at-a-time.ts'
import type { Log } from '../machine/log.ts'
import { createUploads, type Uploads } from '../uploads/uploads.ts'
import { createReclaim, type Reclaim } from './reclaim.ts'
import { createStorage, type Storage } from './storage.ts'
import { createNamedUploads } from './upload-references.ts'

export interface FileStores {
  blobs: BlobStore
  uploads: Uploads
  reclaim: Reclaim
  storage: Storage
  /** No blob is removed while another one and the row that refers to it are being stored. */
  alone: OneAtATime
}

export interface FileStoresOptions {
  db: Database
  dataDir: string
  tmpDir: string
  cacheDir: string
  /** Signs the URLs of uploads. */
  secret: string
  maxBytes: number
  isAnyRunLive(): Promise<boolean>
  now: () => Date
  log: Log
}

export async function openFileStores(options: FileStoresOptions): Promise<FileStores> {
  const { db, dataDir, tmpDir, cacheDir, secret, maxBytes, isAnyRunLive, now, log } = options
  const [uploadsDir, imagesDir] = [join(dataDir, 'uploads'), join(dataDir, 'images')]
  const blobs = createBlobStore(join(dataDir, 'blobs'), tmpDir)
  await moveBlobs(createBlobStore(imagesDir, tmpDir), imagesDir, blobs)
  const alone = createOneAtATime()
  const uploads = createUploads(db, { dir: uploadsDir, blobs, alone, tmpDir, secret, maxBytes, now, log })
  const namedUploads = createNamedUploads(db, dataDir)
  const reclaim = createReclaim({ db, blobs, namedUploads, uploadPath: uploads.pathOf, alone, isAnyRunLive, now, log })
  const storage = createStorage({
    db,
    blobs,
    reclaim,
    runsDir: join(dataDir, 'runs'),
    uploadsDir,
    sam3Dir: join(dataDir, SAM3_FOLDER),
    cacheDir,
    isAnyRunLive,
  })
  return { blobs, uploads, reclaim, storage, alone }
}
