/** Reads artifacts off the main thread. Requests for a file that is still being opened share one download. */
import { type Parser, parseBody } from './files/parse-body.ts'
import type { FromWorker, ToWorker } from './read-records.ts'
import { FORMATS, type Format } from './record-formats.ts'

type Split = () => Parser<unknown>

interface Taker {
  id: number
  split: Split
  take(pieces: unknown[]): void
  finish(pieces: unknown[]): void
}

interface Reading {
  takers: Set<Taker>
  aborter: AbortController
}

const post = (message: FromWorker, handOver: Transferable[] = []) => self.postMessage(message, { transfer: handOver })

function createTaker(id: number, name: keyof typeof FORMATS): Taker {
  const { split, makeConverter, makePacker, handOver, batch } = FORMATS[name] as Format<unknown, unknown, unknown>
  const [convert, pack] = [makeConverter(), makePacker()]
  let waiting: unknown[] = []
  // The first record is posted at once.
  let enough = 1
  const add = (records: unknown[]) => {
    waiting = waiting.length === 0 ? records : waiting.concat(records)
    if (waiting.length < enough) return
    const packed = pack(waiting)
    waiting = []
    enough = batch
    post({ id, packed }, handOver(packed))
  }
  return {
    id,
    split,
    take: (pieces) => add(convert(pieces)),
    finish(pieces) {
      enough = 1
      add(convert(pieces))
    },
  }
}

/** Files without a response yet: a request that joins now misses no records. */
const opening = new Map<string, Reading>()
const readings = new Map<number, Reading>()

async function read(url: string, { takers, aborter: { signal } }: Reading): Promise<void> {
  let end: Omit<Extract<FromWorker, { status: unknown }>, 'id'> = { status: null, problem: null }
  try {
    const response = await fetch(url, { signal })
    opening.delete(url)
    if (response.ok && response.body) {
      // Requests with the same splitter share one parser.
      const parsers = new Map([...takers].map(({ split }) => [split, split()]))
      const onText = (text: string) => {
        const pieces = new Map([...parsers].map(([split, parser]) => [split, parser.push(text)]))
        for (const taker of takers) taker.take(pieces.get(taker.split) ?? [])
        return takers.size > 0
      }
      await parseBody(response.body, { onText, signal })
      const last = new Map([...parsers].map(([split, parser]) => [split, parser.finish()]))
      for (const taker of takers) taker.finish(last.get(taker.split) ?? [])
    } else end = { status: response.status, problem: null }
  } catch (error) {
    opening.delete(url)
    end = { status: null, problem: error instanceof Error ? error.message : String(error) }
  }
  for (const { id } of takers) {
    readings.delete(id)
    post({ id, ...end })
  }
}

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  if ('drop' in data) {
    const reading = readings.get(data.drop)
    readings.delete(data.drop)
    for (const taker of reading?.takers ?? []) if (taker.id === data.drop) reading?.takers.delete(taker)
    if (reading?.takers.size === 0) reading.aborter.abort()
    return
  }
  const { id, url, format } = data
  const taker = createTaker(id, format)
  const known = opening.get(url)
  if (known && known.takers.size > 0) {
    known.takers.add(taker)
    readings.set(id, known)
    return
  }
  const reading: Reading = { takers: new Set([taker]), aborter: new AbortController() }
  opening.set(url, reading)
  readings.set(id, reading)
  void read(url, reading)
}
