import { describe, expect, test } from 'vitest'
import { lineParser } from '../../../../../src/renderer/parts/run/records/files/parse-body.ts'
import { streamRecords } from '../../../../../src/renderer/parts/run/records/files/stream-records.ts'

/** A fetch whose response arrives in chunks of the given size, in bytes. */
const inPieces =
  (text: string, size: number): typeof fetch =>
  async () => {
    const bytes = new TextEncoder().encode(text)
    let at = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (at >= bytes.length) return controller.close()
        controller.enqueue(bytes.slice(at, at + size))
        at += size
      },
    })
    return new Response(body)
  }

async function read(fetcher: typeof fetch, limit = 1_000) {
  const records: string[] = []
  const { signal } = new AbortController()
  const onRecords = (batch: string[]) => void records.push(...batch)
  const { truncated } = await streamRecords('/x', { parser: lineParser(), limit, onRecords, signal, fetcher })
  return { records, truncated }
}

describe('reading an artifact as it streams in', () => {
  test.each([1, 2, 3, 7, 1000])('keeps multi-byte characters intact in chunks of %d bytes', async (size) => {
    const lines = ['{"a":"é日本"}', '{"b":2}', '', '🚲']
    const { records, truncated } = await read(inPieces(lines.join('\n'), size))
    expect(records).toEqual(['{"a":"é日本"}', '{"b":2}', '🚲'])
    expect(truncated).toBe(false)
  })

  test('stops at the limit and reports that there were more', async () => {
    const text = Array.from({ length: 50 }, (_, i) => `line ${i}\n`).join('')
    expect(await read(inPieces(text, 64), 10)).toEqual({
      records: Array.from({ length: 10 }, (_, i) => `line ${i}`),
      truncated: true,
    })
  })

  test('does not report a file of exactly the limit as truncated', async () => {
    const { records, truncated } = await read(inPieces('a\nb\nc\n', 2), 3)
    expect(records).toHaveLength(3)
    expect(truncated).toBe(false)
  })

  test('reports a missing file in a sentence', async () => {
    const gone: typeof fetch = async () => new Response(null, { status: 404 })
    await expect(read(gone)).rejects.toThrow('no longer exists')
  })

  test('stops when it is aborted', async () => {
    const aborter = new AbortController()
    const endless: typeof fetch = async () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(new TextEncoder().encode('x\n')),
        }),
      )
    let seen = 0
    const onRecords = () => {
      if (++seen === 3) aborter.abort()
    }
    const { signal } = aborter
    const reading = streamRecords('/x', { parser: lineParser(), limit: 1e9, onRecords, signal, fetcher: endless })
    await expect(reading).rejects.toThrow()
    expect(seen).toBe(3)
  })
})
