/** Server-sent events as an async iterable that survives lost connections. */
import { createParser, type EventSourceMessage } from 'eventsource-parser'

/** Opens the stream; `lastEventId` is the last event that the reader has. Rejects when it cannot be opened. */
export type OpenEvents = (lastEventId: string | null) => Promise<Response>

export interface FollowOptions<T> {
  /** True when the stream ends after this event and must not be reopened. */
  isLast(event: T): boolean
  /** Waits before the stream is reopened after the nth break in a row. Rejects to give up. */
  pause(attempt: number): Promise<void>
}

/**
 * Yields each event's data. When the connection breaks, reopens the stream: its first event is a snapshot, so nothing
 * that matters is lost. Gives up when `open` rejects.
 */
export async function* followEvents<T>(open: OpenEvents, options: FollowOptions<T>): AsyncGenerator<T> {
  let lastEventId: string | null = null
  for (let attempt = 0; ; attempt++) {
    const response = await open(lastEventId)
    try {
      for await (const { id, data } of eventsOf(response)) {
        attempt = 0
        if (id !== undefined) lastEventId = id
        const event = JSON.parse(data) as T
        yield event
        if (options.isLast(event)) return
      }
    } catch (error) {
      if (!(error instanceof BrokenStream)) throw error
    }
    await options.pause(attempt)
  }
}

/** The connection was lost; distinct from failures of the consumer of the events. */
class BrokenStream extends Error {}

/** Ends with the body; the connection is closed when the loop is left. */
async function* eventsOf(response: Response): AsyncGenerator<EventSourceMessage> {
  if (!response.body) return
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  const arrived: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => arrived.push(event) })
  try {
    while (true) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        throw new BrokenStream('The event stream broke off.', { cause: error })
      })
      if (done) return
      parser.feed(decoder.decode(value, { stream: true }))
      yield* arrived.splice(0)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
