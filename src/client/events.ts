/** Server-sent events (WHATWG HTML, 9.2) of one connection. */
import { createParser, type EventSourceMessage } from 'eventsource-parser'
import type { SentEvent } from '../shared/api/follow-events.ts'

/** Ends with the body, also when the connection breaks; the connection is closed when the loop is left. */
export async function* eventsOf<T>(response: Response): AsyncGenerator<SentEvent<T>> {
  if (!response.body) return
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  const arrived: EventSourceMessage[] = []
  const parser = createParser({ onEvent: (event) => arrived.push(event) })
  try {
    while (true) {
      const read = await reader.read().catch(() => null)
      if (!read || read.done) return
      parser.feed(decoder.decode(read.value, { stream: true }))
      for (const { id, data } of arrived.splice(0)) yield { id, data: JSON.parse(data) as T }
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}
