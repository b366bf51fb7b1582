/** Puts a file to a signed URL. */

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { message } from '../shared/messages/message.ts'
import { ConnectionError, errorOf } from './errors.ts'

/** A path of this machine, or bytes of any origin with their number when it is known. */
export type UploadSource = { path: string } | { stream: AsyncIterable<Uint8Array>; sizeBytes?: number }

export interface UploadOptions {
  /** Must be the type that the URL was requested for. */
  contentType: string
  /** `total` is null when the size is not known. */
  onProgress?: (sent: number, total: number | null) => void
  signal?: AbortSignal
}

/**
 * Streams, so that files of any size fit. A broken upload is not sent again: a stream can be read only once.
 * @throws ApiError, ConnectionError, the signal's reason, or the error of a file that cannot be read.
 */
export async function upload(
  fetchFn: typeof fetch,
  target: { upload_url: string },
  source: UploadSource,
  options: UploadOptions,
): Promise<void> {
  const { contentType, onProgress, signal } = options
  signal?.throwIfAborted()
  const total = 'path' in source ? (await stat(source.path)).size : (source.sizeBytes ?? null)
  const bytes = 'path' in source ? createReadStream(source.path) : source.stream
  let readError: unknown
  const counted = count(
    bytes,
    (sent) => onProgress?.(sent, total),
    (error) => {
      readError = error
    },
  )
  let response: Response
  try {
    response = await fetchFn(target.upload_url, {
      method: 'PUT',
      headers: {
        'content-type': contentType,
        ...(total === null ? {} : { 'content-length': String(total) }),
      },
      body: ReadableStream.from(counted),
      duplex: 'half',
      redirect: 'error',
      ...(signal ? { signal } : {}),
    } as RequestInit)
  } catch (error) {
    signal?.throwIfAborted()
    if (readError !== undefined) throw readError
    throw new ConnectionError('unreachable', message('upload.interrupted'), { cause: error })
  } finally {
    if ('path' in source) (bytes as Readable).destroy()
  }
  if (!response.ok) throw await errorOf(response)
  await response.body?.cancel()
}

async function* count(
  bytes: AsyncIterable<Uint8Array>,
  onSent: (sent: number) => void,
  onError: (error: unknown) => void,
): AsyncGenerator<Uint8Array> {
  let sent = 0
  try {
    for await (const chunk of bytes) {
      yield chunk
      sent += chunk.length
      onSent(sent)
    }
  } catch (error) {
    onError(error)
    throw error
  }
}
