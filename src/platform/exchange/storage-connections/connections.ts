/** Connections to buckets: each is checked before it is stored, and its credentials are stored encrypted. */
import type { Page } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import type {
  StorageConnection,
  StorageConnectionCreate,
  StoragePage,
  StorageValidation,
  StoredObject,
} from '../../../shared/api/storage-connections.ts'
import { isImageName } from '../../../shared/domain/still-formats.ts'
import { message, saidOf } from '../../../shared/messages/message.ts'
import { type Database, fromJson, newId, toJson } from '../../db/database.ts'
import { insertWithFreeName, invalidField, requireName } from '../../db/naming/resource-name.ts'
import type { StorageConnectionRow } from '../../db/schema/storage-connections.ts'
import type { SecretPlace, Secrets } from '../../http/area/secrets.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Tx } from '../../work/jobs/job.ts'
import type { Bucket, BucketCredentials, BucketObject, Listing, OpenBucket } from './bucket.ts'
import { BucketFailure } from './bucket-failure.ts'
import type { ConnectionRepository } from './connection-repository.ts'
import { folderPrefix, isBelow, nameOfKey, narrowed } from './object-path.ts'
import { type BucketAddress, bucketAddress } from './providers.ts'

export interface Connections {
  /** @throws ApiError invalid_field, bucket_unreadable */
  create(caller: Caller, request: StorageConnectionCreate): Promise<StorageConnection>
  list(caller: Caller, page: Page): Promise<StorageConnection[]>
  /** @throws ApiError not_found, here and below */
  get(caller: Caller, id: string): Promise<StorageConnection>
  rowOf(caller: Caller, id: string): Promise<StorageConnectionRow>
  delete(caller: Caller, id: string): Promise<void>
  validate(caller: Caller, id: string): Promise<StorageValidation>
  /** @throws ApiError invalid_field for a folder outside of the prefix, bucket_unreadable */
  browse(caller: Caller, id: string, query: { prefix?: string; token?: string }): Promise<StoragePage>
  /** @throws BucketFailure */
  open(row: StorageConnectionRow): Promise<Bucket>
}

export interface ConnectionsOptions {
  db: Database
  repository: ConnectionRepository
  secrets: Secrets
  openBucket: OpenBucket
  /** True when buckets may be at addresses inside this network. */
  allowPrivate: boolean
  /** In the transaction that deletes a connection; returns their ids. */
  cancelImportsOf(tx: Tx, connectionId: string): Promise<string[]>
  /** After it. */
  stopImports(caller: Caller, ids: readonly string[]): Promise<void>
  now: () => Date
}

/** The time limit of a call that someone waits for. */
const WITHIN_MS = 25_000

/** Few enough for their XML to be parsed between two other requests. */
const OBJECTS_PER_PAGE = 500

/** Leaves out what a server lists outside of the folder, and the marker of the folder itself. */
function browsedPage({ folders, objects, next }: Listing, prefix: string): StoragePage {
  const inFolder = objects.filter(({ key }) => key.startsWith(prefix) && nameOfKey(key) !== '')
  const isImage = ({ key, size }: BucketObject) => size > 0 && isImageName(key) && isBelow(key, prefix)
  return {
    prefix,
    folders: folders
      .filter((folder) => isBelow(folder, prefix))
      .map((folder) => ({ name: nameOfKey(folder.slice(0, -1)), prefix: folder })),
    images: inFolder.filter(isImage).map(shown),
    other_objects: inFolder.filter((object) => !isImage(object)).map(shown),
    next_token: next,
  }
}

const shown = ({ key, size }: BucketObject): StoredObject => ({ key, name: nameOfKey(key), size })

export function createConnections(options: ConnectionsOptions): Connections {
  const { db, repository, secrets, openBucket } = options
  const at = () => options.now().toISOString()

  async function rowOf({ organizationId }: Caller, id: string): Promise<StorageConnectionRow> {
    const row = await repository.find(organizationId, id)
    if (!row) throw new ApiError('not_found', message('storage_connection.missing'))
    return row
  }

  async function open(row: StorageConnectionRow): Promise<Bucket> {
    const text = await secrets.open(placeOf(row), row.credentials)
    if (text === null) throw new BucketFailure(message('storage_connection.secret_unreadable'), 'settings')
    return openBucket(row, fromJson<BucketCredentials>(text))
  }

  return {
    async create(caller, { name, prefix: given, access_key_id, secret_access_key, ...request }) {
      requireName(name)
      const address = bucketAddress(request, options.allowPrivate)
      const prefix = folderPrefix(given ?? '')
      if (prefix === null) throw invalidField('/prefix', message('storage_connection.prefix_invalid'))
      const credentials = { access_key_id, secret_access_key }
      try {
        await withBucket(openBucket(address, credentials), (bucket, signal) => probe(bucket, prefix, signal))
      } catch (error) {
        throw refusal(error, address)
      }
      const verifiedAt = at()
      const owner = { id: newId(), organization_id: caller.organizationId }
      const row = await insertWithFreeName(repository, {
        ...owner,
        created_by: caller.userId,
        name,
        ...address,
        prefix,
        credentials: await secrets.seal(placeOf(owner), toJson(credentials)),
        last_verified_at: verifiedAt,
        created_at: verifiedAt,
      })
      return connectionOf(row)
    },
    list: async (caller, page) => (await repository.list(caller.organizationId, page)).map(connectionOf),
    get: async (caller, id) => connectionOf(await rowOf(caller, id)),
    rowOf,
    open,
    async delete(caller, id) {
      const row = await rowOf(caller, id)
      const imports = await db.transaction().execute(async (tx) => {
        await repository.remove(tx, row.id)
        return options.cancelImportsOf(tx, row.id)
      })
      await options.stopImports(caller, imports)
    },
    async validate(caller, id) {
      const row = await rowOf(caller, id)
      try {
        await withBucket(open(row), (bucket, signal) => probe(bucket, row.prefix, signal))
      } catch (error) {
        if (!(error instanceof BucketFailure)) throw error
        const { message: sentence, text } = saidOf(error.reason)
        return { valid: false, last_verified_at: row.last_verified_at, error: sentence, ...(text && { text }) }
      }
      const verifiedAt = at()
      await repository.setVerified(row.id, verifiedAt)
      return { valid: true, last_verified_at: verifiedAt, error: null }
    },
    async browse(caller, id, { prefix: named, token }) {
      const row = await rowOf(caller, id)
      const prefix = narrowed(row.prefix, named)
      if (prefix === null) throw outside('/prefix', row)
      try {
        return await withBucket(open(row), async (bucket, signal) => {
          const request = { prefix, isOneFolder: true, token, limit: OBJECTS_PER_PAGE }
          return browsedPage(await bucket.list(request, signal), prefix)
        })
      } catch (error) {
        throw refusal(error, row)
      }
    },
  }
}

/** The error of a prefix or key that the connection does not cover. */
export const outside = (field: string, { prefix }: Pick<StorageConnectionRow, 'prefix'>): ApiError =>
  invalidField(
    field,
    prefix === '' ? message('storage_connection.prefix_invalid') : message('storage_connection.outside', { prefix }),
  )

/** Lists one object of the folder: that needs the same right as all calls here but the reading of objects. */
const probe = (bucket: Bucket, prefix: string, signal: AbortSignal) =>
  bucket.list({ prefix, isOneFolder: false, limit: 1 }, signal)

async function withBucket<T>(
  opening: Promise<Bucket>,
  work: (bucket: Bucket, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const bucket = await opening
  try {
    return await work(bucket, AbortSignal.timeout(WITHIN_MS))
  } finally {
    bucket.close()
  }
}

const refusal = (error: unknown, { bucket }: Pick<BucketAddress, 'bucket'>): unknown =>
  error instanceof BucketFailure
    ? new ApiError('bucket_unreadable', message('storage_connection.unreadable', { bucket, reason: error.reason }))
    : error

const placeOf = ({ id, organization_id }: Pick<StorageConnectionRow, 'id' | 'organization_id'>): SecretPlace => ({
  organizationId: organization_id,
  table: 'storage_connections',
  column: 'credentials',
  row: id,
})

const connectionOf = ({ credentials: _, prefix, ...row }: StorageConnectionRow): StorageConnection => ({
  ...row,
  prefix: prefix === '' ? null : prefix,
})
