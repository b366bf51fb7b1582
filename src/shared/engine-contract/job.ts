/** The contract between the engine and the code that starts runs: the job of a run and the reports on it. */

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
import type { DeriveRequest, ImageDerivation } from './derivation.ts'
import type { Embedding, EmbedRequest } from './embedding.ts'
import type { Following, FollowRequest } from './following.ts'
import type { HardwareCodec, HardwareVideo } from './hardware-video.ts'
import type { PartJob, PartLengths, PartPlan, PartResult, PartsOfRun } from './parts.ts'
import type { ChangedPictures, ChangeRequest } from './picture-change.ts'
import type { Preview, PreviewJob } from './preview.ts'
import type { Segmentation, SegmentRequest } from './segmentation.ts'
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
   * Speed of this CPU with such weights over its speed with fp32 weights, measured on a convolution; null unless a speed
   * was requested of a model with other weights.
   */
  cpuGain: number | null
  metadata: Record<string, string>
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
  /** Fits an image to the input: whole with bars, or stretched to the size. */
  fit: 'letterbox' | 'stretch'
  channels: 'rgb' | 'bgr'
  /** A value of 0 to 1 is fed as (value * scale - mean) / deviation, with one mean and deviation for each channel. */
  scale: number
  mean: [number, number, number]
  deviation: [number, number, number]
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

export interface EnginePart {
  /** Always resolves, never rejects. */
  readonly done: Promise<Inspected<PartResult>>
  /** Ends the part at once, as a failure. */
  cancel(): void
}

export interface EngineExtraction {
  /** Always resolves, never rejects. */
  readonly done: Promise<Inspected<Extraction>>
  /** Ends the extraction at once, as a failure. */
  cancel(): void
}

/** Failures of `probe` and `inspectModel` that a user can fix. */
export type Inspected<T> = { ok: true; value: T } | { ok: false; error: RunError }

/**
 * The platform's interface to an engine. Media and models are only opened in child processes. `name` is the name of a
 * file in messages; without it, messages use its name on disk.
 */
export interface Engine {
  start(job: RunJob, onReport: (report: EngineReport) => void): EngineRun
  probe(path: string, name?: string): Promise<Inspected<ProbedMedia>>
  /** Writes frames of a video as JPEG files. */
  extractFrames(request: ExtractRequest, onFrame: (done: number, total: number | null) => void): EngineExtraction
  /**
   * `measure`: also measures the model's speed, which takes some seconds. `device`: the device of that measurement; the
   * CPU when omitted.
   */
  inspectModel(
    path: string,
    name?: string,
    measure?: boolean,
    device?: DeviceChoice,
  ): Promise<Inspected<ModelInspection>>
  /**
   * Cuts the video of a run into parts that other machines can work on. Null for a run that one machine has to execute.
   */
  planParts(job: RunJob, lengths: PartLengths): Promise<Inspected<PartPlan | null>>
  executePart(part: PartJob, onFrames: (done: number) => void): EnginePart
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
  /** Tries a workflow on a moment of its media. Frames and models stay open for a while, for the next preview. */
  preview(job: PreviewJob): Promise<Inspected<Preview>>
  /** Outlines objects of an image. The segmenter and what it computed for recent images stay ready for a while. */
  segment(request: SegmentRequest): Promise<Inspected<Segmentation>>
  /**
   * Derives thumbnails, descriptor, hash and tags of an image, one image at a time in a process of its own. An image that
   * crashes or hangs the process is a failure, and the next one gets another process.
   */
  derive(request: DeriveRequest): Promise<Inspected<ImageDerivation>>
  /**
   * Writes tiles or changed copies of an image, one image at a time in a process of its own. An image that crashes or hangs
   * the process is a failure, and the next one gets another process.
   */
  changeImage(request: ChangeRequest): Promise<Inspected<ChangedPictures>>
  /** Embeds an image or a text, one after the other in a process of its own; its model stays open for a while. */
  embed(request: EmbedRequest): Promise<Inspected<Embedding>>
  /** Follows objects from one image to another of the same size, one request at a time in a process of its own. */
  follow(request: FollowRequest): Promise<Inspected<Following>>
  /** Present load of the working processes on this computer; all zero when there are none. */
  load(): EngineLoad
  /** Disposes of everything kept ready; runs continue. */
  close(): void
}
