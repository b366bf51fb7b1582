/** The objects of a bucket below a prefix. Any store with the API of S3 serves; the client is loaded when one is used. */
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { Log } from '../../machine/log.ts'
import type { StoreAddress } from './store-address.ts'

export interface StoredObject {
  /** Below the prefix. */
  key: string
  sizeBytes: number
  /** Null when the store does not say. */
  writtenAt: Date | null
}

/** @throws StoreUnavailable when the store does not respond, or refuses */
export interface ObjectStore {
  /** Null when there is no such object. */
  sizeOf(key: string): Promise<number | null>
  /** The object appears when all its bytes are stored. */
  write(key: string, path: string): Promise<void>
  /** Null when there is no such object. */
  read(key: string): Promise<Readable | null>
  list(below: string): AsyncIterable<StoredObject>
  remove(key: string): Promise<void>
  close(): void
}

/** Files above it are written in parts. */
const PART_BYTES = 16 * 1024 ** 2
const CONNECT_WITHIN_MS = 5000
const SILENT_FOR_MS = 30_000

/** The failure of a call that the store of the files did not answer, or refused. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  readonly code = 'store_unavailable'

  constructor(options?: ErrorOptions) {
    super('The store of the files does not respond.', options)
  }
}

/** The name of its cause alone: the texts of stores can name keys. */
export function reasonOf({ cause }: StoreUnavailable): string {
  if (!(cause instanceof Error)) return 'unknown'
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}

export async function openObjectStore(address: StoreAddress, log: Log): Promise<ObjectStore> {
  const { bucket: Bucket, prefix, endpoint, region } = address
  // The version is pinned, so that advice about later ones is of no use to an operator.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true'
  const [sdk, { Upload }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/lib-storage')])
  const client = new sdk.S3Client({
    // Stores other than Amazon S3 name buckets in the path, and most have no regions.
    ...(endpoint !== null && { endpoint, forcePathStyle: true, region: process.env.AWS_REGION ?? 'us-east-1' }),
    ...(region !== null && { region }),
    requestHandler: { connectionTimeout: CONNECT_WITHIN_MS, socketTimeout: SILENT_FOR_MS },
    // Other stores than the first have no other checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const named = (key: string) => ({ Bucket, Key: prefix + key })

  /** The loss of the store is logged once, not for each call. */
  let isAway = false
  async function done<T>(work: Promise<T>): Promise<T> {
    try {
      const result = await work
      if (isAway) log('info', 'The store of the files responds again.')
      isAway = false
      return result
    } catch (error) {
      if (error instanceof sdk.NoSuchKey || error instanceof sdk.NotFound) throw error
      if (!isAway) log('error', 'The store of the files does not respond.', error)
      isAway = true
      throw new StoreUnavailable({ cause: error })
    }
  }
  /** Null when there is no such object. */
  const found = <T>(work: Promise<T>): Promise<T | null> =>
    done(work).catch((error) => {
      if (error instanceof StoreUnavailable) throw error
      return null
    })

  return {
    async sizeOf(key) {
      const object = await found(client.send(new sdk.HeadObjectCommand(named(key))))
      return object ? (object.ContentLength ?? 0) : null
    },
    async write(key, path) {
      // A file that cannot be opened is no failure of the store.
      const file = await open(path)
      const Body = file.createReadStream({ highWaterMark: 1024 ** 2 })
      const upload = new Upload({ client, params: { ...named(key), Body }, partSize: PART_BYTES, queueSize: 2 })
      await done(upload.done()).finally(() => Body.destroy())
    },
    async read(key) {
      const object = await found(client.send(new sdk.GetObjectCommand(named(key))))
      return (object?.Body as Readable | undefined) ?? null
    },
    async *list(below) {
      for (let token: string | undefined; ; ) {
        const page = await done(
          client.send(
            new sdk.ListObjectsV2Command({
              Bucket,
              Prefix: prefix + below,
              ...(token !== undefined && { ContinuationToken: token }),
            }),
          ),
        )
        for (const { Key, Size, LastModified: writtenAt = null } of page.Contents ?? []) {
          if (Key !== undefined) yield { key: Key.slice(prefix.length), sizeBytes: Size ?? 0, writtenAt }
        }
        token = page.IsTruncated ? page.NextContinuationToken : undefined
        if (token === undefined) return
      }
    },
    async remove(key) {
      await found(client.send(new sdk.DeleteObjectCommand(named(key))))
    },
    close: () => client.destroy(),
  }
}
