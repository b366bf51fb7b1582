/** The devices that can run models on the server, the one that runs use, measured speeds, and video hardware. */
import { type Static, Type } from 'typebox'
import { Device, DeviceCheck, DeviceChoice, DeviceId } from '../domain/device.ts'
import { nullable } from '../domain/nullable.ts'
import { HARDWARE_CODECS, HARDWARE_INTERFACES, HARDWARE_VIDEO } from '../engine-contract/hardware-video.ts'
import { MessageText } from '../messages/message.ts'
import { defineEndpoint } from './endpoint.ts'

export const DeviceMeasurement = Type.Object({
  model_id: Type.String(),
  device: DeviceId,
  ...DeviceCheck.properties,
  measured_at: Type.String(),
})
export type DeviceMeasurement = Static<typeof DeviceMeasurement>

const HardwareVideo = Type.Enum([...HARDWARE_VIDEO], {
  description: 'decode: video hardware decodes where its frames equal those of the software decoder',
})

/** A codec of an interface to video hardware. */
export const VideoDecoder = Type.Object(
  {
    interface: Type.Enum([...HARDWARE_INTERFACES]),
    name: Type.String({ description: 'Name of the interface' }),
    codec: Type.Enum([...HARDWARE_CODECS]),
    usable: Type.Boolean({ description: 'It has decoded a few frames' }),
    reason: nullable(Type.String({ description: 'Why it is not usable, in one sentence' })),
    text: Type.Optional(MessageText),
  },
  { $id: 'VideoDecoder' },
)
export type VideoDecoder = Static<typeof VideoDecoder>

export const DeviceList = Type.Object(
  {
    devices: Type.Array(Device, { description: 'The CPU first' }),
    chosen: DeviceChoice,
    fixed: Type.Boolean({ description: 'The server was started with this device, which cannot be changed here' }),
    measurements: Type.Array(DeviceMeasurement, {
      description: 'Those of the organization’s models on devices that are still there',
    }),
    hardware_video: HardwareVideo,
    hardware_video_fixed: Type.Boolean({
      description: 'The server was started with this value of hardware_video, which cannot be changed here',
    }),
    video: nullable(
      Type.Array(VideoDecoder, { description: 'The hardware decoders that were tried; null unless requested' }),
    ),
  },
  { $id: 'DeviceList' },
)
export type DeviceList = Static<typeof DeviceList>

export const DeviceChosen = Type.Object(
  { device: Type.Optional(DeviceChoice), hardware_video: Type.Optional(HardwareVideo) },
  { $id: 'DeviceChosen', additionalProperties: false, minProperties: 1 },
)
export type DeviceChosen = Static<typeof DeviceChosen>

/** The choice is the operator’s: it holds for every organization. */
export const devices = {
  list: defineEndpoint({
    method: 'GET',
    path: '/devices/',
    role: 'viewer',
    summary: 'List the devices that can run models, the chosen one and measured speeds',
    query: Type.Object(
      {
        video: Type.Boolean({
          default: false,
          description: 'Also lists the hardware decoders of video; the first such call takes seconds',
        }),
      },
      { additionalProperties: false },
    ),
    reply: { as: 'json', schema: DeviceList },
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
