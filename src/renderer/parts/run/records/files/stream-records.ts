/** Streams a large text artifact on the main thread, in slices that leave the page time to render. */
import { texts } from '../../../../texts/texts.ts'
import { type Parser, parseBody, upTo } from './parse-body.ts'

export interface ReadOptions<T> {
  /** Reading stops after this many records. */
  limit: number
  /** Receives records in order, in batches that may be large. */
  onRecords: (records: T[]) => void
  signal: AbortSignal
}

export interface StreamOptions<T> extends ReadOptions<T> {
  parser: Parser<T>
  fetcher?: typeof fetch
}

/**
 * Streams `url` through the parser.
 * @returns whether there were more records than the limit
 * @throws Error with a sentence when the file cannot be read; AbortError when the signal aborts
 */
export async function streamRecords<T>(url: string, options: StreamOptions<T>): Promise<{ truncated: boolean }> {
  const { parser, limit, onRecords, signal, fetcher = fetch } = options
  const response = await fetcher(url, { signal })
  if (!response.ok || !response.body) throw new Error(unreadable(response.status))
  const take = upTo(limit, onRecords)
  const whole = await parseBody(response.body, { onText: (text) => take(parser.push(text)), pause: breathe, signal })
  return { truncated: !whole || !take(parser.finish()) }
}

/** The sentence for a file that the host could not provide. */
export function unreadable(status: number): string {
  if (status === 404) return texts.runs.files.gone
  return texts.runs.files.unreadable(status)
}

let lastBreath = 0

/** Not in every browser's types yet. A timer waits for at least four milliseconds, which adds up. */
const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }

/** Yields to rendering after about half a display frame of work. */
async function breathe(): Promise<void> {
  const now = performance.now()
  if (now - lastBreath < 8) return
  await (scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve)))
  lastBreath = performance.now()
}
