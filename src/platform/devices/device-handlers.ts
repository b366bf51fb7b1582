import type { GroupHandlers } from '../http/handler.ts'
import type { Devices } from './devices.ts'

export const deviceHandlers = (devices: Devices): GroupHandlers<'devices'> => ({
  list: ({ caller }) => devices.list(caller.organizationId),
  choose: ({ caller, body }) => devices.choose(caller.organizationId, body.device),
  check: ({ caller, body }) => devices.check(caller.organizationId, body.model, body.device),
})
