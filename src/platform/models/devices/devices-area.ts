/** Devices: the processors that can run models, and the one that runs use. */
import type { Area, PlatformServices } from '../../http/area/area.ts'
import type { GroupHandlers, Handlers } from '../../http/handler.ts'
import type { ModelArea } from '../model-area.ts'
import { type Chosen, createDeviceRepository } from './device-repository.ts'
import { createDevices, type Devices } from './devices.ts'

export interface DevicesAreaNeeds {
  models: ModelArea
  /** The values that the server was started with. */
  fixed: Partial<Chosen>
  version: string
}

const deviceHandlers = (devices: Devices): GroupHandlers<'devices'> => ({
  list: ({ caller, query }) => devices.list(caller, query),
  check: ({ caller, body }) => devices.check(caller, body.model, body.device),
})

export interface DevicesArea extends Area {
  devices: Devices
  handlers: Pick<Handlers, 'devices'>
}

export function createDevicesArea(services: PlatformServices, needs: DevicesAreaNeeds): DevicesArea {
  const { db, engine, folders, now } = services
  const { fixed, version } = needs
  const processing = db.selectFrom('workflow_runs').select('id').where('status', '=', 'processing').limit(1)
  const devices = createDevices({
    engine,
    models: needs.models.models,
    repository: createDeviceRepository(db),
    fixed,
    deviceChecks: folders.deviceChecks,
    isProcessing: async () => (await processing.executeTakeFirst()) !== undefined,
    version,
    now,
  })
  return { devices, handlers: { devices: deviceHandlers(devices) } }
}
