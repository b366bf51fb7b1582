/** Uploads: issues a signed URL, receives the bytes under it, and finds them again by their handle. */

import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pathOf as callPath } from '../../shared/api/endpoint.ts'
import { ApiError } from '../../shared/api/errors.ts'
import { uploads } from '../../shared/api/video.ts'
import { message } from '../../shared/messages/message.ts'
import { saidOf } from '../../shared/messages/said.ts'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import type { UploadRow } from '../db/tables.ts'
import { isSignedBy, SIGNED_FOR_S, type SignedUpload, sign } from '../http/signed-url.ts'
import type { Caller } from '../identity/caller.ts'
import type { Log } from '../machine/log.ts'
import { PRIVATE_FILE } from '../machine/private-folder.ts'
import { type MediaFile, uploadHandle } from './media-handles.ts'

export interface UploadOptions {
  /** Folder of uploads of earlier versions. */
  dir: string
  blobs: BlobStore
  /** Shared with the code that removes blobs. */
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

export interface Uploads {
  /** The URL to PUT a file to. `origin` is the scheme, host and port of the server. @throws ApiError invalid_field */
  place(caller: Caller, filename: string, contentType: string, origin: string): Promise<UploadPlace>
  /**
   * Receives the bytes, once.
   * @throws ApiError invalid_signature, wrong_state, not_found, payload_too_large, malformed_request
   */
  receive(upload: SignedUpload, signature: string, bytes: AsyncIterable<Buffer>, length: number | null): Promise<void>
  /** Returns the hashes of its bytes, to be released; none when there is no such upload. */
  remove(caller: Caller, uploadId: string, filename: string): Promise<string[]>
  find(caller: Caller, uploadId: string, filename: string): Promise<MediaFile | null>
  /**
   * Records that a model or an image with this hash was imported from the upload: its own copy is removed. Never
   * rejects, as the import is valid either way: an upload without the record is removed some days after its last use.
   */
  imported(uploadId: string, sha256: string): Promise<void>
  /** Path of an upload that is not in the blob store. */
  pathOf(row: Pick<UploadRow, 'id' | 'filename'>): string
}

export function createUploads(db: Database, options: UploadOptions): Uploads {
  /**
   * The caller's name is only stored in the database; a harmless extension reaches the disk, for readers that go by it.
   */
  const pathOf = ({ id, filename }: Pick<UploadRow, 'id' | 'filename'>) => {
    const ending = extname(filename).toLowerCase()
    return join(options.dir, id.slice(-2), `${id}${/^\.[a-z0-9]{1,10}$/.test(ending) ? ending : ''}`)
  }

  /** A finished upload never changes: the bytes that were checked are the bytes that are read later. */
  async function requireUnfinished(uploadId: string): Promise<void> {
    const row = await db.selectFrom('uploads').select('completed_at').where('id', '=', uploadId).executeTakeFirst()
    if (!row) throw new ApiError('not_found', message('upload.deleted'))
    if (row.completed_at === null) return
    throw new ApiError('wrong_state', message('upload.finished'))
  }

  return {
    async place(caller, filename, contentType, origin) {
      requireFilename(filename)
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
      await db.insertInto('uploads').values(row).execute()
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
      await requireUnfinished(upload.uploadId)
      const tmp = join(options.tmpDir, newId())
      try {
        const { size, sha256 } = await store(bytes, tmp, options.maxBytes)
        const stored = { size_bytes: size, completed_at: options.now().toISOString(), sha256 }
        // Of two concurrent uploads, the first complete one counts.
        await options.blobs.takeFor(tmp, sha256, async () => {
          await requireUnfinished(upload.uploadId)
          await db.updateTable('uploads').set(stored).where('id', '=', upload.uploadId).execute()
        })
      } finally {
        await rm(tmp, { force: true })
      }
    },

    async remove(caller, uploadId, filename) {
      // Other rows may have the same bytes.
      const gone = await db
        .deleteFrom('uploads')
        .where('id', '=', uploadId)
        .where('organization_id', '=', caller.organizationId)
        .where('filename', '=', filename)
        .returning('sha256')
        .execute()
      if (gone.length > 0) await rm(pathOf({ id: uploadId, filename }), { force: true })
      return gone.flatMap(({ sha256 }) => (sha256 === null ? [] : [sha256]))
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
      if (!row) return null
      const { sha256 } = row
      if (sha256 !== null && !(await options.blobs.has(sha256))) return null
      const localFile = async () =>
        sha256 === null ? pathOf({ id: row.id, filename }) : options.blobs.localFile(sha256)
      return { localFile, name: filename, upload: row }
    },

    async imported(uploadId, sha256) {
      try {
        const row = await db.selectFrom('uploads').selectAll().where('id', '=', uploadId).executeTakeFirst()
        if (!row) return
        await db.updateTable('uploads').set({ imported: 1, sha256 }).where('id', '=', uploadId).execute()
        if (row.sha256 === null) await rm(pathOf(row), { force: true })
      } catch (error) {
        options.log('warning', `The import of the upload ${uploadId} could not be noted.`, error)
      }
    },
    pathOf,
  }
}

const tooLarge = (maxBytes: number) => new ApiError('payload_too_large', message('upload.too_large', { max: maxBytes }))

/** Returns the number of bytes written, and their hex SHA-256. */
async function store(
  bytes: AsyncIterable<Buffer>,
  path: string,
  maxBytes: number,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      hash.update(chunk)
      if (size > maxBytes) done(tooLarge(maxBytes))
      else done(null, chunk)
    },
  })
  try {
    await pipeline(bytes, count, createWriteStream(path, { mode: PRIVATE_FILE }))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') {
      throw new ApiError('malformed_request', message('upload.broke_off'))
    }
    throw error
  }
  return { size, sha256: hash.digest('hex') }
}

function requireFilename(filename: string): void {
  const bad = /[/\\\p{Cc}]/u.test(filename) || filename === '.' || filename === '..'
  if (!bad) return
  const problem = message('invalid.not_a_filename')
  throw new ApiError('invalid_field', message('invalid.filename', { problem }), [
    { field: '/filename', ...saidOf(problem) },
  ])
}
