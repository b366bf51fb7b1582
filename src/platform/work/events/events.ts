/**
 * The outbox of organization events. An event is stored in the transaction of its change, so that none is lost, and
 * handed to the consumers after it, at least once for each of them.
 */

import type { Database } from '../../db/database.ts'
import type { EventConsumer, Events, EventWait } from '../../http/area/organization-events.ts'
import type { Log } from '../../machine/log.ts'
import { eventsAfter, insertEvents, newestPosition } from './event-store.ts'

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

/** Events in one transaction: other writers wait for it. */
const BATCH = 25

/** Organizations with events that the consumer has not handled. */
async function organizationsBehind(db: Database, name: string): Promise<string[]> {
  const rows = await db
    .selectFrom('event_counters as c')
    .leftJoin('event_consumers as k', (join) =>
      join.onRef('k.organization_id', '=', 'c.organization_id').on('k.name', '=', name),
    )
    .where((e) => e('c.position', '>', e.fn.coalesce('k.position', e.lit(0))))
    .select('c.organization_id')
    .orderBy('c.organization_id')
    .execute()
  return rows.map((row) => row.organization_id)
}

/** Handles the next events of an organization. Returns whether there may be more. */
const handleBatch = (db: Database, consumer: EventConsumer, organizationId: string): Promise<boolean> =>
  db.transaction().execute(async (tx) => {
    const key = { name: consumer.name, organization_id: organizationId }
    await tx
      .insertInto('event_consumers')
      .values({ ...key, position: 0 })
      .onConflict((c) => c.columns(['name', 'organization_id']).doNothing())
      .execute()
    const ours = () => tx.selectFrom('event_consumers').select('position').where('name', '=', consumer.name)
    const { position } = await ours().where('organization_id', '=', organizationId).executeTakeFirstOrThrow()
    const events = await eventsAfter(tx, organizationId, Number(position), BATCH)
    const last = events.at(-1)
    if (!last) return false
    // Another server that handles the same events waits here, then finds the position changed.
    const { numUpdatedRows } = await tx
      .updateTable('event_consumers')
      .set({ position: last.position })
      .where('name', '=', consumer.name)
      .where('organization_id', '=', organizationId)
      .where('position', '=', position)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return true
    await consumer.handle(tx, organizationId, events)
    return events.length === BATCH
  })

const KEPT_DAYS = 7
/** The most handled events that are kept for each organization, whatever their age. */
const KEPT_EVENTS = 10_000
/** Rows in one statement: other writers wait for it. */
const SLICE = 500
const DAY_MS = 24 * 60 * 60 * 1000

/** Removes events that every consumer has handled and no live stream will resume from. */
async function pruneEvents(db: Database, consumers: readonly string[], now: Date): Promise<void> {
  const organizations = await db.selectFrom('event_counters').select('organization_id').execute()
  for (const { organization_id } of organizations) {
    const end = Math.min(await handledByAll(db, consumers, organization_id), await oldUpTo(db, organization_id, now))
    await deleteUpTo(db, organization_id, end)
  }
}

/** The position up to which all consumers have handled the events. */
async function handledByAll(db: Database, consumers: readonly string[], organizationId: string): Promise<number> {
  const query = db.selectFrom('event_consumers').select('position').where('organization_id', '=', organizationId)
  const rows = await query.where('name', 'in', consumers).execute()
  return rows.length < consumers.length ? 0 : Math.min(...rows.map(({ position }) => Number(position)))
}

async function oldUpTo(db: Database, organizationId: string, now: Date): Promise<number> {
  const since = new Date(now.getTime() - KEPT_DAYS * DAY_MS).toISOString()
  const { old } = await db
    .selectFrom('events')
    .select((e) => e.fn.max('position').as('old'))
    .where('organization_id', '=', organizationId)
    .where('created_at', '<', since)
    .executeTakeFirstOrThrow()
  return Math.max(Number(old ?? 0), (await newestPosition(db, organizationId)) - KEPT_EVENTS)
}

async function deleteUpTo(db: Database, organizationId: string, end: number): Promise<void> {
  const kept = db.selectFrom('events').where('organization_id', '=', organizationId)
  for (;;) {
    const { first } = await kept.select((e) => e.fn.min('position').as('first')).executeTakeFirstOrThrow()
    if (first === null || Number(first) > end) return
    await db
      .deleteFrom('events')
      .where('organization_id', '=', organizationId)
      .where('position', '<=', Math.min(end, Number(first) + SLICE - 1))
      .execute()
  }
}

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
