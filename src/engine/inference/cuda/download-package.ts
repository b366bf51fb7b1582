/** Downloads a package to a file; a cut connection is continued where it ended. */
import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { FeedFailure, type FoundPackage, request, unreachable } from './nuget-feed.ts'

/** Number of times that a cut connection is continued. */
const RETRIES = 3

export interface DownloadOptions {
  onProgress?: (received: number, total: number | null) => void
  signal?: AbortSignal | undefined
}

/**
 * The caller removes the file after a failure.
 * @throws FeedFailure when the network fails or the checksum differs; errors of the file system
 */
export async function downloadPackage(
  { url, sizeBytes, sha512 }: FoundPackage,
  path: string,
  { onProgress, signal }: DownloadOptions = {},
): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    let received = 0
    let total = sizeBytes
    let tag: string | null = null
    let hash = createHash('sha512')
    for (let attempt = 0; ; attempt++) {
      const response = await request(url, { headers: continued(received, tag), ...(signal && { signal }) })
      if (response.status !== 206 && received > 0) {
        received = 0
        hash = createHash('sha512')
        await file.truncate(0)
      }
      tag = strongTag(response)
      total ??= received + Number(response.headers.get('content-length')) || null
      try {
        for await (const chunk of response.body ?? []) {
          await file.write(chunk, 0, chunk.length, received)
          hash.update(chunk)
          received += chunk.length
          onProgress?.(received, total)
        }
      } catch (error) {
        if (signal?.aborted || isFileError(error)) throw error
        if (attempt < RETRIES) continue
        throw unreachable(url, error)
      }
      if (total === null || received >= total) break
      if (attempt >= RETRIES) throw unreachable(url, null)
    }
    if (sha512 !== null && hash.digest('base64') !== sha512) {
      throw new FeedFailure(
        'The checksum of the downloaded package is wrong. Nothing was installed; run the command again.',
      )
    }
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Without a strong tag the rest could be that of another file. */
const continued = (received: number, tag: string | null): Record<string, string> =>
  received > 0 && tag !== null ? { range: `bytes=${received}-`, 'if-range': tag } : {}

function strongTag({ headers }: Response): string | null {
  const tag = headers.get('etag')
  return tag === null || tag.startsWith('W/') ? null : tag
}

const FILE_ERRORS = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EFBIG', 'EROFS'])
const isFileError = (error: unknown): boolean => FILE_ERRORS.has((error as NodeJS.ErrnoException).code ?? '')
