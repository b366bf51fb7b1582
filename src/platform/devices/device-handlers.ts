import type { GroupHandlers } from '../http/handler.ts'
import type { Devices } from './devices.ts'

export const deviceHandlers = (devices: Devices): GroupHandlers<'devices'> => ({
  list: ({ caller, query }) => devices.list(caller.organizationId, query),
  choose: ({ caller, body }) => devices.choose(caller.organizationId, body),
  check: ({ caller, body }) => devices.check(caller.organizationId, body.model, body.device),
})
