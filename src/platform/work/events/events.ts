/**
 * The outbox of organization events. An event is stored in the transaction of its change, so that none is lost, and
 * handed to the consumers after it, at least once for each of them.
 */

import type { Database } from '../../db/database.ts'
import type { EventConsumer, Events, EventWait } from '../../http/area/organization-events.ts'
import type { Log } from '../../machine/log.ts'
import { handleBatch, organizationsBehind } from './consumer.ts'
import { eventsAfter, insertEvents, newestPosition } from './event-store.ts'
import { pruneEvents } from './prune-events.ts'

export interface EventsOptions {
  db: Database
  now: () => Date
  log: Log
}

/** Another process may have stored events, or ended before it handled its own. */
const CHECK_EVERY_MS = 1000
/** After a failure, such as a full disk; the delay doubles with each further one, up to the longest. */
const RETRY_AFTER_MS = 500
const LONGEST_RETRY_MS = 30_000

export function createEvents({ db, now, log }: EventsOptions): Events {
  const consumers: EventConsumer[] = []
  /** Readers that wait for an event. */
  const readers = new Set<() => void>()
  let timer: NodeJS.Timeout | undefined
  let retry: NodeJS.Timeout | undefined
  let retryAfterMs = RETRY_AFTER_MS
  let isOpen = false
  let isClosed = false
  let again = false
  let working: Promise<void> | null = null

  /** Returns whether all went well. */
  async function handleEach(consumer: EventConsumer): Promise<boolean> {
    let failed = false
    for (const organizationId of await organizationsBehind(db, consumer.name)) {
      try {
        let more = true
        while (more && !isClosed) more = await handleBatch(db, consumer, organizationId)
        consumer.handled?.()
      } catch (error) {
        failed = true
        log('error', `Events could not be handled by ${consumer.name}; it tries again.`, error)
      }
    }
    return !failed
  }

  function retryLater(): void {
    if (!isOpen) return
    clearTimeout(retry)
    retry = setTimeout(() => {
      retry = undefined
      wake()
    }, retryAfterMs).unref()
    retryAfterMs = Math.min(2 * retryAfterMs, LONGEST_RETRY_MS)
  }

  /** One round at a time; a call during a round causes another one. */
  function handleAll(): Promise<void> {
    again = true
    working ??= (async () => {
      try {
        while (again && !isClosed) {
          again = false
          let failed = false
          for (const consumer of consumers) if (!(await handleEach(consumer))) failed = true
          if (failed) retryLater()
          else retryAfterMs = RETRY_AFTER_MS
        }
      } finally {
        working = null
      }
    })()
    return working
  }

  function wake(): void {
    for (const notify of readers) notify()
    if (isOpen) handleAll().catch((error) => log('error', 'Events could not be read.', error))
  }

  /** Leaves what failed to its next attempt. */
  function check(): void {
    if (retry === undefined) wake()
    else for (const notify of readers) notify()
  }

  async function read(organizationId: string, after: number | null, { limit, waitMs, signal }: EventWait) {
    const position = after ?? (await newestPosition(db, organizationId))
    const until = performance.now() + waitMs
    for (;;) {
      const left = until - performance.now()
      const changed = nextChange(readers, signal, left)
      const events = await eventsAfter(db, organizationId, position, limit)
      const isOver = events.length > 0 || left <= 0 || signal.aborted || isClosed
      if (isOver) return { events, position: events.at(-1)?.position ?? position }
      await changed
    }
  }

  return {
    append: (tx, organizationId, events) => insertEvents(tx, organizationId, events, now().toISOString()),
    wake,
    addConsumer: (consumer) => void consumers.push(consumer),
    read,
    handleAll,
    prune: () =>
      pruneEvents(
        db,
        consumers.map(({ name }) => name),
        now(),
      ),
    open() {
      isOpen = true
      timer = setInterval(check, CHECK_EVERY_MS)
      timer.unref()
      wake()
    },
    async close() {
      isOpen = false
      clearInterval(timer)
      clearTimeout(retry)
      isClosed = true
      for (const notify of readers) notify()
      await working?.catch(() => undefined)
    },
  }
}

/** Resolves at the next call of its entry in `readers`, after `ms`, or when the signal aborts. */
function nextChange(readers: Set<() => void>, signal: AbortSignal, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      readers.delete(done)
      signal.removeEventListener('abort', done)
      resolve()
    }
    const timer = setTimeout(done, Math.max(0, ms))
    timer.unref()
    readers.add(done)
    signal.addEventListener('abort', done)
    if (signal.aborted) done()
  })
}
