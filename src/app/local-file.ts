/** A file of this machine as an HTTP response, with ranges and conditions. */
import { open, stat } from 'node:fs/promises'
import { type ByteRange, fileReply } from '../shared/domain/file-reply.ts'

/** Opens the file on the first read: a body that nobody reads holds no handle and can't fail. */
async function* bytesOf(path: string, range: ByteRange): AsyncGenerator<Uint8Array> {
  const file = await open(path)
  try {
    yield* file.createReadStream({ ...range, autoClose: false })
  } finally {
    await file.close()
  }
}

/** Handles GET and HEAD for a regular file; 404 for anything else. */
export async function localFileResponse(path: string, mediaType: string, request: Request): Promise<Response> {
  const found = await stat(path).catch(() => null)
  if (!found?.isFile()) return new Response('This file is not there any more.', { status: 404 })
  const { status, headers, bytes } = fileReply(
    { method: request.method, header: (name) => request.headers.get(name) },
    { sizeBytes: found.size, modifiedMs: found.mtimeMs, mediaType },
  )
  return new Response(bytes && ReadableStream.from(bytesOf(path, bytes)), { status, headers })
}
