/**
 * Mail: stored in the transaction of the change that it is about, and sent afterwards. Where no mail server is
 * configured it stays in the outbox, for people to pass on. The text is written when it is sent or displayed, so that
 * the database holds no one-time link.
 */
import type { OutboxMail } from '../../../shared/api/organizations.ts'
import { type Database, newId } from '../../db/database.ts'
import type { MailRow } from '../../db/schema/people.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { Log } from '../../machine/log.ts'
import { isRejected, type Letter, type SendLetter } from './transport.ts'

/** The text of a mail; null when it is no longer right to send it. */
export type WriteMail = (about: string) => Promise<Pick<Letter, 'subject' | 'text'> | null>

export interface NewMail {
  organizationId: string
  to: string
  kind: MailRow['kind']
  /** Id of the object that the mail is about. */
  about: string
}

export interface Mails {
  /** Stores a mail; call `wake` when the transaction has been committed. */
  queue(tx: Database, mail: NewMail): Promise<void>
  /** Deletes mail about an object, which there is no more reason to send. */
  withdraw(tx: Database, about: string): Promise<void>
  /** Sends due mail in the background. */
  wake(): void
  /** Mail of the caller's organization that was not sent, newest first, without mail that is no longer right to send. */
  outbox(caller: Caller): Promise<OutboxMail[]>
  /** Ends after the mail that is being sent. */
  close(): Promise<void>
}

export interface MailsOptions {
  db: Database
  /** Null where no mail server is configured. */
  send: SendLetter | null
  write: Readonly<Record<MailRow['kind'], WriteMail>>
  now: () => Date
  log: Log
}

const OUTBOX_LENGTH = 100
const MINUTE_MS = 60_000
/** Delays after failed attempts; then the mail stays in the outbox as `failed`. */
const RETRY_AFTER_MS = [1, 5, 30, 120, 360].map((minutes) => minutes * MINUTE_MS)
/** A mail whose sender died is sent again after this. */
const CLAIMED_FOR_MS = 5 * MINUTE_MS
/** Mail that was not sent is deleted after this, when another one is queued. */
const KEPT_FOR_MS = 30 * 24 * 60 * MINUTE_MS
const LONGEST_TIMER_MS = 60 * MINUTE_MS

export function createMails({ db, send, write, now, log }: MailsOptions): Mails {
  let timer: NodeJS.Timeout | undefined
  let work: Promise<void> | null = null
  let wanted = false
  let closed = false
  /** The time of the last check; those in the database are checked against it at first, and when it went back. */
  let clock = Number.POSITIVE_INFINITY
  const later = (ms: number) => new Date(now().getTime() + ms).toISOString()

  const next = () =>
    db
      .selectFrom('mails')
      .selectAll()
      .where('status', '=', 'waiting')
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()

  /** After the clock was set back: no mail waits longer than after its last attempt. */
  async function limitWaits(): Promise<void> {
    for (let attempts = 0; attempts <= RETRY_AFTER_MS.length + 1; attempts++) {
      const longest = attempts === 0 ? 0 : Math.max(CLAIMED_FOR_MS, RETRY_AFTER_MS[attempts - 1] ?? 0)
      const next_attempt_at = later(longest)
      await db
        .updateTable('mails')
        .set({ next_attempt_at })
        .where('status', '=', 'waiting')
        .where('attempts', '=', attempts)
        .where('next_attempt_at', '>', next_attempt_at)
        .execute()
    }
  }

  const remove = (id: string) => db.deleteFrom('mails').where('id', '=', id).execute()

  /** False when another process sends this mail. */
  async function claim({ id, attempts }: MailRow): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('mails')
      .set({ attempts: attempts + 1, next_attempt_at: later(CLAIMED_FOR_MS) })
      .where('id', '=', id)
      .where('attempts', '=', attempts)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  async function sendOne(row: MailRow, sendLetter: SendLetter): Promise<void> {
    if (!(await claim(row))) return
    const written = await write[row.kind](row.about)
    if (!written) {
      await remove(row.id)
      return
    }
    try {
      await sendLetter({ to: row.recipient, ...written })
      await remove(row.id)
    } catch (error) {
      const delay = RETRY_AFTER_MS[row.attempts]
      const isOver = delay === undefined || isRejected(error)
      const last_error = error instanceof Error ? error.message : String(error)
      log('warning', `A mail could not be sent: ${last_error}`)
      await db
        .updateTable('mails')
        .set({ last_error, status: isOver ? 'failed' : 'waiting', next_attempt_at: later(delay ?? 0) })
        .where('id', '=', row.id)
        .execute()
    }
  }

  async function sendDue(sendLetter: SendLetter): Promise<void> {
    clearTimeout(timer)
    while (!closed) {
      const at = now().getTime()
      if (at < clock) await limitWaits()
      clock = at
      const row = await next()
      if (!row) return
      const waitMs = Date.parse(row.next_attempt_at) - at
      if (waitMs > 0) {
        timer = setTimeout(wake, Math.min(waitMs, LONGEST_TIMER_MS)).unref()
        return
      }
      await sendOne(row, sendLetter)
    }
  }

  async function sendAll(sendLetter: SendLetter): Promise<void> {
    try {
      while (wanted && !closed) {
        wanted = false
        await sendDue(sendLetter)
      }
    } catch (error) {
      log('error', 'The outbox could not be read.', error)
      timer = setTimeout(wake, MINUTE_MS).unref()
    } finally {
      work = null
    }
  }

  function wake(): void {
    if (!send || closed) return
    wanted = true
    work ??= sendAll(send)
  }

  return {
    wake,
    async queue(tx, { organizationId, to, kind, about }) {
      const at = now().toISOString()
      await tx
        .deleteFrom('mails')
        .where('organization_id', '=', organizationId)
        .where('created_at', '<', later(-KEPT_FOR_MS))
        .execute()
      await tx
        .insertInto('mails')
        .values({
          id: newId(),
          organization_id: organizationId,
          recipient: to,
          kind,
          about,
          status: 'waiting',
          attempts: 0,
          last_error: null,
          next_attempt_at: at,
          created_at: at,
        })
        .execute()
    },
    async withdraw(tx, about) {
      await tx.deleteFrom('mails').where('about', '=', about).execute()
    },
    async outbox({ organizationId }) {
      const rows = await db
        .selectFrom('mails')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .orderBy('id', 'desc')
        .limit(OUTBOX_LENGTH)
        .execute()
      const mails: OutboxMail[] = []
      for (const { id, recipient: to, kind, about, status, last_error, created_at } of rows) {
        const written = await write[kind](about)
        if (written) mails.push({ id, to, ...written, status, last_error, created_at })
      }
      return mails
    },
    async close() {
      closed = true
      clearTimeout(timer)
      await work
    },
  }
}
