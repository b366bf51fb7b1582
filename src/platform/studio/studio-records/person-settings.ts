/** The settings of a person in the Studio of a server, the same at every server of a database. */
import { ApiError } from '../../../shared/api/errors.ts'
import type { Settings, SettingsChange } from '../../../shared/domain/settings.ts'
import { changedSettings, completeSettings } from '../../../shared/domain/settings-change.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Database } from '../../db/database.ts'
import { fromJson, toJson } from '../../db/json.ts'
import type { Caller } from '../../machine/identity/caller.ts'

export interface PersonSettings {
  /** The defaults for what was never changed. @throws ApiError key_without_user, here and below */
  get(caller: Caller): Promise<Settings>
  /** Changes some fields, or some keys of a record, and returns all fields. */
  update(caller: Caller, change: SettingsChange): Promise<Settings>
}

export function createPersonSettings(db: Database): PersonSettings {
  const personOf = ({ organizationId, userId }: Caller) => {
    if (userId === null) throw new ApiError('key_without_user', message('record.settings_need_user'))
    return { organization_id: organizationId, user_id: userId }
  }

  async function stored(on: Pick<Database, 'selectFrom'>, person: ReturnType<typeof personOf>): Promise<Settings> {
    const row = await on
      .selectFrom('studio_settings')
      .select('value')
      .where('organization_id', '=', person.organization_id)
      .where('user_id', '=', person.user_id)
      .executeTakeFirst()
    return completeSettings(row ? fromJson<Record<string, unknown>>(row.value) : {})
  }

  return {
    get: async (caller) => stored(db, personOf(caller)),
    async update(caller, change) {
      const person = personOf(caller)
      return db.transaction().execute(async (tx) => {
        const next = changedSettings(await stored(tx, person), change)
        const value = toJson(next)
        await tx
          .insertInto('studio_settings')
          .values({ organization_id: person.organization_id, user_id: person.user_id, value })
          .onConflict((c) => c.columns(['organization_id', 'user_id']).doUpdateSet({ value }))
          .execute()
        return next
      })
    },
  }
}
