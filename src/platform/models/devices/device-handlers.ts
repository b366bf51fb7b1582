import type { GroupHandlers } from '../../http/handler.ts'
import type { Devices } from './devices.ts'

export const deviceHandlers = (devices: Devices): GroupHandlers<'devices'> => ({
  list: ({ caller, query }) => devices.list(caller, query),
  check: ({ caller, body }) => devices.check(caller, body.model, body.device),
})
