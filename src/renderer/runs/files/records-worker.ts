/** Reads artifacts off the page's thread. Who asks for a file that is being opened reads along, so that it comes once. */
import { parseBody } from './parse-body.ts'
import type { FromWorker, ToWorker } from './read-records.ts'
import { FORMATS, type Format } from './record-formats.ts'

interface Taker {
  id: number
  take(text: string): void
  finish(): void
}

interface Reading {
  takers: Set<Taker>
  aborter: AbortController
}

const post = (message: FromWorker, handOver: Transferable[] = []) => self.postMessage(message, { transfer: handOver })

function createTaker(id: number, name: keyof typeof FORMATS): Taker {
  const { makeParser, makePacker, handOver, batch } = FORMATS[name] as Format<unknown, unknown>
  const [parser, pack] = [makeParser(), makePacker()]
  let waiting: unknown[] = []
  // The first ones are wanted at once.
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
    take: (text) => add(parser.push(text)),
    finish() {
      enough = 1
      add(parser.finish())
    },
  }
}

/** Files whose answer has not come yet: nobody has missed anything of them. */
const opening = new Map<string, Reading>()
const readings = new Map<number, Reading>()

async function read(url: string, { takers, aborter: { signal } }: Reading): Promise<void> {
  let end: Omit<Extract<FromWorker, { status: unknown }>, 'id'> = { status: null, problem: null }
  try {
    const response = await fetch(url, { signal })
    opening.delete(url)
    if (response.ok && response.body) {
      const onText = (text: string) => {
        for (const taker of takers) taker.take(text)
        return takers.size > 0
      }
      await parseBody(response.body, { onText, signal })
      for (const taker of takers) taker.finish()
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
