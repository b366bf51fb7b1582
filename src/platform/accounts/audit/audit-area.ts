/** The audit log of every organization. */
import { ApiError } from '../../../shared/api/errors.ts'
import { type Database, insertQuery, toJson } from '../../db/database.ts'
import { withFirstChange } from '../../db/first-change.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import { type Change, type ChangeLog, namingObject } from '../../http/changes.ts'
import type { Handlers } from '../../http/handler.ts'
import { createHourly } from '../../machine/hourly.ts'
import type { Log } from '../../machine/log.ts'
import { entryOf, listEntries, pruneEntries, writeEntry } from './audit-log.ts'

const ONCE_IN_MS = 60_000
const MAX_REMEMBERED = 10_000

/**
 * Limits the entries of refused calls: a caller that repeats one can't push the changes of others out of the log.
 * True for the first refusal of an action to a caller within a minute.
 */
function createRefusals(now: () => Date): (change: Change) => boolean {
  let since = 0
  const seen = new Set<string>()
  return ({ caller, action }) => {
    const at = now().getTime()
    if (Math.abs(at - since) >= ONCE_IN_MS) {
      seen.clear()
      since = at
    }
    const refusal = JSON.stringify([caller.organizationId, caller.keyId, caller.userId, action])
    if (seen.has(refusal) || seen.size >= MAX_REMEMBERED) return false
    seen.add(refusal)
    return true
  }
}

/** Entries of calls: each is stored in the transaction of the first change that its call makes. */
function createChangeLog(db: Database, now: () => Date, log: Log): ChangeLog {
  const isFirst = createRefusals(now)

  /** Such a log doesn't fail a call that has been carried out, or is refused anyway. */
  async function safely({ action, caller }: Change, write: () => Promise<unknown>): Promise<void> {
    try {
      await write()
    } catch (error) {
      log(
        'error',
        `The entry for ${action} of request ${caller.requestId} is not in the audit log as it should be.`,
        error,
      )
    }
  }

  return {
    async refused(change) {
      if (isFirst(change)) await safely(change, () => writeEntry(db, change, 'refused', now()))
    },
    around: (change, work, objectOf) =>
      namingObject(async (named) => {
        const entry = entryOf(change, 'done', now())
        const insert = () => {
          entry.object = toJson({ ...named(), ...change.object })
          return [insertQuery(db, 'audit_log', entry)]
        }
        const { value, isStored } = await withFirstChange(insert, work, async (error) => {
          // A wait that took too long, or whose caller is gone, has started what it waited for.
          if (error instanceof ApiError && error.code === 'wait_timeout') return
          await safely(change, () => db.deleteFrom('audit_log').where('id', '=', entry.id).execute())
        })
        const object = toJson(objectOf(value))
        if (!isStored) {
          await safely(change, () =>
            db
              .insertInto('audit_log')
              .values({ ...entry, object })
              .execute(),
          )
        } else if (object !== entry.object) {
          await safely(change, () => db.updateTable('audit_log').set({ object }).where('id', '=', entry.id).execute())
        }
        return value
      }),
  }
}

export interface AuditArea extends Area {
  changes: ChangeLog
  /** Called when the server listens. */
  listening(): void
  handlers: Pick<Handlers, 'audit'>
}

export function createAuditArea({ db, now, log }: PlatformServices): AuditArea {
  const hourly = createHourly('The removal of old entries of the audit log', () => pruneEntries(db, now()), log)
  return {
    handlers: { audit: { list: ({ caller, query }) => listEntries(db, caller, query) } },
    changes: createChangeLog(db, now, log),
    listening: hourly.start,
    close: hourly.close,
  }
}
