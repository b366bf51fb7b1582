/** Status, headers and bytes of the reply that sends a file (RFC 9110): the same for the platform and the app. */

export interface ByteRange {
  /** First and last byte, both included. */
  start: number
  end: number
}

/** The parts of a request on which the reply depends; header names are in lower case. */
export interface FileRequest {
  method: string
  header(name: 'range' | 'if-range' | 'if-none-match'): string | null | undefined
}

export interface FileFacts {
  sizeBytes: number
  /** With all digits that the file system keeps. */
  modifiedMs: number
  mediaType: string
  /**
   * Strong validator without quotes: two files of one tag have the same bytes. Without one, size and modification time
   * are the validator.
   */
  tag?: string | null
}

export interface FileReply {
  status: 200 | 206 | 304 | 416
  headers: Record<string, string>
  /** The bytes to send; null for a reply without a body. */
  bytes: ByteRange | null
}

export function fileReply({ method, header }: FileRequest, file: FileFacts): FileReply {
  const { sizeBytes: size, modifiedMs } = file
  const etag = `"${file.tag ?? `${size.toString(36)}-${modifiedMs.toString(36)}`}"`
  const headers: Record<string, string> = {
    'accept-ranges': 'bytes',
    etag,
    'last-modified': new Date(modifiedMs).toUTCString(),
  }
  if (names(header('if-none-match'), etag)) return { status: 304, headers, bytes: null }
  const ifRange = header('if-range')
  const isSameFile = !ifRange || ifRange === etag || ifRange === headers['last-modified']
  const range = isSameFile ? parseRange(header('range'), size) : null
  if (range === 'unsatisfiable') {
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${size}` }, bytes: null }
  }
  headers['content-type'] = file.mediaType
  const bytes = range ?? { start: 0, end: size - 1 }
  headers['content-length'] = String(bytes.end - bytes.start + 1)
  if (range) headers['content-range'] = `bytes ${range.start}-${range.end}/${size}`
  return { status: range ? 206 : 200, headers, bytes: method === 'HEAD' || size === 0 ? null : bytes }
}

/** Whether an If-None-Match header names the tag; for this comparison a weak tag equals its strong one. */
const names = (header: string | null | undefined, etag: string): boolean =>
  header === '*' || (header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false)

/**
 * Parses a Range header for a file of `size` bytes: null for the whole file, also for several ranges and for a header
 * that is no range of bytes; `unsatisfiable` when no byte of the range exists.
 */
export function parseRange(header: string | null | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const match = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const [, first, last] = match
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}

/** A Content-Disposition header (RFC 6266), with the name in ASCII for old readers and as it is for others. */
export function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** The name in a header of `contentDisposition`; null without one. */
export function dispositionName(header: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;]+)/.exec(header ?? '')?.[1]
  return encoded ? decodeURIComponent(encoded) : null
}
