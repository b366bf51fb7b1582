/** Checks that the worker reads the same records in the same order as the page does, from intact and broken files. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { EventRow } from '../../../../../src/renderer/parts/run/records/events/event-row.ts'
import type { EvidenceRecord } from '../../../../../src/renderer/parts/run/records/evidence/evidence-set.ts'
import { type Grammar, parserOf } from '../../../../../src/renderer/parts/run/records/files/parse-body.ts'
import {
  FORMATS,
  type FormatName,
  type RecordOf,
} from '../../../../../src/renderer/parts/run/records/record-formats.ts'

/** The page's end of a worker that runs in this process; messages are cloned and transferred as in a browser. */
class WorkerHere extends EventTarget {
  postMessage(data: unknown) {
    const received = structuredClone(data)
    queueMicrotask(() => inside.onmessage({ data: received }))
  }
}

const inside = {
  onmessage: (_event: { data: unknown }) => {},
  postMessage(data: unknown, { transfer }: { transfer: ArrayBuffer[] }) {
    const received = structuredClone(data, { transfer })
    queueMicrotask(() => page?.dispatchEvent(new MessageEvent('message', { data: received })))
  },
}
let page: WorkerHere | null = null

/** Loading the page's code starts the worker. */
const readerPage = () => import('../../../../../src/renderer/parts/run/records/read-records.ts')
let readRecords: Awaited<ReturnType<typeof readerPage>>['readRecords']

interface Served {
  text: string
  /** Size of each chunk in bytes. */
  pieces: number
  status?: number
}
const served = new Map<string, Served>()
const asked: string[] = []

beforeAll(async () => {
  // Both start when they are loaded; without a reset they may belong to a previous test.
  vi.resetModules()
  vi.stubGlobal('self', inside)
  vi.stubGlobal('location', { href: 'http://studio/' })
  vi.stubGlobal(
    'Worker',
    class extends WorkerHere {
      constructor() {
        super()
        page = this
      }
    },
  )
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    const { text, pieces, status = 200 } = served.get(new URL(url).pathname) as Served
    if (status !== 200) return new Response(null, { status })
    const bytes = new TextEncoder().encode(text)
    let at = 0
    return new Response(
      new ReadableStream<Uint8Array>({
        pull(controller) {
          if (at >= bytes.length) return controller.close()
          controller.enqueue(bytes.slice(at, at + pieces))
          at += pieces
        },
      }),
    )
  })
  await import('../../../../../src/renderer/parts/run/records/records-worker.ts')
  ;({ readRecords } = await readerPage())
})
afterAll(() => void vi.unstubAllGlobals())

async function read<F extends FormatName>(path: string, format: F, limit = 1e9) {
  const records: RecordOf<F>[] = []
  const onRecords = (batch: RecordOf<F>[]) => void records.push(...batch)
  const { truncated } = await readRecords(path, format, { limit, onRecords, signal: new AbortController().signal })
  return { records, truncated }
}

function parsed<F extends FormatName>(text: string, format: F): RecordOf<F>[] {
  const parser = parserOf(FORMATS[format] as unknown as Grammar<unknown, RecordOf<F>>)
  return [...parser.push(text), ...parser.finish()]
}

const words = fc.constantFrom('car', 'Main road', 'a_to_b', 'é日本', 'x"y', '', null)
const numbers = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer(), fc.constant(null))
const eventLine = fc
  .record(
    {
      record: fc.constant('event'),
      type: words,
      geometry: words,
      node_id: words,
      direction: words,
      class_name: words,
      time_s: numbers,
      frame_index: numbers,
      track_id: numbers,
      dwell_s: numbers,
    },
    { requiredKeys: ['record'] },
  )
  .map((record) => JSON.stringify(record))
const frameLine = numbers.map((n) => JSON.stringify({ record: 'frame', time_s: n, detections: [] }))
const broken = fc.oneof(
  fc.constantFrom('', '\r', '{"record":"event","geometry":', 'null', '[]', '"geometry"', '{"geometry":1}'),
  eventLine.chain((line) => fc.integer({ min: 0, max: line.length }).map((at) => line.slice(0, at))),
)
const files = fc.array(fc.oneof({ weight: 3, arbitrary: eventLine }, frameLine, broken)).map((all) => all.join('\n'))
const pieces = fc.integer({ min: 1, max: 400 })

describe('reading in a worker', () => {
  test('returns the same events of a JSON Lines file as the page does, including a broken file', async () => {
    await fc.assert(
      fc.asyncProperty(files, pieces, async (text, size) => {
        served.set('/x', { text, pieces: size })
        expect((await read('/x', 'jsonEvents')).records).toEqual(parsed(text, 'jsonEvents'))
      }),
    )
  })

  test('returns the events of a table, and those of a file with more than one batch', async () => {
    const rows = Array.from({ length: 9_000 }, (_, i) => `${i / 8},Line ${i % 7},line_crossing,a_to_b,${i},`)
    const text = ['time_s,geometry,type,direction,track_id,dwell_s', ...rows].join('\r\n')
    served.set('/t', { text, pieces: 5_000 })
    const { records } = await read('/t', 'csvEvents')
    expect(records).toEqual(parsed(text, 'csvEvents'))
    expect(records).toHaveLength(9_000)
  })

  test('returns evidence with its paths', async () => {
    const point = (time_s: number) => ({ time_s, frame_index: 1, x: 0.25, y: 0.1 + 0.2, place: 'band' })
    const all = Array.from({ length: 500 }, (_, i) => ({
      record: 'evidence',
      kind: 'line',
      node_id: 'm',
      geometry: 'Gate',
      counted: true,
      track_id: i,
      path: Array.from({ length: i % 5 }, (_p, j) => point(i + j / 10)),
    }))
    const misses = { record: 'near_misses', node_id: 'm', geometry: 'Gate', reason: 'round_the_end', seen: 3, kept: 1 }
    const text = [{ record: 'header' }, ...all, misses].map((r) => JSON.stringify(r)).join('\n{"record":"evid\n')
    served.set('/e', { text, pieces: 3_000 })
    const { records } = await read('/e', 'evidence')
    const withPath = (e: EvidenceRecord) => ('path' in e ? { ...e, path: e.path } : e)
    expect(records.map(withPath)).toEqual(parsed(text, 'evidence'))
  })

  test('downloads a file once for concurrent requests', async () => {
    const text = `{"record":"header"}\n{"record":"frame"}\n{"record":"event","type":"a","geometry":"b","time_s":1}\n`
    served.set('/both', { text, pieces: 10 })
    asked.length = 0
    const [events, frames] = await Promise.all([read('/both', 'jsonEvents'), read('/both', 'frames')])
    expect(asked).toEqual(['http://studio/both'])
    expect(events.records.map((e: EventRow) => e.geometry)).toEqual(['b'])
    expect(frames.records).toEqual(['{"record":"header"}', '{"record":"frame"}'])
    // A later request reads the file again, from the beginning.
    expect((await read('/both', 'frames')).records).toHaveLength(2)
    expect(asked).toHaveLength(2)
  })

  test('stops at the limit of one request without stopping the others', async () => {
    const line = (i: number) => `{"record":"event","type":"a","geometry":"b","time_s":${i}}\n`
    served.set('/many', { text: Array.from({ length: 100 }, (_, i) => line(i)).join(''), pieces: 64 })
    const [few, all] = await Promise.all([read('/many', 'jsonEvents', 10), read('/many', 'jsonEvents')])
    expect(few.records.map((e) => e.timeS)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(few.truncated).toBe(true)
    expect(all).toMatchObject({ truncated: false, records: { length: 100 } })
  })

  test('reports a missing file in a sentence', async () => {
    served.set('/gone', { text: '', pieces: 1, status: 404 })
    await expect(read('/gone', 'jsonEvents')).rejects.toThrow('no longer exists')
  })

  test('falls back to the page when the worker does not start', async () => {
    const mine = page
    vi.resetModules()
    const { readRecords: readAnew } = await readerPage()
    const broken = page as unknown as WorkerHere
    broken.postMessage = () => {}
    page = mine
    served.set('/here', { text: '{"record":"header"}\n', pieces: 5 })
    const lines: string[] = []
    const onRecords = (batch: string[]) => void lines.push(...batch)
    const reading = () =>
      readAnew('http://studio/here', 'frames', { limit: 9, onRecords, signal: new AbortController().signal })
    const before = reading()
    broken.dispatchEvent(new Event('error'))
    expect(await before).toEqual({ truncated: false })
    await reading()
    expect(lines).toEqual(['{"record":"header"}', '{"record":"header"}'])
  })

  test('stops when all requests are aborted', async () => {
    const aborter = new AbortController()
    served.set('/slow', { text: '{"record":"header"}\n'.repeat(1_000), pieces: 20 })
    const onRecords = () => aborter.abort(new Error('enough'))
    const reading = readRecords('/slow', 'frames', { limit: 1e9, onRecords, signal: aborter.signal })
    await expect(reading).rejects.toThrow('enough')
  })
})
