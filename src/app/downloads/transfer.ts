/**
 * Receives one file into a part folder, and resumes there what an earlier call has received (RFC 9110, 14). A connection
 * that breaks is resumed in the same way, three times.
 */
import { type FileHandle, open, statfs } from 'node:fs/promises'
import type { Response } from 'undici'
import { message } from '../../shared/messages/message.ts'
import type { PartFolder, PartState } from './part-folder.ts'
import { diskFailure, downloadFailure, megabytes } from './report.ts'
import { hostOf, isTemporary, TryLater, tryAgain, type WebFetch } from './web-fetch.ts'

export interface Transfer {
  url: string
  /** Name of the file, for display. */
  file: string
  /** Null while unknown. */
  sizeBytes: number | null
  /** True when a published checksum will detect bytes of different versions of the file. */
  hasChecksum: boolean
  /** The failure for a reply that is not the file. */
  refusal(status: number, code: string | null): Error
  /** Free space that the file needs, as a multiple of its size: for itself and what is made from it. */
  space: number
  /** The failure for a web page, or for first bytes, that are not those of such a file. Omitted: all are accepted. */
  foreign?: (start: Uint8Array | 'web page') => Error | null
}

/** Number of first bytes that `foreign` receives, or all bytes of a smaller file. */
const START_BYTES = 64 * 1024

/**
 * Returns the number of bytes. `onBytes` gets those received so far, and all where known. Raises failures with the codes
 * of `MODEL_GET_ERRORS`, and the signal's reason. Bytes that can't be resumed or used are removed.
 */
export async function receive(
  transfer: Transfer,
  part: PartFolder,
  web: WebFetch,
  signal: AbortSignal,
  onBytes: (received: number, total: number | null) => void,
): Promise<number> {
  let hasBegun = false
  const attempt = () =>
    receiveOnce(transfer, part, web, signal, (received, total) => {
      hasBegun = true
      onBytes(received, total)
    })
  return tryAgain(attempt, () => hasBegun, web.wait, signal)
}

async function receiveOnce(
  transfer: Transfer,
  part: PartFolder,
  web: WebFetch,
  signal: AbortSignal,
  onBytes: (received: number, total: number | null) => void,
): Promise<number> {
  const kept = await part.state()
  const have = kept === null ? 0 : await part.size()
  if (kept !== null && have > 0 && have === (kept.total_bytes ?? transfer.sizeBytes)) return have
  const { response, offset } = await request(transfer, kept, have, web, signal)
  const total = totalOf(response, offset) ?? transfer.sizeBytes
  onBytes(offset, total)
  try {
    if (offset === 0) await rejectWebPage(transfer, response, part)
    await requireSpace(transfer, part, total === null ? null : total - offset)
    await part.keep(stateOf(transfer.url, response, total))
    const received = await writeBody(transfer, response, part, offset, total, onBytes)
    await requireKind(transfer, part)
    return received
  } catch (error) {
    signal.throwIfAborted()
    throw diskFailure(error, part.dir)
  } finally {
    await response.body?.cancel().catch(() => {})
  }
}

/** Asks for the rest where that is safe; a server that does not know ranges, or has another file, sends all of it. */
async function request(
  transfer: Transfer,
  kept: PartState | null,
  have: number,
  web: WebFetch,
  signal: AbortSignal,
): Promise<{ response: Response; offset: number }> {
  // Lengths and ranges are those of the file itself.
  const plain = { 'accept-encoding': 'identity' }
  const range = have > 0 && kept !== null ? rangeHeaders(have, kept, transfer.hasChecksum) : null
  const response = await web.get(transfer.url, { headers: { ...plain, ...range }, signal })
  if (response.status === 200) return { response, offset: 0 }
  if (range !== null && response.status === 206 && isSame(response, have, kept)) return { response, offset: have }
  await response.body?.cancel()
  if (range !== null && (response.status === 206 || response.status === 416))
    return request(transfer, null, 0, web, signal)
  const { status, headers } = response
  const refusal = transfer.refusal(status, headers.get('x-error-code'))
  throw isTemporary(status) ? new TryLater(refusal, hostOf(transfer.url), headers.get('retry-after')) : refusal
}

/** Some servers take no notice of `If-Range`: the rest of another version has another tag. */
function isSame(response: Response, have: number, kept: PartState | null): boolean {
  const etag = response.headers.get('etag')
  return startOf(response) === have && (etag === null || !kept?.etag || etag === kept.etag)
}

function rangeHeaders(have: number, { etag, last_modified }: PartState, hasChecksum: boolean) {
  const range = { range: `bytes=${have}-` }
  // A weak validator does not promise the same bytes.
  const validator = etag !== null && !etag.startsWith('W/') ? etag : last_modified
  if (validator !== null) return { ...range, 'if-range': validator }
  return hasChecksum ? range : null
}

const CONTENT_RANGE = /^bytes (?<start>\d+)-\d+\/(?<total>\d+|\*)$/

const startOf = (response: Response): number =>
  Number(CONTENT_RANGE.exec(response.headers.get('content-range') ?? '')?.groups?.start ?? -1)

function totalOf(response: Response, offset: number): number | null {
  const ofRange = CONTENT_RANGE.exec(response.headers.get('content-range') ?? '')?.groups?.total
  if (ofRange !== undefined && ofRange !== '*') return Number(ofRange)
  const length = response.headers.get('content-length')
  return length === null || !/^\d+$/.test(length) ? null : offset + Number(length)
}

const stateOf = (url: string, { headers }: Response, total: number | null): PartState => ({
  url,
  etag: headers.get('etag'),
  last_modified: headers.get('last-modified'),
  total_bytes: total,
})

async function rejectWebPage({ foreign }: Transfer, response: Response, part: PartFolder): Promise<void> {
  if (!/^text\/html/i.test(response.headers.get('content-type') ?? '')) return
  const failure = foreign?.('web page')
  if (!failure) return
  await part.remove()
  throw failure
}

async function requireSpace({ file, space }: Transfer, { dir }: PartFolder, needed: number | null): Promise<void> {
  if (needed === null) return
  const { bavail, bsize } = await statfs(dir)
  const free = bavail * bsize
  if (needed * space <= free) return
  const places = { file, needed: megabytes(needed * space), folder: dir, free: Math.floor(free / 1_000_000) }
  throw downloadFailure('disk_full', message('download.disk_full', places))
}

async function writeBody(
  transfer: Transfer,
  response: Response,
  part: PartFolder,
  offset: number,
  total: number | null,
  onBytes: (received: number, total: number | null) => void,
): Promise<number> {
  const target = await open(part.partPath, offset === 0 ? 'w' : 'r+', 0o600)
  let received = offset
  try {
    for await (const chunk of bodyOf(response)) {
      await writeAll(target, chunk, received)
      const before = received
      received += chunk.length
      // Hours of another file are not waited for.
      if (before < START_BYTES && received >= START_BYTES) await requireKind(transfer, part)
      onBytes(received, total)
    }
    await target.sync()
  } catch (error) {
    if (error instanceof CutConnection) throw interrupted(transfer, received)
    throw error
  } finally {
    await target.close()
  }
  if (total === null || received === total) return received
  if (received < total) throw interrupted(transfer, received)
  await part.remove()
  const places = { host: hostOf(transfer.url), file: transfer.file }
  throw downloadFailure('download_failed', message('download.too_long', places))
}

const interrupted = ({ url }: Transfer, received: number) =>
  downloadFailure(
    'download_interrupted',
    message('download.interrupted', { host: hostOf(url), received: Math.floor(received / 1_000_000) }),
  )

class CutConnection extends Error {
  override readonly name = 'CutConnection'
}

/** Errors of the connection are `CutConnection`, so that they are never taken for those of the disk. */
async function* bodyOf({ body }: Response): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read().catch((error) => {
      throw new CutConnection('connection ended', { cause: error })
    })
    if (done) return
    yield value as Uint8Array
  }
}

async function writeAll(target: FileHandle, chunk: Uint8Array, at: number): Promise<void> {
  let written = 0
  while (written < chunk.length) {
    const { bytesWritten } = await target.write(chunk, written, chunk.length - written, at + written)
    written += bytesWritten
  }
}

/** Removes the part, and raises the failure, when the first bytes are those of another kind of file. */
async function requireKind({ foreign }: Transfer, part: PartFolder): Promise<void> {
  if (!foreign) return
  const source = await open(part.partPath, 'r')
  const start = Buffer.alloc(START_BYTES)
  const { bytesRead } = await source.read(start, 0, START_BYTES, 0).finally(() => source.close())
  const failure = foreign(start.subarray(0, bytesRead))
  if (!failure) return
  await part.remove()
  throw failure
}
