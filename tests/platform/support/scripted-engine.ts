/** An engine for API tests: runs are scripted by the test, and the first word of a file is its type. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { translation } from '../../../src/shared/domain/affine.ts'
import { CONVERSION_FIELDS, type Conversion, type Origins } from '../../../src/shared/domain/conversion.ts'
import type { Device, DeviceCheck } from '../../../src/shared/domain/device.ts'
import { type Artifact, emptyCounts, emptyProgress, type RunPicture } from '../../../src/shared/domain/run.ts'
import { ENGINE_CALLS, type EngineCalls } from '../../../src/shared/engine-contract/calls.ts'
import type { HardwareCodec } from '../../../src/shared/engine-contract/hardware-video.ts'
import type {
  Engine,
  EngineReport,
  EngineRun,
  Inspected,
  ModelFile,
  ModelInspection,
  ProbedMedia,
  RunJob,
  RunOutcome,
} from '../../../src/shared/engine-contract/job.ts'
import { message, saidOf } from '../../../src/shared/messages/message.ts'
import { deriveScripted } from './scripted-derivation.ts'
import { embedScripted } from './scripted-embedding.ts'
import { segmentScripted } from './scripted-segmenter.ts'
import { type ScriptedServer, scriptedServer } from './scripted-server.ts'

export const VIDEO_BYTES = 'VIDEO 30 frames'
export const IMAGE_BYTES = 'IMAGE'
export const MODEL_BYTES = 'MODEL car truck'

export interface ScriptedRun {
  job: RunJob
  cancelled: boolean
  /** Folders of its videos that were drawn meanwhile. */
  drawn: readonly string[] | null
  /** The frame that it returns on request. */
  picture: RunPicture | null
  report(report: EngineReport): void
  progress(framesDone: number): void
  log(message: string): void
  /** Writes a file into the run's folder; it is an artifact once the outcome lists it. */
  write(name: string, content: string | Buffer, mediaType?: string): Artifact
  finish(outcome?: Partial<RunOutcome>): void
}

export interface ScriptedEngine extends Engine {
  readonly runs: ScriptedRun[]
  /** The nth run, from 0, once it has started. */
  run(index: number): Promise<ScriptedRun>
  /** The devices of the machine. */
  found: Device[]
  /** The hardware decoders of the machine. */
  video: HardwareCodec[]
  /** How often they were requested. */
  videoRequests: number
  /** Models that are being measured; each ends with `end`. */
  readonly checks: ScriptedCheck[]
  /** Measurements end at once, unless this is set. */
  holdsChecks: boolean
  /** Processes that keep a model open, in the order of their starts. */
  readonly servers: ScriptedServer[]
  /** Names of the images that were derived from. */
  readonly derivations: string[]
  /** Predictions end at once, unless this is set. */
  holdsPredictions: boolean
}

export interface ScriptedCheck {
  model: ModelFile
  device: string
  end(result: Inspected<DeviceCheck>): void
}

export const CPU_DEVICE: Device = {
  id: 'cpu',
  kind: 'cpu',
  name: 'CPU',
  available: true,
  reason: null,
  software: false,
}

/** Each call of the contract fails until it is scripted. */
function unscripted(): EngineCalls {
  const refuse = (name: string) => () => {
    throw new Error(`The test does not script the call “${name}” of the engine.`)
  }
  return Object.fromEntries(Object.keys(ENGINE_CALLS).map((name) => [name, refuse(name)])) as unknown as EngineCalls
}

const emptyNode = { received: null, detections: null, branch: null, regions: null, events: [] }

export function createScriptedEngine(): ScriptedEngine {
  const runs: ScriptedRun[] = []
  const servers: ScriptedServer[] = []
  const waiting: (() => void)[] = []

  const engine: ScriptedEngine = {
    ...unscripted(),
    runs,
    found: [CPU_DEVICE],
    video: [],
    videoRequests: 0,
    checks: [],
    holdsChecks: false,
    async run(index) {
      while (!runs[index]) await new Promise<void>((resolve) => waiting.push(resolve))
      return runs[index]
    },
    preview: async ({ graph, atS, picture }) => ({
      ok: true,
      value: {
        width: 640,
        height: 360,
        counts: emptyCounts(),
        left_out: [],
        engine_ms: 1,
        ...(picture && { picture: { time_s: atS, jpeg: 'anBlZw==' } }),
        frames: [{ time_s: atS, nodes: Object.fromEntries(graph.nodes.map(({ id }) => [id, emptyNode])) }],
      },
    }),
    async hardwareVideo() {
      engine.videoRequests++
      return engine.video
    },
    devices: async () => engine.found,
    checkDevice: (model, device) =>
      new Promise((end) => {
        engine.checks.push({ model, device, end })
        if (!engine.holdsChecks) end({ ok: true, value: { median_ms: 10, agrees: true, largest_difference: 0 } })
      }),
    servers,
    holdsPredictions: false,
    serveModel(model) {
      const server = scriptedServer(model, DETECTOR, () => engine.holdsPredictions)
      servers.push(server)
      return server
    },
    joinModel: async () => ({ ok: true, value: null }),
    segment: async (request) => segmentScripted(request),
    derivations: [],
    derive: (request) => deriveScripted(request, engine.derivations),
    async changeImage({ outputs }) {
      for (const { path } of outputs) writeFileSync(path, `IMAGE made ${basename(path)}`)
      return { ok: true, value: { written: outputs.length } }
    },
    embed: async (request) => ({ ok: true, value: { vector: embedScripted(request) } }),
    follow: async ({ boxes }) => ({
      ok: true,
      value: { objects: boxes.map(() => ({ map: translation(4, 2), score: 0.9 })) },
    }),
    planParts: async () => ({ ok: true, value: null }),
    executePart: () => ({ done: Promise.resolve({ ok: true, value: { frames: 0, isRegular: true } }), cancel() {} }),
    load: () => ({ processes: runs.length, cpuShare: 0.5, memoryBytes: 300e6 }),
    close: () => undefined,
    start(job, onReport): EngineRun {
      let resolve: (outcome: RunOutcome) => void
      const done = new Promise<RunOutcome>((r) => {
        resolve = r
      })
      const scripted: ScriptedRun = {
        job,
        picture: null,
        drawn: null,
        cancelled: false,
        report: onReport,
        progress: (frames_done) =>
          onReport({
            type: 'progress',
            progress: { ...emptyProgress(), frames_done, frames_total: 30 },
            nodes: {},
            counts: emptyCounts(),
          }),
        log: (message) =>
          onReport({ type: 'log', line: { at: new Date().toISOString(), level: 'info', message, node_id: null } }),
        write(name, content, media_type = 'text/csv') {
          mkdirSync(job.outDir, { recursive: true })
          writeFileSync(join(job.outDir, name), content)
          const size_bytes = Buffer.byteLength(content)
          return {
            id: name,
            name,
            kind: 'csv',
            node_id: null,
            media_type,
            size_bytes,
            sha256: 'ab'.repeat(32),
            records: null,
          }
        },
        finish: (outcome) =>
          resolve({
            status: 'completed',
            progress: { ...emptyProgress(), frames_done: 30, frames_total: 30 },
            nodes: {},
            counts: emptyCounts(),
            artifacts: [],
            error: null,
            ...outcome,
          }),
      }
      runs.push(scripted)
      for (const wake of waiting.splice(0)) wake()
      return {
        done,
        pid: undefined,
        picture: async () => scripted.picture,
        drawn(folders) {
          scripted.drawn = folders
        },
        cancel() {
          scripted.cancelled = true
          scripted.finish({ status: 'cancelled' })
        },
        interrupt() {
          const message = 'This run was interrupted before it ended. Resume it, or run the workflow again.'
          scripted.finish({ status: 'error', error: { code: 'interrupted', message, node_id: null } })
        },
      }
    },
    async probe({ path }): Promise<Inspected<ProbedMedia>> {
      const kind = firstWord(path)
      const size = { width: 1280, height: 720 }
      if (kind === 'VIDEO') {
        return { ok: true, value: { ...size, codec: 'h264', duration_seconds: 1, native_fps: 30, frame_count: 30 } }
      }
      if (kind === 'IMAGE') {
        return {
          ok: true,
          value: { ...size, codec: 'mjpeg', duration_seconds: null, native_fps: null, frame_count: null },
        }
      }
      const message = 'This file is not a video that can be read. Choose another one.'
      return { ok: false, error: { code: 'source_unreadable', message, node_id: null } }
    },
    extractFrames({ path, outDir, name }, onFrame) {
      if (readFileSync(path, 'utf8') === 'VIDEO of no frames') {
        const error = { code: 'source_unreadable' as const, ...saidOf(message('media.empty_file', { file: name })) }
        return { done: Promise.resolve({ ok: false, error: { ...error, node_id: null } }), cancel: () => undefined }
      }
      const names = ['frame-000000.jpg', 'frame-000001.jpg']
      for (const [i, file] of names.entries()) {
        writeFileSync(join(outDir, file), `JPEG ${i} of ${name}`)
        onFrame(i + 1, names.length)
      }
      const frames = names.map((file, i) => ({ name: file, width: 1280, height: 720, time_s: i / 2 }))
      return { done: Promise.resolve({ ok: true, value: { frames, warnings: [] } }), cancel: () => undefined }
    },
    async inspectModel(path, name = basename(path), { conversion } = {}): Promise<Inspected<ModelInspection>> {
      const [kind, ...classes] = readFileSync(path, 'utf8').split(' ')
      if (kind !== 'MODEL') {
        const message = 'This file is not a model that can be read. Export it to ONNX again.'
        return { ok: false, error: { code: 'model_unreadable', message, node_id: null } }
      }
      return inspectedWith(conversion ?? {}, name, classes)
    },
  }
  return engine
}

/** The size of its input is fixed, and it has as many names as classes. */
function inspectedWith(given: Conversion, name: string, own: string[]): Inspected<ModelInspection> {
  const { class_names, input_size, scale = DETECTOR.input.scale, fit = DETECTOR.input.fit } = given
  const classes = class_names ?? own
  const problem = input_size
    ? { field: 'input_size', problem: message('conversion.size_fixed', { width: 640, height: 640 }) }
    : classes.length !== own.length && {
        field: 'class_names',
        problem: message('conversion.class_count', { given: classes.length, classes: own.length }),
      }
  if (problem) {
    const reason = message('conversion.unfit', { name, ...problem })
    return { ok: false, error: { code: 'model_unsupported', ...saidOf(reason), node_id: null } }
  }
  const origins = Object.fromEntries(
    CONVERSION_FIELDS.map((field) => [field, given[field] === undefined ? 'assumed' : 'option']),
  ) as Origins
  return { ok: true, value: { ...DETECTOR, input: { ...DETECTOR.input, scale, fit }, classes, origins } }
}

const DETECTOR: ModelInspection = {
  modelType: 'object_detection',
  family: 'yolo',
  architecture: 'yolo',
  classes: [],
  input: {
    name: 'images',
    width: 640,
    height: 640,
    layout: 'nchw',
    elementType: 'float32',
    dynamic: false,
    fit: 'letterbox',
    channels: 'rgb',
    scale: 1,
    mean: [0, 0, 0],
    deviation: [1, 1, 1],
  },
  outputs: [{ name: 'output0', elementType: 'float32', shape: [1, 84, 8400] }],
  nmsInside: false,
  keypoints: null,
  precision: 'fp32',
  weights: { type: 'fp32', form: null },
  cpuGain: null,
  metadata: {},
  speed: null,
}

const firstWord = (path: string): string => readFileSync(path, 'utf8').split(' ', 1)[0] as string
