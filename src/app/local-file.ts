/** A file of this machine as an HTTP response, with ranges. */
import { open, stat } from 'node:fs/promises'
import { parseRange } from './byte-range.ts'

/** Opens the file on the first read: a body that nobody reads holds no handle and can't fail. */
async function* bytesOf(path: string, range: { start: number; end: number } | null): AsyncGenerator<Uint8Array> {
  const file = await open(path)
  try {
    yield* file.createReadStream({ ...range, autoClose: false })
  } finally {
    await file.close()
  }
}

/** Handles GET and HEAD for a regular file; 404 for anything else, 416 for a range outside it. */
export async function localFileResponse(path: string, mediaType: string, request: Request): Promise<Response> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) return new Response('This file is not there any more.', { status: 404 })
  const etag = `"${found.size.toString(36)}-${Math.floor(found.mtimeMs).toString(36)}"`
  const headers = new Headers({ 'accept-ranges': 'bytes', 'content-type': mediaType, etag })
  const ifRange = request.headers.get('if-range')
  const range = parseRange(ifRange && ifRange !== etag ? null : request.headers.get('range'), found.size)
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${found.size}`)
    return new Response(null, { status: 416, headers })
  }
  if (range) headers.set('content-range', `bytes ${range.start}-${range.end}/${found.size}`)
  headers.set('content-length', String(range ? range.end - range.start + 1 : found.size))
  const wantsBody = request.method !== 'HEAD' && found.size > 0
  const body = wantsBody ? ReadableStream.from(bytesOf(path, range)) : null
  return new Response(body, { status: range ? 206 : 200, headers })
}
