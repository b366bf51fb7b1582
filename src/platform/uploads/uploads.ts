/** Takes files in: gives a signed URL, receives the bytes under it, finds them again by their handle. */
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname, extname, join } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DEVELOPER_PREFIX } from '../../shared/api/endpoint.ts'
import { ApiError } from '../../shared/api/errors.ts'
import type { Database } from '../db/database.ts'
import { newId } from '../db/ids.ts'
import { createOneAtATime } from '../db/one-at-a-time.ts'
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../private-folder.ts'
import { type MediaFile, uploadHandle } from './media-handles.ts'
import { isSignedBy, SIGNED_FOR_S, type SignedUpload, sign } from './signed-url.ts'

export interface UploadOptions {
  dir: string
  tmpDir: string
  secret: string
  maxBytes: number
  now: () => Date
}

export interface UploadPlace {
  url: string
  handle: string
}

export interface Uploads {
  /** Where to PUT a file. `origin` is the scheme, host and port of the server. @throws ApiError invalid_field */
  place(organizationId: string, filename: string, contentType: string, origin: string): Promise<UploadPlace>
  /**
   * Receives the bytes, once.
   * @throws ApiError invalid_signature, wrong_state, not_found, payload_too_large, malformed_request
   */
  receive(upload: SignedUpload, signature: string, bytes: Readable, length: number | null): Promise<void>
  /** Nothing happens where there is no such upload. */
  remove(organizationId: string, uploadId: string, filename: string): Promise<void>
  find(organizationId: string, uploadId: string, filename: string): Promise<MediaFile | null>
}

export function createUploads(db: Database, options: UploadOptions): Uploads {
  /** The caller's name stays in the database; only a harmless ending reaches the disk, for readers that go by it. */
  const pathOf = (uploadId: string, filename: string) => {
    const ending = extname(filename).toLowerCase()
    return join(options.dir, uploadId.slice(-2), `${uploadId}${/^\.[a-z0-9]{1,10}$/.test(ending) ? ending : ''}`)
  }
  const alone = createOneAtATime()

  /** A finished upload never changes: what was checked is what is read later. */
  async function requireUnfinished(uploadId: string): Promise<void> {
    const row = await db.selectFrom('uploads').select('completed_at').where('id', '=', uploadId).executeTakeFirst()
    if (!row) throw new ApiError('not_found', 'This upload has been deleted. Ask for a new URL.')
    if (row.completed_at === null) return
    throw new ApiError('wrong_state', 'This upload is finished, and its file stays as it is. Ask for a new URL.')
  }

  return {
    async place(organizationId, filename, contentType, origin) {
      requireFilename(filename)
      const id = newId()
      const now = options.now()
      const row = {
        id,
        organization_id: organizationId,
        filename,
        content_type: contentType,
        size_bytes: null,
        created_at: now.toISOString(),
        completed_at: null,
      }
      await db.insertInto('uploads').values(row).execute()
      const expires = Math.floor(now.getTime() / 1000) + SIGNED_FOR_S
      const signature = sign(options.secret, { uploadId: id, filename, contentType, expires })
      const path = `${DEVELOPER_PREFIX}/uploads/${id}/${encodeURIComponent(filename)}`
      return {
        url: `${origin}${path}?expires=${expires}&signature=${signature}`,
        handle: uploadHandle(organizationId, id, filename),
      }
    },

    async receive(upload, signature, bytes, length) {
      if (!isSignedBy(options.secret, upload, signature)) {
        const hint = 'Send the same Content-Type that the URL was made for, or ask for a new one.'
        throw new ApiError('invalid_signature', `The signature does not fit this upload. ${hint}`)
      }
      if (upload.expires * 1000 <= options.now().getTime()) {
        throw new ApiError('invalid_signature', 'This upload URL has expired. Ask for a new one.')
      }
      if (length !== null && length > options.maxBytes) throw tooLarge(options.maxBytes)
      await requireUnfinished(upload.uploadId)
      const tmp = join(options.tmpDir, newId())
      try {
        const size = await store(bytes, tmp, options.maxBytes)
        // Of two that arrive at the same time, the first one to be whole counts.
        await alone(async () => {
          await requireUnfinished(upload.uploadId)
          const path = pathOf(upload.uploadId, upload.filename)
          await mkdir(dirname(path), { recursive: true, mode: PRIVATE_FOLDER })
          await rename(tmp, path)
          try {
            await db
              .updateTable('uploads')
              .set({ size_bytes: size, completed_at: options.now().toISOString() })
              .where('id', '=', upload.uploadId)
              .execute()
          } catch (error) {
            await rm(path, { force: true })
            throw error
          }
        })
      } finally {
        await rm(tmp, { force: true })
      }
    },

    async remove(organizationId, uploadId, filename) {
      const { numDeletedRows } = await db
        .deleteFrom('uploads')
        .where('id', '=', uploadId)
        .where('organization_id', '=', organizationId)
        .where('filename', '=', filename)
        .executeTakeFirst()
      if (numDeletedRows > 0n) await rm(pathOf(uploadId, filename), { force: true })
    },

    async find(organizationId, uploadId, filename) {
      const row = await db
        .selectFrom('uploads')
        .select('id')
        .where('id', '=', uploadId)
        .where('organization_id', '=', organizationId)
        .where('filename', '=', filename)
        .where('completed_at', 'is not', null)
        .executeTakeFirst()
      return row ? { path: pathOf(row.id, filename), name: filename } : null
    },
  }
}

const tooLarge = (maxBytes: number) =>
  new ApiError('payload_too_large', `The file is larger than this server takes (${maxBytes} bytes).`)

/** Answers the number of bytes written. */
async function store(bytes: Readable, path: string, maxBytes: number): Promise<number> {
  let size = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      if (size > maxBytes) done(tooLarge(maxBytes))
      else done(null, chunk)
    },
  })
  try {
    await pipeline(bytes, count, createWriteStream(path, { mode: PRIVATE_FILE }))
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ECONNRESET' || code === 'ERR_STREAM_PREMATURE_CLOSE') {
      throw new ApiError('malformed_request', 'The upload broke off before the file was whole. Send it again.')
    }
    throw error
  }
  return size
}

function requireFilename(filename: string): void {
  const bad = /[/\\\p{Cc}]/u.test(filename) || filename === '.' || filename === '..'
  if (!bad) return
  const message = 'must be a file name without folders or control characters'
  throw new ApiError('invalid_field', `The filename ${message}.`, [{ field: '/filename', message }])
}
