/** The Range header of RFC 9110, one range of bytes: what players send to seek. */

export interface ByteRange {
  /** First and last byte, both included. */
  start: number
  end: number
}

/** The range asked of a file of `size` bytes; null for the whole of it; `unsatisfiable` calls for status 416. */
export function parseRange(header: string | null | undefined, size: number): ByteRange | null | 'unsatisfiable' {
  const match = /^\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  if (match[1] === '') {
    const length = Math.min(Number(match[2]), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(match[1])
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  if (match[2] !== '' && Number(match[2]) < start) return null
  return start >= size ? 'unsatisfiable' : { start, end }
}
