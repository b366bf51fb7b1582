/** Uploads: issues a signed URL, receives the bytes under it, and finds them again by their handle. */

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transaction } from 'kysely'
import { pathOf as callPath } from '../../../shared/api/endpoint.ts'
import { ApiError } from '../../../shared/api/errors.ts'
import { uploads } from '../../../shared/api/video.ts'
import { message, saidOf } from '../../../shared/messages/message.ts'
import { countStored, requireRoom, roomOf, SOMETHING } from '../../accounts/quota/quota.ts'
import {
  type Database,
  insertMany,
  isPostgres,
  isUniqueViolation,
  lockingTransaction,
  newId,
} from '../../db/database.ts'
import { createGathered } from '../../db/gathered.ts'
import { allSettled } from '../../db/one-message.ts'
import type { UploadRow } from '../../db/schema/uploads.ts'
import type { Tables } from '../../db/tables.ts'
import type { BlobStore, StoredBlob } from '../../files/blobs/blob-store.ts'
import { BlobGone, nameBlobs } from '../../files/blobs/name-blobs.ts'
import type { GroupHandlers } from '../../http/handler.ts'
import { isSignedBy, SIGNED_FOR_S, type SignedUpload, sign } from '../../http/signed-url.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Log } from '../../machine/log.ts'
import { type MediaFile, uploadHandle } from './media-handles.ts'
import { receiveFile } from './receive-file.ts'

export interface UploadOptions {
  blobs: BlobStore
  tmpDir: string
  secret: string
  maxBytes: number
  now: () => Date
  log: Log
}

export interface UploadPlace {
  url: string
  handle: string
}

export interface ImportedUpload {
  id: string
  sha256: string
}

export interface Uploads {
  /** The URL to PUT a file to. `origin` is the scheme, host and port of the server. @throws ApiError invalid_field, storage_quota_reached */
  place(caller: Caller, filename: string, contentType: string, origin: string): Promise<UploadPlace>
  /**
   * Receives the bytes, once.
   * @throws ApiError invalid_signature, wrong_state, not_found, payload_too_large, storage_quota_reached, malformed_request
   */
  receive(upload: SignedUpload, signature: string, bytes: AsyncIterable<Buffer>, length: number | null): Promise<void>
  /** Keeps an upload from being removed before the transaction has stored the row that names it; false without it. */
  hold(tx: Tx, uploadId: string): Promise<boolean>
  find(caller: Caller, uploadId: string, filename: string): Promise<MediaFile | null>
  /**
   * Records that a model or an image with this hash was imported from the upload: its own copy is removed. Never
   * rejects, as the import is valid either way: an upload without the record is removed some days after its last use.
   */
  imported(uploadId: string, sha256: string): Promise<void>
  /** Records the same in the transaction that stores the models or images, which their bytes count for from then on. */
  importedIn(tx: Tx, imports: readonly ImportedUpload[]): Promise<void>
}

type Tx = Transaction<Tables>

/** The bytes of an upload that count as such: those of an imported one count as a model or an image. */
export const countedBytes = (row: Pick<UploadRow, 'completed_at' | 'imported' | 'size_bytes'>): number =>
  row.completed_at === null || row.imported === 1 ? 0 : Number(row.size_bytes ?? 0)

/** Uploads of an organization that one transaction stores. */
const MOST_AT_ONCE = 64

/** Bytes that have arrived for an upload. */
interface Received {
  organizationId: string
  uploadId: string
  blob: StoredBlob
  stored: { size_bytes: number; completed_at: string; sha256: string }
}

export function createUploads(db: Database, options: UploadOptions): Uploads {
  /** Returns the rows by id, locked in one order. */
  async function lockedRows(tx: Tx, ids: readonly string[]): Promise<Map<string, UploadRow>> {
    const found = tx.selectFrom('uploads').selectAll().where('id', 'in', ids).orderBy('id')
    const rows = await (isPostgres(tx) ? found.forNoKeyUpdate() : found).execute()
    return new Map(rows.map((row) => [row.id, row]))
  }

  const insert = createGathered<UploadRow, void>({
    keyOf: ({ organization_id }) => organization_id,
    most: MOST_AT_ONCE,
    isOfOne: isOwnFailure,
    async together(rows) {
      await lockingTransaction(db, (tx) => insertMany(tx, 'uploads', rows))
      return rows.map(() => undefined)
    },
  })

  /** The first complete one of two concurrent uploads counts. */
  const complete = createGathered<Received, void>({
    keyOf: ({ organizationId }) => organizationId,
    most: MOST_AT_ONCE,
    isOfOne: isOwnFailure,
    async together(received) {
      await lockingTransaction(db, (tx) => storeReceived(tx, received))
      return received.map(() => undefined)
    },
  })

  async function storeReceived(tx: Tx, received: readonly Received[]): Promise<void> {
    const [first] = received
    if (!first) return
    const ids = received.map(({ uploadId }) => uploadId)
    // Two transfers of one upload are carried out by themselves, so that the second is refused.
    if (new Set(ids).size < ids.length) throw finished()
    const bytes = received.reduce((sum, { stored }) => sum + stored.size_bytes, 0)
    const there = await lockedRows(tx, ids)
    const rows = received.map(({ uploadId, stored }) => ({ ...requireUnfinished(there.get(uploadId)), ...stored }))
    const blobs = received.map(({ blob }) => blob)
    await allSettled([options.blobs.nameAll(tx, blobs), requireRoom(tx, first.organizationId, { bytes })])
    await allSettled([
      insertMany(tx, 'uploads', rows, { key: ['id'], set: ['size_bytes', 'completed_at', 'sha256'] }),
      countStored(tx, first.organizationId, 'uploads', bytes),
    ])
  }

  async function importedIn(tx: Tx, imports: readonly ImportedUpload[]): Promise<void> {
    if (imports.length === 0) return
    const hashes = new Map(imports.map(({ id, sha256 }) => [id, sha256]))
    const rows = [...(await lockedRows(tx, [...hashes.keys()])).values()]
    const changed = rows.map((row) => ({ ...row, imported: 1 as const, sha256: hashes.get(row.id) ?? row.sha256 }))
    const freed = new Map<string, number>()
    for (const row of rows) {
      const { organization_id: id } = row
      freed.set(id, (freed.get(id) ?? 0) - countedBytes(row))
    }
    await allSettled([
      insertMany(tx, 'uploads', changed, { key: ['id'], set: ['imported', 'sha256'] }),
      ...[...freed].map(([id, bytes]) => countStored(tx, id, 'uploads', bytes)),
    ])
  }

  return {
    async place(caller, filename, contentType, origin) {
      requireFilename(filename)
      await requireRoom(db, caller.organizationId, SOMETHING)
      const id = newId()
      const now = options.now()
      const row = {
        id,
        organization_id: caller.organizationId,
        filename,
        content_type: contentType,
        size_bytes: null,
        created_at: now.toISOString(),
        completed_at: null,
        sha256: null,
        imported: 0 as const,
        unused_since: null,
      }
      await insert(row)
      const expires = Math.floor(now.getTime() / 1000) + SIGNED_FOR_S
      const signature = sign(options.secret, { uploadId: id, filename, contentType, expires })
      const path = callPath(uploads.put, { upload_id: id, filename })
      return {
        url: `${origin}${path}?expires=${expires}&signature=${signature}`,
        handle: uploadHandle(caller.organizationId, id, filename),
      }
    },

    async receive(upload, signature, bytes, length) {
      if (!isSignedBy(options.secret, upload, signature)) {
        throw new ApiError('invalid_signature', message('upload.signature'))
      }
      if (upload.expires * 1000 <= options.now().getTime()) {
        throw new ApiError('invalid_signature', message('upload.expired'))
      }
      if (length !== null && length > options.maxBytes) throw tooLarge(options.maxBytes)
      const row = db.selectFrom('uploads').select(['organization_id', 'completed_at']).where('id', '=', upload.uploadId)
      const { organization_id: organizationId } = requireUnfinished(await row.executeTakeFirst())
      const room = await roomOf(db, organizationId)
      const refusal = room.refusal({ bytes: length ?? 0 })
      if (refusal) throw refusal
      const tmp = join(options.tmpDir, newId())
      try {
        const refusalOf = (size: number) =>
          size > options.maxBytes ? tooLarge(options.maxBytes) : room.refusal({ bytes: size })
        const { size, sha256 } = await receiveFile(bytes, tmp, refusalOf)
        const stored = { size_bytes: size, completed_at: options.now().toISOString(), sha256 }
        await options.blobs.takeFor(tmp, sha256, (blob) =>
          complete({ organizationId, uploadId: upload.uploadId, blob, stored }),
        )
      } finally {
        await rm(tmp, { force: true })
      }
    },

    async hold(tx, uploadId) {
      const row = tx.selectFrom('uploads').select('id').where('id', '=', uploadId)
      return (await (isPostgres(tx) ? row.forShare() : row).executeTakeFirst()) !== undefined
    },

    async find(caller, uploadId, filename) {
      const row = await db
        .selectFrom('uploads')
        .select(['id', 'sha256'])
        .where('id', '=', uploadId)
        .where('organization_id', '=', caller.organizationId)
        .where('filename', '=', filename)
        .where('completed_at', 'is not', null)
        .executeTakeFirst()
      const sha256 = row?.sha256 ?? null
      if (!row || sha256 === null || !(await options.blobs.has(sha256))) return null
      return { localFile: () => options.blobs.localFile(sha256), name: filename, upload: row }
    },

    async imported(uploadId, sha256) {
      try {
        await lockingTransaction(db, async (tx) => {
          await nameBlobs(tx, [sha256])
          await importedIn(tx, [{ id: uploadId, sha256 }])
        })
      } catch (error) {
        options.log('warning', `The import of the upload ${uploadId} could not be noted.`, error)
      }
    },
    importedIn,
  }
}

/** Failures of one upload, for which others do not fail. */
const isOwnFailure = (error: unknown): boolean =>
  error instanceof ApiError || error instanceof BlobGone || isUniqueViolation(error)

const finished = () => new ApiError('wrong_state', message('upload.finished'))

/** A finished upload never changes: the bytes that were checked are the bytes that are read later. */
function requireUnfinished<Row extends Pick<UploadRow, 'completed_at'>>(row: Row | undefined): Row {
  if (!row) throw new ApiError('not_found', message('upload.deleted'))
  if (row.completed_at !== null) throw finished()
  return row
}

const tooLarge = (maxBytes: number) => new ApiError('payload_too_large', message('upload.too_large', { max: maxBytes }))

function requireFilename(filename: string): void {
  const bad = /[/\\\p{Cc}\u2028\u2029]/u.test(filename) || filename === '.' || filename === '..'
  if (!bad) return
  const problem = message('invalid.not_a_filename')
  throw new ApiError('invalid_field', message('invalid.filename', { problem }), [
    { field: '/filename', ...saidOf(problem) },
  ])
}

/** The handler of every call that creates an upload URL and returns an `UploadTarget`. */
export const uploadTarget =
  (uploads: Uploads): GroupHandlers<'workflows'>['uploadUrl'] & GroupHandlers<'models'>['uploadUrl'] =>
  async ({ caller, body, origin }) => {
    const { url, handle } = await uploads.place(caller, body.filename, body.content_type, origin)
    return { upload_url: url, gcs_uri: handle }
  }
