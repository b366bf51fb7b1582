/** Entries of calls: each is stored in the transaction of the first change that its call makes. */
import { ApiError } from '../../../shared/api/errors.ts'
import type { Database } from '../../db/database.ts'
import { withFirstChange } from '../../db/first-change.ts'
import { toJson } from '../../db/json.ts'
import type { Change, ChangeLog } from '../../http/changes.ts'
import type { Log } from '../../machine/log.ts'
import { entryOf, writeEntry } from './audit-log.ts'
import { createRefusals } from './refusals.ts'

export function createChangeLog(db: Database, now: () => Date, log: Log): ChangeLog {
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
    async around(change, work, objectOf) {
      const entry = entryOf(change, 'done', now())
      const insert = db.insertInto('audit_log').values(entry).compile()
      const { value, isStored } = await withFirstChange([insert], work, async (error) => {
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
    },
  }
}
