/** Sends a stored file: whole, in one range, or not at all when the caller has it already. */

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../shared/api/errors.ts'
import { contentDisposition, fileReply } from '../../shared/domain/file-reply.ts'
import { message } from '../../shared/messages/message.ts'
import type { StoredFile } from './handler.ts'

/** Size of one read: each costs every stream on its way an event-loop turn. */
const READ_BYTES = 512 * 1024

/** @throws ApiError not_found when the file is gone, range_not_satisfiable when the range is beyond its end. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: StoredFile): Promise<FastifyReply> {
  const found = await stat(file.path).catch(() => null)
  if (!found?.isFile()) throw new ApiError('not_found', message('api.file_missing', { name: file.name }))
  const { status, headers, bytes } = fileReply(
    { method: request.method, header: (name) => request.headers[name]?.toString() },
    { sizeBytes: found.size, modifiedMs: found.mtimeMs, mediaType: file.mediaType, tag: file.etag },
  )
  reply.headers(headers).headers({
    'cache-control':
      file.fixedForS === undefined ? 'private, no-cache' : `private, max-age=${file.fixedForS}, immutable`,
    'content-disposition': contentDisposition('inline', file.name),
  })
  if (status === 416) throw new ApiError('range_not_satisfiable', message('api.range', { size: found.size }))
  reply.code(status)
  if (status === 304) return reply.send()
  // An empty stream rather than an empty text, of which Fastify would set the length.
  if (!bytes) return reply.send(Readable.from([]))
  return reply.send(createReadStream(file.path, { ...bytes, highWaterMark: READ_BYTES }))
}
