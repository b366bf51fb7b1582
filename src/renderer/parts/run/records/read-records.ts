/** Reads the records of large artifacts in a worker, or on the page's own thread where workers are unavailable. */
import { texts } from '../../../texts/texts.ts'
import { parserOf, upTo } from './files/parse-body.ts'
import { type ReadOptions, streamRecords, unreadable } from './files/stream-records.ts'
import { FORMATS, type Format, type FormatName, type RecordOf } from './record-formats.ts'

export type ToWorker = { id: number; url: string; format: FormatName } | { drop: number }
/** A batch of records, or the end: the HTTP status of a missing file, or an error message; both null on success. */
export type FromWorker = { id: number; packed: unknown } | { id: number; status: number | null; problem: string | null }

export interface RecordOptions<T> extends ReadOptions<T> {
  /** Filters the records that count towards the limit. */
  keep?: (records: T[]) => T[]
}

const all = <T>(records: T[]) => records

/**
 * @returns whether there were more records than the limit
 * @throws Error with a sentence when the file cannot be read; AbortError when the signal aborts
 */
export function readRecords<F extends FormatName>(
  url: string,
  name: F,
  options: RecordOptions<RecordOf<F>>,
): Promise<{ truncated: boolean }> {
  const format = FORMATS[name] as unknown as Format<unknown, RecordOf<F>, unknown>
  if (!worker) return readHere(url, format, options)
  return readThere(worker, url, name, format, options)
}

function readHere<T>(url: string, format: Format<unknown, T, unknown>, { keep = all, ...options }: RecordOptions<T>) {
  const { push, finish } = parserOf(format)
  const parser = { push: (chunk: string) => keep(push(chunk)), finish: () => keep(finish()) }
  return streamRecords(url, { ...options, parser })
}

function readThere<T>(
  reader: Worker,
  url: string,
  name: FormatName,
  format: Format<unknown, T, unknown>,
  options: RecordOptions<T>,
): Promise<{ truncated: boolean }> {
  const { limit, onRecords, signal, keep = all } = options
  const id = ++lastId
  const unpack = format.makeUnpacker()
  const take = upTo(limit, onRecords)
  const send = (message: ToWorker) => reader.postMessage(message)
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const over = new AbortController()
    let began = false
    const onMessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.id !== id) return
      began = true
      if ('packed' in data) {
        if (take(keep(unpack(data.packed)))) return
        send({ drop: id })
        resolve({ truncated: true })
      } else if (data.status !== null) reject(new Error(unreadable(data.status)))
      else if (data.problem !== null) reject(new Error(data.problem))
      else resolve({ truncated: false })
      over.abort()
    }
    const onError = () => {
      over.abort()
      if (began) reject(new Error(texts.ui.errorText.unknown))
      else resolve(readHere(url, format, options))
    }
    const onAbort = () => {
      over.abort()
      send({ drop: id })
      reject(signal.reason)
    }
    reader.addEventListener('message', onMessage, { signal: over.signal })
    reader.addEventListener('error', onError, { signal: over.signal })
    signal.addEventListener('abort', onAbort, { signal: over.signal })
    send({ id, url: new URL(url, location.href).href, format: name })
  })
}

let lastId = 0

/**
 * Shared by the whole page, so that a file requested by two parts is read once. Starts when this module loads, while
 * the list of files is still being fetched. Null where workers are unavailable or the worker failed to start.
 */
let worker = startWorker()

function startWorker(): Worker | null {
  if (typeof Worker === 'undefined') return null
  const started = new Worker(new URL('./records-worker.ts', import.meta.url), { type: 'module' })
  started.addEventListener('error', () => {
    worker = null
  })
  return started
}
