/** The devices on which ONNX Runtime can run a model: the CPU, and the GPUs behind its execution providers. */
import { type Static, Type } from 'typebox'
import { MessageText } from '../messages/message.ts'
import { nullable } from './nullable.ts'

export const DEVICE_KINDS = ['cpu', 'webgpu', 'cuda', 'directml', 'coreml'] as const
export const DeviceKind = Type.Enum([...DEVICE_KINDS])
export type DeviceKind = (typeof DEVICE_KINDS)[number]

export const CPU = 'cpu'
/** Lets the engine choose: the fastest device that returns the same detections as the CPU. */
export const AUTO = 'auto'

/** A kind, or `kind:n` for the n-th device of that kind, from 2. */
const DEVICE_ID = `(?:${DEVICE_KINDS.join('|')})(?::[2-9])?`

export const DeviceId = Type.String({ pattern: `^${DEVICE_ID}$`, description: 'Such as cpu, webgpu or cuda:2' })
export type DeviceId = Static<typeof DeviceId>

const DEVICE_CHOICE = `^(?:${AUTO}|${DEVICE_ID})$`

export const DeviceChoice = Type.String({
  pattern: DEVICE_CHOICE,
  description: 'A device, or auto for the fastest that returns the same detections as the CPU',
})
export type DeviceChoice = Static<typeof DeviceChoice>

export const isDeviceChoice = (text: string): boolean => new RegExp(DEVICE_CHOICE).test(text)

export const kindOfDevice = (id: DeviceId): DeviceKind => id.split(':')[0] as DeviceKind

export const Device = Type.Object(
  {
    id: DeviceId,
    kind: DeviceKind,
    name: Type.String({ description: 'Name of the processor, or of the kind where the system does not report one' }),
    available: Type.Boolean({ description: 'A model has been run on it' }),
    reason: nullable(Type.String({ description: 'Why it is not available, in one sentence' })),
    text: Type.Optional(MessageText),
    software: Type.Boolean({
      description: 'The processor emulates a GPU, or its nature is unknown: never chosen automatically',
    }),
  },
  { $id: 'Device' },
)
export type Device = Static<typeof Device>

/** The device on which a block of a run ran its model; of reused results, the one on which they were detected. */
export const DeviceUsed = Type.Object({
  id: DeviceId,
  kind: DeviceKind,
  name: Type.String(),
  fell_back: Type.Optional(
    Type.Literal(true, { description: 'The requested device failed; the CPU ran the model from then on' }),
  ),
})
export type DeviceUsed = Static<typeof DeviceUsed>

/** A model on a device, compared with the CPU. */
export const DeviceCheck = Type.Object({
  median_ms: Type.Number({ minimum: 0, description: 'Median time for one image' }),
  agrees: Type.Boolean({ description: 'The detections are those of the CPU within the tolerance' }),
  largest_difference: nullable(
    Type.Number({
      description:
        'Largest difference of a score or of a coordinate as a share of the input; null when detections are missing',
    }),
  ),
})
export type DeviceCheck = Static<typeof DeviceCheck>
