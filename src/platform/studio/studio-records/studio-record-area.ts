/** The records of the Studio: batches, ground truth, labels of runs, versions of workflows, and settings of people. */
import { ApiError } from '../../../shared/api/errors.ts'
import type { Batch } from '../../../shared/domain/batch.ts'
import { isUnlabelled, type RunLabels } from '../../../shared/domain/run-labels.ts'
import {
  changedSettings,
  completeSettings,
  type Settings,
  type SettingsChange,
} from '../../../shared/domain/settings.ts'
import type { Truth } from '../../../shared/domain/truth.ts'
import { type Message, message, saidOf } from '../../../shared/messages/message.ts'
import { type Database, fromJson, toJson } from '../../db/database.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { createRecords, type RecordKind } from './records.ts'
import { createVersions } from './versions.ts'

const invalid = (field: string, problem: Message): ApiError => {
  const problems = message('invalid.at', { field, problem })
  return new ApiError('invalid_field', message('invalid.body', { problems }), [{ field, ...saidOf(problem) }])
}

/** The rules of batches, ground truth and labels of runs. */
export const BATCHES: RecordKind<Batch> = {
  table: 'studio_batches',
  subjectOf: ({ id }) => id,
  otherSubject: () => invalid('/value/id', message('record.other_batch')),
}

export const TRUTHS: RecordKind<Truth> = {
  table: 'studio_truths',
  subjectOf: ({ media }) => media.sha256,
  otherSubject: () => invalid('/value/media/sha256', message('record.other_video')),
}

const RUN_LABELS: RecordKind<RunLabels> = {
  table: 'studio_run_labels',
  subjectOf: ({ run_id }) => run_id,
  otherSubject: () => invalid('/value/run_id', message('record.other_run')),
  check(labels) {
    if (isUnlabelled(labels)) throw new ApiError('invalid_field', message('record.no_labels'))
  },
  async checkNew(tx, { organizationId }, { run_id }) {
    const run = tx.selectFrom('workflow_runs').select('id').where('id', '=', run_id)
    const found = await run.where('organization_id', '=', organizationId).executeTakeFirst()
    if (!found) throw new ApiError('not_found', message('run.missing'))
  },
}

interface PersonSettings {
  /** The defaults for what was never changed. @throws ApiError key_without_user, here and below */
  get(caller: Caller): Promise<Settings>
  /** Changes some fields, or some keys of a record, and returns all fields. */
  update(caller: Caller, change: SettingsChange): Promise<Settings>
}

/** The settings of a person in the Studio of a server, the same at every server of a database. */
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

type Groups = 'studioBatches' | 'studioTruths' | 'studioRunLabels' | 'studioVersions' | 'studioSettings'

export interface StudioRecordArea extends Area {
  handlers: Pick<Handlers, Groups>
}

export function createStudioRecordArea({ db, now }: PlatformServices): StudioRecordArea {
  const batches = createRecords(db, now, BATCHES)
  const truths = createRecords(db, now, TRUTHS)
  const labels = createRecords(db, now, RUN_LABELS)
  const versions = createVersions(db, now)
  const settings = createPersonSettings(db)
  return {
    handlers: {
      studioBatches: {
        list: ({ caller, query: { limit, offset } }) => batches.list(caller, { limit, offset }),
        create: ({ caller, body }) => batches.create(caller, body),
        update: ({ caller, params, body, ifMatch }) => batches.update(caller, params.record_id, body, ifMatch),
        delete: ({ caller, params, ifMatch }) => batches.delete(caller, params.record_id, ifMatch),
      },
      studioTruths: {
        list: ({ caller, query: { limit, offset, media_sha256 } }) =>
          truths.list(caller, { limit, offset }, media_sha256),
        create: ({ caller, body }) => truths.create(caller, body),
        update: ({ caller, params, body, ifMatch }) => truths.update(caller, params.record_id, body, ifMatch),
        delete: ({ caller, params, ifMatch }) => truths.delete(caller, params.record_id, ifMatch),
      },
      studioRunLabels: {
        list: ({ caller, query: { limit, offset } }) => labels.list(caller, { limit, offset }),
        create: ({ caller, body }) => labels.create(caller, body),
        update: ({ caller, params, body, ifMatch }) => labels.update(caller, params.record_id, body, ifMatch),
        delete: ({ caller, params, ifMatch }) => labels.delete(caller, params.record_id, ifMatch),
      },
      studioVersions: {
        list: ({ caller, params, query: { limit, offset } }) =>
          versions.list(caller, params.workflow, { limit, offset }),
        keep: ({ caller, params, body }) => versions.keep(caller, params.workflow, body),
        get: ({ caller, params }) => versions.get(caller, params),
        update: ({ caller, params, body, ifMatch }) => versions.update(caller, params, body, ifMatch),
        delete: ({ caller, params, ifMatch }) => versions.delete(caller, params, ifMatch),
      },
      studioSettings: {
        get: ({ caller }) => settings.get(caller),
        update: ({ caller, body }) => settings.update(caller, body),
      },
    },
  }
}
