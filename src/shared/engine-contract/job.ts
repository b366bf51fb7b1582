/** The contract between the engine and the code that starts runs: the job of a run and the reports on it. */

import type { Channels, Conversion, Fit, Origins, Triple } from '../domain/conversion.ts'
import type { Deinterlace } from '../domain/deinterlace.ts'
import type { Device, DeviceCheck, DeviceChoice, DeviceUsed } from '../domain/device.ts'
import type { RunCounts } from '../domain/event.ts'
import type { FrameSelection } from '../domain/frame-selection.ts'
import type {
  Artifact,
  LogLine,
  MediaSummary,
  NodeFigures,
  RunError,
  RunInspection,
  RunPicture,
  RunProgress,
  RunSource,
} from '../domain/run.ts'
import type { Graph } from '../graph/graph.ts'
import type { EngineCalls } from './calls.ts'
import type { HardwareCodec, HardwareVideo } from './hardware-video.ts'
import type { PartsOfRun } from './parts.ts'
import type { ModelServer } from './serving.ts'

export interface RunJob {
  runId: string
  workflowName: string
  graph: Graph
  source: RunSource & {
    /** Absolute path of the media on this machine; '' when `images` are given. */
    path: string
    /** The images of a data set or folder, in reading order; null for a single file. */
    images: RunImage[] | null
    /** Overrides the source block's; null keeps every frame. */
    sampleFps: number | null
    /** Stop after this much media time; null reads to the end. */
    durationS: number | null
  }
  /** By node id of each model block. */
  models: Record<string, ModelFile>
  /** Final folder of the artifacts; holds complete files only. */
  outDir: string
  /** The interrupted run that this one resumes: it takes over that run's checkpoint. */
  resume?: { outDir: string; runId: string } | null
  /** Folder in which webhook sinks queue their deliveries; created on the first one. */
  outboxDir: string
  /** Folder of cached detections and tracks for later runs; omitted or null disables the cache. */
  cacheDir?: string | null
  /** JSON file that remembers the devices and their measurements for `auto`; without it, each run measures again. */
  deviceChecks?: string | null
  /** Keeps the records for the run's inspector, and shows frames during the run; omitted when nobody inspects it. */
  inspected?: boolean
  /** Results of the parts of its video, from which the run starts; omitted: the run finds and draws everything itself. */
  parts?: PartsOfRun
  /** Decodes video by hardware where it gives the frames of the software decoder; omitted: software only. */
  hardwareVideo?: HardwareVideo
}

export interface RunImage {
  /** Id of the image in its data set; null for a file of a folder. */
  id: string | null
  /** Absolute path on this machine. */
  path: string
  /** The owner's name for the file. */
  name: string
}

export interface ModelFile {
  path: string
  name: string
  /** Hex SHA-256 of the file. */
  sha256: string
  /** Classes in the model's order; omitted when they are only known once it is open. */
  classes?: readonly string[]
  /** The device that runs it; the CPU when omitted. */
  device?: DeviceChoice
  /** A person's options of it; omitted or null when there are none. */
  conversion?: Conversion | null
}

export interface RunOutcome {
  status: 'completed' | 'error' | 'cancelled'
  progress: RunProgress
  nodes: Record<string, NodeFigures>
  counts: RunCounts
  artifacts: Artifact[]
  /** Omitted when the run kept nothing for its inspector. */
  inspection?: RunInspection
  error: RunError | null
  /** True when the run has a checkpoint that another run can resume from. */
  resumable?: boolean
}

export type EngineReport =
  | { type: 'started'; media: MediaSummary }
  | { type: 'progress'; progress: RunProgress; nodes: Record<string, NodeFigures>; counts: RunCounts }
  | { type: 'log'; line: LogLine }

export interface EngineRun {
  /** Always resolves, never rejects: a dead engine is an outcome with status error. */
  readonly done: Promise<RunOutcome>
  /** Stops the run; `done` then resolves with status cancelled, within half a second. */
  cancel(): void
  /** The next processed frame, rendered; null when none is due soon. Nothing is rendered without a request. */
  picture(): Promise<RunPicture | null>
  /** Ends the run at once and keeps its checkpoint; `done` resolves with the error `interrupted`. */
  interrupt(): void
  /** The folders with the videos of the parts, for a job whose videos are drawn later. */
  drawn(folders: readonly string[]): void
  /** Process id of the engine child, for supervision and tests. */
  readonly pid: number | undefined
}

export interface EngineLoad {
  processes: number
  /** Share of all processors together, 0 to 1, over the last second or so. */
  cpuShare: number
  memoryBytes: number
}

/** Type of most weights of a model. */
export type WeightType = 'fp32' | 'fp16' | 'int8'

/** The properties of a model file, read from the file itself. */
export interface ModelInspection {
  modelType:
    | 'object_detection'
    | 'semantic_segmentation'
    | 'instance_segmentation'
    | 'classification'
    | 'keypoint_detection'
  /** Id of the family that decodes the outputs. */
  family: string
  /** The family's name for people. */
  architecture: string
  classes: string[]
  input: ModelInput
  outputs: { name: string; elementType: string; shape: (number | string)[] }[]
  /** True when the model suppresses overlapping boxes itself, or can't produce them. */
  nmsInside: boolean
  /** Null when the model has none. `skeleton`: pairs of indices that are joined by a bone. */
  keypoints: { names: string[]; skeleton: [number, number][] } | null
  /** Precision of the weights; an fp16 model can have float32 inputs and outputs. */
  precision: 'fp32' | 'fp16'
  /** `form` of int8 weights: as inputs of DequantizeLinear (`qdq`), or of operators on integers (`qoperator`). */
  weights: { type: WeightType; form: 'qdq' | 'qoperator' | null }
  /**
   * Speed of this CPU with the model over its speed with the same network in fp32; null unless a speed was requested of a
   * model with other weights, and where the network can’t be had in fp32.
   */
  cpuGain: number | null
  metadata: Record<string, string>
  /** The architecture that fits the outputs second best; omitted when no other fits. */
  secondBest?: string
  /** Images that the file fixes for each run; omitted when it is 1. A run with fewer takes as long. */
  imagesPerRun?: number
  /** Where the values of `input` and the class names come from; omitted for networks that take no options. */
  origins?: Origins
  /** Speed on this machine; null unless requested. */
  speed: { medianMs: number; runs: number; threads: number; device: DeviceUsed } | null
}

export interface ModelInput {
  name: string
  width: number
  height: number
  layout: 'nchw' | 'nhwc' | 'chw'
  elementType: 'float32' | 'float16' | 'uint8' | 'int32'
  /** Height or width are free in the file; `width` and `height` are those in use. */
  dynamic: boolean
  /** Fits an image to the input. */
  fit: Fit
  /** For `center_crop`: share of the shorter side that is kept; 1 when omitted. */
  crop?: number
  /** Red, green and blue of the bars, 0 to 255; 114 each when omitted. */
  bars?: Triple | undefined
  /** `grey`: one channel of luma. */
  channels: Channels
  /** A value of 0 to 1 is fed as (value * scale - mean) / deviation, with one mean and deviation for each channel. */
  scale: number
  mean: Triple
  deviation: Triple
}

export interface ProbeRequest {
  path: string
  name?: string
  /** Files that are videos as sources, such as a GIF, are images by their first frame. */
  asImage?: boolean
}

/** The properties of a media file, determined without running a model. */
export interface ProbedMedia extends MediaSummary {
  /** FFmpeg's name, such as h264, mjpeg or png. */
  codec: string
}

export interface ExtractRequest {
  path: string
  /** Name of the file in messages. */
  name: string
  /** Absolute path of an existing folder. */
  outDir: string
  selection: FrameSelection
  /** Omitted: off. */
  deinterlace?: Deinterlace
}

export interface ExtractedFrame {
  /** Name of its JPEG file in the folder. */
  name: string
  width: number
  height: number
  /** Seconds from the first frame of the video. */
  time_s: number
}

export interface Extraction {
  /** In the order of the video. */
  frames: ExtractedFrame[]
  /** Sentences about irregularities, such as a missing end. */
  warnings: string[]
}

export interface InspectOptions {
  /** Also measures the model's speed, which takes some seconds. */
  measure?: boolean
  /** The device of that measurement; the CPU when omitted. */
  device?: DeviceChoice
  /** A person's options of the model. */
  conversion?: Conversion | null
}

/** A result, or a failure that a user can fix. */
export type Inspected<T> = { ok: true; value: T } | { ok: false; error: RunError }

/**
 * The platform's interface to an engine. Media and models are only opened in child processes. `name` is the name of a
 * file in messages; without it, messages use its name on disk.
 */
export interface Engine extends EngineCalls {
  start(job: RunJob, onReport: (report: EngineReport) => void): EngineRun
  inspectModel(path: string, name?: string, options?: InspectOptions): Promise<Inspected<ModelInspection>>
  /** Devices of this machine, the CPU first; tried once in a child process. A device that crashes it is not available. */
  devices(): Promise<Device[]>
  /** The hardware decoders of this machine, each tried in a process of its own, once for the life of the engine. */
  hardwareVideo(): Promise<HardwareCodec[]>
  /**
   * Measures a model on a device, and compares its detections with the CPU's. `auto` uses the result from then on when
   * `deviceChecks` names its file, as in `RunJob`.
   */
  checkDevice(model: ModelFile, device: DeviceChoice, deviceChecks?: string): Promise<Inspected<DeviceCheck>>
  /** Opens a model in a process of its own, and keeps it open. `deviceChecks`: as in `RunJob`, for `auto`. */
  serveModel(model: ModelFile, deviceChecks?: string): ModelServer
  /** Present load of the working processes on this computer; all zero when there are none. */
  load(): EngineLoad
  /** Disposes of everything kept ready; runs continue. */
  close(): void
}
