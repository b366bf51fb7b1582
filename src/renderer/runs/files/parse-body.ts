/** Text as it arrives, made into records piece by piece. Knows nothing of the page: its worker reads with it too. */

export interface Parser<T> {
  push(chunk: string): T[]
  finish(): T[]
}

/** Text cut into pieces such as lines, and those made into records. */
export interface Grammar<Piece, T> {
  split: () => Parser<Piece>
  /** Of one file: the pieces come in their order. */
  makeConverter: () => (pieces: Piece[]) => T[]
}

export function parserOf<Piece, T>({ split, makeConverter }: Grammar<Piece, T>): Parser<T> {
  const [pieces, convert] = [split(), makeConverter()]
  return { push: (chunk) => convert(pieces.push(chunk)), finish: () => convert(pieces.finish()) }
}

/** Characters parsed in one go: a few milliseconds of work. */
const SLICE = 256 * 1024

interface ParseOptions {
  /** False when no more is wanted. */
  onText: (text: string) => boolean
  /** Between two slices. */
  pause?: () => Promise<void>
  signal: AbortSignal
}

/** @returns whether it was read to its end; throws what reading throws, and the signal's reason when it aborts */
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

/** Passes on what fits into the limit; false when more than fits had come. */
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
