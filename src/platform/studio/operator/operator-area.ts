/** Calls of operators: people and plans of the installation, and what its machines have in common. */

import { createCredits } from '../../accounts/credits/credits.ts'
import { createOperators } from '../../accounts/people/operators.ts'
import type { StorageArea } from '../../datasets/storage/storage-area.ts'
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { Handlers } from '../../http/handler.ts'
import type { DevicesArea } from '../../models/devices/devices-area.ts'
import type { JobsArea } from '../../work/jobs/jobs-area.ts'
import { createOperatedOrganizations } from './operated-organizations.ts'

export interface OperatorAreaNeeds {
  devices: DevicesArea
  jobs: JobsArea
  storage: StorageArea
}

export interface OperatorArea extends Area {
  handlers: Pick<Handlers, 'operator'>
}

export function createOperatorArea({ db, now }: PlatformServices, needs: OperatorAreaNeeds): OperatorArea {
  const { devices } = needs.devices
  const { storage } = needs.storage
  const operators = createOperators(db, now)
  const organizations = createOperatedOrganizations({ db, credits: createCredits(now), now })
  return {
    handlers: {
      operator: {
        operators: operators.list,
        addOperator: ({ body }) => db.transaction().execute((tx) => operators.add(tx, body.email)),
        removeOperator: ({ params }) =>
          db.transaction().execute((tx) => operators.remove(tx, params.operator_id.toLowerCase())),
        organizations: ({ query }) => organizations.list(query),
        updateOrganization: ({ caller, params, body }) =>
          organizations.setPlan(caller, params.organization_id, body.plan),
        grantCredits: ({ caller, params, body }) =>
          organizations.grantCredits(caller, params.organization_id, body.amount_micro_usd),
        chooseDevice: ({ caller, body }) => devices.choose(caller, body),
        workers: needs.jobs.workers,
        storage: storage.use,
        clearStorage: ({ body }) => storage.clear(body.kind),
      },
    },
  }
}
