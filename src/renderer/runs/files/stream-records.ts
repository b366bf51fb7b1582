/** Reads a large text artifact piece by piece, without ever keeping the page from drawing. */
import { texts } from '../../messages/texts.ts'

export interface Parser<T> {
  push(chunk: string): T[]
  finish(): T[]
}

export interface StreamOptions<T> {
  parser: Parser<T>
  /** Reading stops here. */
  limit: number
  /** Records in order, in batches; may be large. */
  onRecords: (records: T[]) => void
  signal: AbortSignal
  fetcher?: typeof fetch
}

/** Characters parsed in one go: a few milliseconds of work. */
const SLICE = 256 * 1024

/**
 * Streams `url` through the parser.
 * @returns whether there were more records than the limit
 * @throws Error with a sentence when the file cannot be read; AbortError when the signal aborts
 */
export async function streamRecords<T>(url: string, options: StreamOptions<T>): Promise<{ truncated: boolean }> {
  const { parser, limit, onRecords, signal, fetcher = fetch } = options
  const response = await fetcher(url, { signal })
  if (!response.ok || !response.body) throw new Error(unreadable(response.status))
  let count = 0
  /** Passes on what fits; true when more than fits had come. */
  const take = (records: T[]): boolean => {
    const room = limit - count
    const kept = records.length > room ? records.slice(0, room) : records
    count += kept.length
    if (kept.length > 0) onRecords(kept)
    return records.length > room
  }

  const decoder = new TextDecoder()
  const reader = response.body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true })
      for (let at = 0; at < text.length; at += SLICE) {
        if (take(parser.push(text.slice(at, at + SLICE)))) return { truncated: true }
        await breathe()
        signal.throwIfAborted()
      }
      if (done) return { truncated: take(parser.finish()) }
    }
  } finally {
    reader.cancel().catch(() => {})
  }
}

function unreadable(status: number): string {
  if (status === 404) return texts.runs.files.gone
  return texts.runs.files.unreadable(status)
}

let lastBreath = 0

/** Not in every browser's types yet. Timers wait for four milliseconds at least, which adds up. */
const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }

/** Lets the page draw when it has been busy for about half a frame. */
async function breathe(): Promise<void> {
  const now = performance.now()
  if (now - lastBreath < 8) return
  await (scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve)))
  lastBreath = performance.now()
}
