/** Sends a stored file: whole, in one range (RFC 9110, 14), or not at all when the caller has it already. */

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../shared/api/errors.ts'
import { message } from '../../shared/messages/message.ts'
import type { StoredFile } from './handler.ts'

/** Size of one read: each costs every stream on its way an event-loop turn. */
const READ_BYTES = 512 * 1024

export interface ByteRange {
  /** First and last byte, both included. */
  start: number
  end: number
}

/**
 * Parses a Range header for a file of `size` bytes: null for the whole file, also for several ranges and for a header
 * that is not a byte range; 'none' when no byte of the range exists.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | 'none' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.replaceAll(' ', '') ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const [, first, last] = match
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'none' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'none' : { start, end }
}

const contentDisposition = (name: string): string => {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `inline; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** @throws ApiError not_found when the file is gone, range_not_satisfiable when the range is beyond its end. */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, file: StoredFile): Promise<FastifyReply> {
  const found = await stat(file.path).catch(() => null)
  if (!found?.isFile()) throw new ApiError('not_found', message('api.file_missing', { name: file.name }))
  const { size } = found
  const etag = `"${file.etag ?? `${size.toString(36)}-${found.mtimeMs.toString(36)}`}"`
  reply.headers({
    'accept-ranges': 'bytes',
    etag,
    'last-modified': found.mtime.toUTCString(),
    'cache-control': 'private, no-cache',
    'content-disposition': contentDisposition(file.name),
  })
  const known = request.headers['if-none-match']
  if (known === '*' || known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)) {
    return reply.code(304).send()
  }
  const ifRange = request.headers['if-range']
  const sameFile = ifRange === undefined || ifRange === etag || ifRange === found.mtime.toUTCString()
  const range = sameFile ? parseRange(request.headers.range, size) : null
  if (range === 'none') {
    reply.header('content-range', `bytes */${size}`)
    throw new ApiError('range_not_satisfiable', message('api.range', { size }))
  }
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.type(file.mediaType).header('content-length', end - start + 1)
  // An empty stream rather than an empty text, of which Fastify would set the length.
  if (request.method === 'HEAD' || size === 0) return reply.send(Readable.from([]))
  return reply.send(createReadStream(file.path, { start, end, highWaterMark: READ_BYTES }))
}
