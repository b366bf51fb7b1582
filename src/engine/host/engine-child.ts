/** Starts an engine process: the calls that it answers, and the messages between it and its host. */
import { fork } from 'node:child_process'
import { childEnvironment } from '../../shared/domain/child-environment.ts'
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

export interface EngineChild {
  readonly pid: number | undefined
  send(message: ToChild): void
  onMessage(listener: (message: FromChild) => void): void
  /** Called once, also when the process could not be started. */
  onExit(listener: (code: number | null, signal: string | null) => void): void
  onStderr(listener: (text: string) => void): void
  /** Kills the process immediately (SIGKILL). */
  kill(): void
}

export type ForkFn = (entry: string, env: NodeJS.ProcessEnv) => EngineChild

/**
 * Frames are allocated and freed constantly: without the first, glibc keeps gigabytes of freed memory; without the
 * second, each of some twenty threads keeps an arena of its own. Without the third, ONNX Runtime 1.30 on Linux sends
 * usage data to Microsoft, and keeps an identifier of the device in the user's cache folder.
 */
const ENVIRONMENT = { MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2', ORT_DISABLE_TELEMETRY: '1' }

/** Frames are stored outside of V8's heap; a young generation of 16 MB or more per thread would waste 30 MB. */
export const ENGINE_ARGS: readonly string[] = ['--max-semi-space-size=2']

export const engineEnvironment = (): NodeJS.ProcessEnv => ({ ...childEnvironment(process.env), ...ENVIRONMENT })

export const forkChild: ForkFn = (entry, env) => {
  const child = fork(entry, [], {
    env,
    execArgv: [...ENGINE_ARGS],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  return {
    pid: child.pid,
    send(message) {
      // `onExit` reports the exit; a message that can no longer be delivered needs no error.
      if (child.connected) child.send(message, () => undefined)
    },
    onMessage: (listener) => void child.on('message', (message) => listener(message as FromChild)),
    onExit(listener) {
      let gone = false
      const once = (code: number | null, signal: string | null) => {
        if (gone) return
        gone = true
        listener(code, signal)
      }
      child.on('exit', once)
      child.on('error', () => once(null, null))
    },
    onStderr: (listener) => void child.stderr?.setEncoding('utf8').on('data', listener),
    kill: () => void child.kill('SIGKILL'),
  }
}
