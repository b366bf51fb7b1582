/**
 * Parses streamed text into records, piece by piece, and splits it into lines. Independent of the page, so that its
 * worker can use it too.
 */

export interface Parser<T> {
  push(chunk: string): T[]
  finish(): T[]
}

/** Splits text into pieces such as lines, and converts the pieces to records. */
export interface Grammar<Piece, T> {
  split: () => Parser<Piece>
  /** Creates the converter of one file; it receives the pieces in order. */
  makeConverter: () => (pieces: Piece[]) => T[]
}

export function parserOf<Piece, T>({ split, makeConverter }: Grammar<Piece, T>): Parser<T> {
  const [pieces, convert] = [split(), makeConverter()]
  return { push: (chunk) => convert(pieces.push(chunk)), finish: () => convert(pieces.finish()) }
}

/** Characters parsed at a time: a few milliseconds of work. */
const SLICE = 256 * 1024

interface ParseOptions {
  /** Returns false to stop reading. */
  onText: (text: string) => boolean
  /** Awaited between two slices. */
  pause?: () => Promise<void>
  signal: AbortSignal
}

/** @returns true when the body was read to its end; rejects with read errors, or with an aborted signal's reason */
export async function parseBody(body: ReadableStream<Uint8Array>, options: ParseOptions): Promise<boolean> {
  const { onText, pause, signal } = options
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true })
      for (let at = 0; at < text.length; at += SLICE) {
        if (!onText(text.slice(at, at + SLICE))) return false
        await pause?.()
        signal.throwIfAborted()
      }
      if (done) return true
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

/** Passes on records up to the limit; returns false once there were more. */
export function upTo<T>(limit: number, onRecords: (records: T[]) => void): (records: T[]) => boolean {
  let count = 0
  return (records) => {
    const room = limit - count
    const kept = records.length > room ? records.slice(0, room) : records
    count += kept.length
    if (kept.length > 0) onRecords(kept)
    return records.length <= room
  }
}

/** Splits streamed text into lines, with chunks cut anywhere; empty lines are skipped. */

interface LineParser {
  push(chunk: string): string[]
  finish(): string[]
}

export function lineParser(): LineParser {
  let rest = ''
  return {
    push(chunk) {
      const lines: string[] = []
      const text = rest + chunk
      let from = 0
      for (let to = text.indexOf('\n'); to >= 0; to = text.indexOf('\n', from)) {
        const end = text[to - 1] === '\r' ? to - 1 : to
        if (end > from) lines.push(text.slice(from, end))
        from = to + 1
      }
      rest = text.slice(from)
      return lines
    },
    finish() {
      const last = rest.endsWith('\r') ? rest.slice(0, -1) : rest
      rest = ''
      return last === '' ? [] : [last]
    },
  }
}
