/** Opens the blob store: a bucket, or the data folder. */
import { message } from '../../../shared/messages/message.ts'
import type { Database } from '../../db/database.ts'
import type { DataFolders } from '../../machine/data-folders.ts'
import type { Log } from '../../machine/log.ts'
import { StartFailure } from '../../machine/start-failure.ts'
import { bindStore, unbindStore } from './bind-store.ts'
import { createBlobClaims } from './blob-claims.ts'
import { blobCopies } from './blob-copies.ts'
import { type BlobStore, createBlobStore } from './blob-store.ts'
import { bucketBlobs } from './bucket-blobs.ts'
import { folderBlobs } from './folder-blobs.ts'
import { type ObjectStore, openObjectStore, reasonOf, StoreUnavailable } from './object-store.ts'
import { bucketQuarantine, folderQuarantine } from './quarantine.ts'
import { storeAddressOf } from './store-address.ts'

export interface OpenBlobsOptions {
  /** With the row of the installation. */
  db: Database
  folders: Pick<DataFolders, 'blobs' | 'quarantine' | 'tmp'>
  /** s3://…; the data folder when omitted. */
  store?: string | undefined
  /** The approximate limit of the copies of a bucket's blobs in the data folder; 100 GiB when omitted. */
  maxCopiesBytes?: number | undefined
  now: () => Date
  log: Log
}

export interface OpenBlobs {
  blobs: BlobStore
  /** Null without a store. */
  objects: ObjectStore | null
}

const DEFAULT_COPIES_BYTES = 100 * 1024 ** 3

/** @throws StartFailure for a store that cannot be used */
export async function openBlobs(options: OpenBlobsOptions): Promise<OpenBlobs> {
  const { db, folders, store, log } = options
  const claims = createBlobClaims(db, options.now)
  const tmpDir = folders.tmp
  const folder = folderBlobs(folders.blobs)
  if (store === undefined) {
    await unbindStore({ db, folder })
    const quarantine = folderQuarantine(folders.blobs, folders.quarantine)
    return { blobs: createBlobStore({ place: folder, quarantine, tmpDir, claims }), objects: null }
  }
  const objects = await openObjectStore(storeAddressOf(store), log)
  try {
    const copies = blobCopies(folders.blobs, options.maxCopiesBytes ?? DEFAULT_COPIES_BYTES, log)
    const bucket = bucketBlobs(objects, copies, tmpDir)
    await bindStore({ db, folder, tmpDir, log }, objects, bucket)
    const quarantine = bucketQuarantine(objects, bucket, tmpDir)
    return { blobs: createBlobStore({ place: bucket, quarantine, tmpDir, claims }), objects }
  } catch (error) {
    objects.close()
    throw error instanceof StoreUnavailable
      ? new StartFailure(message('host.store_unusable', { reason: reasonOf(error) }), { cause: error })
      : error
  }
}

/** The objects of a store that a platform may be using, for a backup. @throws StartFailure for a wrong address */
export const openStore = (store: string, log: Log): Promise<ObjectStore> => openObjectStore(storeAddressOf(store), log)
