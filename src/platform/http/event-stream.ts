/** Server-sent events (WHATWG HTML, 9.2) as a byte stream that never runs ahead of its reader. */
import { Readable } from 'node:stream'
import type { Reduce } from './declared-fields.ts'
import type { ServerEvent } from './handler.ts'

const encode = ({ id }: ServerEvent<unknown>, data: unknown): string =>
  `${id === undefined ? '' : `id: ${id}\n`}data: ${JSON.stringify(data)}\n\n`

/**
 * Pulls one event at a time, and only while the reader keeps up, so that the source can drop superseded events. A
 * comment is sent after each silent `heartbeatMs`, so that proxies and clients see a living connection. The source's
 * own signal aborts when the reader disconnects. `reduce` keeps the declared fields of each event's data.
 */
export function eventStream(
  events: AsyncIterable<ServerEvent<unknown>>,
  heartbeatMs: number,
  reduce: Reduce,
): Readable {
  const source = events[Symbol.asyncIterator]()
  let pending: Promise<IteratorResult<ServerEvent<unknown>>> | null = null
  let started = false
  let timer: NodeJS.Timeout | undefined

  async function pull(stream: Readable): Promise<void> {
    pending ??= source.next()
    const silence = new Promise<'silence'>((resolve) => {
      timer = setTimeout(() => resolve('silence'), heartbeatMs)
    })
    const next = await Promise.race([pending, silence]).finally(() => clearTimeout(timer))
    if (stream.destroyed) return
    if (next === 'silence') {
      stream.push(': still here\n\n')
      return
    }
    pending = null
    stream.push(next.done ? null : encode(next.value, reduce(next.value.data)))
  }

  return new Readable({
    highWaterMark: 1,
    read() {
      if (!started) {
        started = true
        this.push(': connected\n\n')
        return
      }
      pull(this).catch((error) => this.destroy(error))
    },
    destroy(error, done) {
      clearTimeout(timer)
      source.return?.(undefined)?.catch(() => {})
      done(error)
    },
  })
}
