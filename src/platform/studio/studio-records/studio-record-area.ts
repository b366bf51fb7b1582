/** The records of the Studio: batches, ground truth, labels of runs, versions of workflows, and settings of people. */
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import { createPersonSettings } from './person-settings.ts'
import { BATCHES, RUN_LABELS, TRUTHS } from './record-kinds.ts'
import { createRecords } from './records.ts'
import { createVersions } from './versions.ts'

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
