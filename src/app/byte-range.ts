/** The Range header of RFC 9110, limited to one range of bytes, as players send it to seek. */

export interface ByteRange {
  /** First and last byte, both included. */
  start: number
  end: number
}

/** The requested range of a file of `size` bytes; null for the whole file; `unsatisfiable` requires status 416. */
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
