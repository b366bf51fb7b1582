/**
 * Counts requests in windows of an hour that all servers of a database share and that survive restarts. A server takes
 * requests from the window in blocks, so that most cost no call of the database; a crash loses the rest of a block.
 */
import { sql } from 'kysely'
import { type Database, databaseClock } from '../../db/database.ts'

export const WINDOW_MS = 3_600_000
/** The start of the window of a time. */
export const windowOf = (time: number): number => time - (time % WINDOW_MS)
/** Clocks of servers differ by less. A window that begins later is of a clock that was set back since. */
const SKEW_MS = 60_000
const LARGEST_BLOCK = 50
/** From this number on, those of earlier windows are forgotten. */
const MANY_SUBJECTS = 10_000

export interface Count {
  isAdmitted: boolean
  /** Requests left in the window: at least as many, when other servers count too. */
  remaining: number
  /** Milliseconds until the next window, never more than one. */
  msLeft: number
  /** Start of the window. */
  window: number
}

export interface RateWindows {
  /** Counts a request of the subject, unless that would exceed the limit. */
  take(subject: string, limit: number): Promise<Count>
  /** Takes a counted request of that window back. */
  giveBack(subject: string, window: number): void
  /** Returns the rest of each block to its window. */
  close(): Promise<void>
}

interface Held {
  window: number
  /** Requests of the window that all servers have taken, as far as this one knows. */
  used: number
  /** Taken from the window by this server and not used. */
  left: number
  /** A limit at which the window was found to be used up. */
  usedUpAt: number
  taking: Promise<void> | null
}

export const blockOf = (limit: number): number => Math.max(1, Math.min(LARGEST_BLOCK, Math.floor(limit / 100)))

export function createRateWindows(db: Database, now: () => Date): RateWindows {
  const subjects = new Map<string, Held>()
  const clock = databaseClock(db, now)
  /** The window of the server whose clock is most ahead. */
  const latestOf = (time: number) => windowOf(time + SKEW_MS)

  /** The present window; a clock that is behind those of other servers stays in theirs. */
  function heldOf(subject: string, time: number): Held {
    const window = windowOf(time)
    const held = subjects.get(subject)
    if (held && held.window >= window && held.window <= latestOf(time)) return held
    if (subjects.size >= MANY_SUBJECTS) {
      for (const [name, old] of subjects) if (old.window < window) subjects.delete(name)
    }
    const fresh: Held = { window, used: 0, left: 0, usedUpAt: 0, taking: null }
    subjects.set(subject, fresh)
    return fresh
  }

  async function takeBlock(subject: string, held: Held, limit: number, time: number): Promise<void> {
    for (let block = blockOf(limit); block > 0; ) {
      const row = await taken(subject, held.window, block, limit)
      if (row) {
        held.used = row.used
        held.left += block
        return
      }
      const present = await db
        .selectFrom('rate_windows')
        .select(['window_start', 'used'])
        .where('subject', '=', subject)
        .executeTakeFirst()
      if (!present) continue
      if (present.window_start > latestOf(time)) {
        await moveBack(subject, present.window_start, held.window)
        continue
      }
      if (present.window_start > held.window)
        Object.assign(held, { window: present.window_start, left: 0, usedUpAt: 0 })
      held.used = present.used
      block = Math.min(block, limit - present.used)
    }
    held.usedUpAt = limit
  }

  /** What was counted before the clock was set back counts in the present window. */
  const moveBack = (subject: string, from: number, to: number) =>
    db
      .updateTable('rate_windows')
      .set({ window_start: to })
      .where('subject', '=', subject)
      .where('window_start', '=', from)
      .execute()

  /** One statement, so that servers never take the same requests. */
  const taken = (subject: string, window: number, block: number, limit: number) =>
    db
      .insertInto('rate_windows')
      .values({ subject, window_start: window, used: block })
      .onConflict((c) =>
        c
          .column('subject')
          .doUpdateSet({
            window_start: window,
            used: sql<number>`case when rate_windows.window_start = ${window} then rate_windows.used else 0 end + ${block}`,
          })
          .where((e) =>
            e.or([
              e('rate_windows.window_start', '<', window),
              e.and([e('rate_windows.window_start', '=', window), e('rate_windows.used', '<=', limit - block)]),
            ]),
          ),
      )
      .returning('used')
      .executeTakeFirst()

  const countOf = (held: Held, limit: number, time: number, isAdmitted: boolean): Count => ({
    isAdmitted,
    remaining: Math.max(0, limit - held.used + held.left),
    msLeft: Math.min(WINDOW_MS, held.window + WINDOW_MS - time),
    window: held.window,
  })

  return {
    async take(subject, limit) {
      for (;;) {
        const time = (await clock()).getTime()
        const held = heldOf(subject, time)
        // A limit that was lowered meanwhile also counts for the rest of a block.
        if (held.usedUpAt >= limit || held.used - held.left >= limit) return countOf(held, limit, time, false)
        if (held.left > 0) {
          held.left--
          return countOf(held, limit, time, true)
        }
        held.taking ??= takeBlock(subject, held, limit, time).finally(() => {
          held.taking = null
        })
        await held.taking
      }
    },
    giveBack(subject, window) {
      const held = subjects.get(subject)
      if (held?.window === window) held.left++
    },
    async close() {
      for (const [subject, held] of subjects) {
        const { window, left } = held
        if (left === 0) continue
        // Before the call, so that no request uses what is returned.
        held.left = 0
        held.used -= left
        await db
          .updateTable('rate_windows')
          .set((e) => ({ used: e('used', '-', left) }))
          .where('subject', '=', subject)
          .where('window_start', '=', window)
          .execute()
      }
    },
  }
}
