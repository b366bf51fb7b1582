/** The messages between the host and its engine child, and the calls that a child answers. */
import type { Conversion } from '../../shared/domain/conversion.ts'
import type { DeviceCheck, DeviceId, DeviceUsed } from '../../shared/domain/device.ts'
import type { RunPicture } from '../../shared/domain/run.ts'
import { type CallSpec, call, ENGINE_CALLS, itself, type WorkSpec } from '../../shared/engine-contract/calls.ts'
import type { HardwareCodec, HardwareInterface } from '../../shared/engine-contract/hardware-video.ts'
import type {
  EngineReport,
  Inspected,
  ModelFile,
  ModelInspection,
  RunJob,
  RunOutcome,
} from '../../shared/engine-contract/job.ts'
import type { Prediction, PredictOptions, ServedImage } from '../../shared/engine-contract/serving.ts'
import type { Message } from '../../shared/messages/message.ts'
import type { RunDevices } from '../runtime/run-hooks.ts'

interface InspectRequest {
  path: string
  name: string
  measure: boolean
  /** The CPU when omitted. */
  device?: DeviceUsed
  conversion: Conversion | null
}

interface CheckRequest {
  path: string
  name: string
  device: DeviceId
  conversion: Conversion | null
}

/** All calls that a child answers: those of the contract, and those that only its host makes. */
export const CHILD_CALLS = {
  ...ENGINE_CALLS,
  inspectModel: call<InspectRequest, ModelInspection>({ fileOf: itself }),
  checkDevice: call<CheckRequest, DeviceCheck>({ fileOf: itself }),
  /** Null when the device works. */
  probeDevice: call<{ device: DeviceId }, Message | null>({ fileOf: ({ device }) => ({ path: '', name: device }) }),
  probeHardware: call<{ kind: HardwareInterface; name: string }, readonly HardwareCodec[]>({
    fileOf: ({ name }) => ({ path: '', name }),
  }),
  /** Opens a model, and keeps it open; `model.device` names a device, whose name is `deviceName`. */
  serve: call<{ model: ModelFile; deviceName: string }, ModelInspection>({ fileOf: ({ model }) => model }),
  /** Predicts an image with the model that `serve` has opened. */
  predict: call<{ image: ServedImage; options: PredictOptions }, Prediction>({ fileOf: ({ image }) => image }),
}

type Table = typeof CHILD_CALLS
export type CallName = keyof Table
/** Names of the calls that reply once, without reports of progress. */
export type PlainCallName = { [Name in CallName]: Table[Name]['type'] extends 'call' ? Name : never }[CallName]

export type RequestOf<Name extends CallName> = Parameters<Table[Name]['fileOf']>[0]
export type ResultOf<Name extends CallName> =
  Table[Name] extends CallSpec<infer _Request, infer Result>
    ? Result
    : Table[Name] extends WorkSpec<infer _Request, infer Result, infer _Progress>
      ? Result
      : never
export type ProgressOf<Name extends CallName> =
  Table[Name] extends WorkSpec<infer _Request, infer _Result, infer Progress> ? Progress : never

/** `id`: of the request among those that the child has at the same time. */
export type CallMessage<Name extends CallName = CallName> = {
  [Each in Name]: { type: 'call'; id: number; call: Each; request: RequestOf<Each> }
}[Name]

export type ToChild =
  /** Work will follow: load the modules that most work needs. */
  | { type: 'prepare' }
  | CallMessage
  /** `hardware`: the hardware decoders of this machine, if the job requests one. */
  | {
      type: 'run'
      job: RunJob
      checkpointMs?: number
      devices?: RunDevices
      hardware?: readonly HardwareCodec[]
    }
  /** Requests an image of the run. */
  | { type: 'live-image' }
  /** The videos of the run's parts. */
  | { type: 'drawn'; folders: readonly string[] }
  | { type: 'cancel' }

/** Resource usage of the process, as reported by the operating system. */
export interface Usage {
  /** Share of all processors together, 0 to 1, since the previous beat. */
  cpuShare: number
  memoryBytes: number
}

export type FromChild =
  /** Once a second; `activity` grows while there is progress. `node`: the block that has been working longest. */
  | { type: 'beat'; activity: number; node: string | null; usage: Usage }
  | { type: 'progress'; id: number; progress: unknown[] }
  | { type: 'result'; id: number; result: Inspected<unknown> }
  | { type: 'report'; report: EngineReport }
  /** These files are about to be moved to the output folder. */
  | { type: 'commit'; names: string[] }
  | { type: 'live-image'; image: RunPicture | null }
  | { type: 'outcome'; outcome: RunOutcome }

/** The last line that a child writes to stderr after it has tried a device. */
export const PROBE_LOGGED = 'sightline: the device has been tried'
