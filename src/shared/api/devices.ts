/** The devices that can run models on the server, the one that runs use, and measured speeds. */
import { type Static, Type } from 'typebox'
import { Device, DeviceCheck, DeviceChoice, DeviceId } from '../domain/device.ts'
import { defineEndpoint } from './endpoint.ts'

export const DeviceMeasurement = Type.Object({
  model_id: Type.String(),
  device: DeviceId,
  ...DeviceCheck.properties,
  measured_at: Type.String(),
})
export type DeviceMeasurement = Static<typeof DeviceMeasurement>

export const DeviceList = Type.Object(
  {
    devices: Type.Array(Device, { description: 'The CPU first' }),
    chosen: DeviceChoice,
    fixed: Type.Boolean({ description: 'The server was started with this device, which cannot be changed here' }),
    measurements: Type.Array(DeviceMeasurement, {
      description: 'Those of the organization’s models on devices that are still there',
    }),
  },
  { $id: 'DeviceList' },
)
export type DeviceList = Static<typeof DeviceList>

export const devices = {
  list: defineEndpoint({
    method: 'GET',
    path: '/devices/',
    role: 'viewer',
    summary: 'List the devices that can run models, the chosen one and measured speeds',
    reply: { as: 'json', schema: DeviceList },
    idempotent: true,
  }),
  choose: defineEndpoint({
    method: 'PUT',
    path: '/devices/chosen',
    role: 'admin',
    summary: 'Choose the device of all model blocks that name none, for every organization',
    body: Type.Object({ device: DeviceChoice }, { $id: 'DeviceChosen', additionalProperties: false }),
    reply: { as: 'json', schema: DeviceList },
    errors: ['wrong_state'],
    idempotent: true,
  }),
  check: defineEndpoint({
    method: 'POST',
    path: '/devices/check',
    role: 'member',
    summary: 'Measure a model on a device and compare its detections with those of the CPU',
    body: Type.Object(
      { model: Type.String({ minLength: 1, maxLength: 100, description: 'Name or id' }), device: DeviceId },
      { $id: 'DeviceCheckRequest', additionalProperties: false },
    ),
    reply: { as: 'json', schema: DeviceMeasurement },
    errors: ['not_found', 'wrong_state', 'model_unreadable'],
    idempotent: false,
  }),
} as const
