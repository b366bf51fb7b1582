/** Reads a large text artifact piece by piece on the page's own thread, without ever keeping it from drawing. */
import { texts } from '../../messages/texts.ts'
import { type Parser, parseBody, upTo } from './parse-body.ts'

export interface ReadOptions<T> {
  /** Reading stops here. */
  limit: number
  /** Records in order, in batches; may be large. */
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

/** The sentence for a file that a host would not give. */
export function unreadable(status: number): string {
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
