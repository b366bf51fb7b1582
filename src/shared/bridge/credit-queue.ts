/** The events of one stream that are on their way to a page: in order, with a bound on those not yet read. */
import { message } from '../messages/message.ts'
import { BridgeFailure } from './failure.ts'

/** Largest number of events sent to a page that has not read them yet. */
export const CREDIT_WINDOW = 64

interface Waiting {
  event: unknown
  resolve: () => void
  reject: (error: Error) => void
}

/** `emit` resolves when its event was sent, and rejects with `cancelled` once the queue is closed. */
export function createCreditQueue(send: (event: unknown) => void) {
  let credit = CREDIT_WINDOW
  let closed = false
  let waiting: Waiting[] = []
  let last: Promise<void> = Promise.resolve()
  const stopped = () => new BridgeFailure({ code: 'cancelled', message: message('host.stream_closed') })

  const flush = () => {
    const ready = waiting.splice(0, credit)
    credit -= ready.length
    for (const { event, resolve, reject } of ready) {
      try {
        send(event)
        resolve()
      } catch (error) {
        reject(error as Error)
      }
    }
  }

  return {
    emit(event: unknown): Promise<void> {
      last = new Promise<void>((resolve, reject) => {
        if (closed) return reject(stopped())
        waiting.push({ event, resolve, reject })
        flush()
      })
      last.catch(() => {}) // A handler may emit without waiting; its stream still ends.
      return last
    },
    /** Acknowledges `count` more events as read by the page. */
    ack(count: number): void {
      credit = Math.min(CREDIT_WINDOW, credit + Math.max(0, Math.floor(count)))
      flush()
    },
    /** Settles when the last event was sent. */
    drained: () => last,
    close(): void {
      closed = true
      for (const { reject } of waiting) reject(stopped())
      waiting = []
    },
  }
}
