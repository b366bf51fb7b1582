/** What an engine is asked to do and what it reports: the contract between whoever starts runs and the engine. */

import type { Graph } from '../graph/graph.ts'
import type { RunCounts } from './event.ts'
import type { Preview, PreviewJob } from './preview.ts'
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
} from './run.ts'

export interface RunJob {
  runId: string
  workflowName: string
  graph: Graph
  source: RunSource & {
    /** Absolute path of the media on this machine; '' where there are `images`. */
    path: string
    /** The pictures of a data set or folder, in the order in which they are read; null for one file. */
    images: RunImage[] | null
    /** Overrides the source block's; null keeps every frame. */
    sampleFps: number | null
    /** Stop after this much media time; null reads to the end. */
    durationS: number | null
  }
  /** By node id of each model block. */
  models: Record<string, ModelFile>
  /** Artifacts end up here; whole files only. */
  outDir: string
  /** The interrupted run that this one goes on with: it takes over what that run has kept. */
  resume?: { outDir: string; runId: string } | null
  /** Where webhook sinks leave what is to be sent; made when there is something. */
  outboxDir: string
  /** Where detections and tracks are kept for later runs; left out or null keeps and reuses nothing. */
  cacheDir?: string | null
  /** Keeps what an inspector of the run reads, and shows frames while it goes on; left out where nobody inspects it. */
  inspected?: boolean
}

export interface RunImage {
  /** Of the image in its data set; null for a file of a folder. */
  id: string | null
  /** Absolute path on this machine. */
  path: string
  /** As its owner calls it. */
  name: string
}

export interface ModelFile {
  path: string
  name: string
  /** Hex SHA-256 of the file. */
  sha256: string
  /** What it can find, in its own order; left out where that is only known once it is open. */
  classes?: readonly string[]
}

export interface RunOutcome {
  status: 'completed' | 'error' | 'cancelled'
  progress: RunProgress
  nodes: Record<string, NodeFigures>
  counts: RunCounts
  artifacts: Artifact[]
  /** Left out where the run kept nothing for its inspector. */
  inspection?: RunInspection
  error: RunError | null
  /** True when the run has kept what another run can go on with. */
  resumable?: boolean
}

export type EngineReport =
  | { type: 'started'; media: MediaSummary }
  | { type: 'progress'; progress: RunProgress; nodes: Record<string, NodeFigures>; counts: RunCounts }
  | { type: 'log'; line: LogLine }

export interface EngineRun {
  /** Always resolves, never rejects: a dead engine is an outcome with status error. */
  readonly done: Promise<RunOutcome>
  /** Asks the run to stop; `done` then resolves with status cancelled, within half a second. */
  cancel(): void
  /** The frame that is done next, as it is drawn; null when none comes soon. Nothing is drawn for it unless asked. */
  picture(): Promise<RunPicture | null>
  /** Ends the run at once and keeps what it can be resumed from; `done` resolves with the error `interrupted`. */
  interrupt(): void
  /** Process id of the engine child, for supervision and tests. */
  readonly pid: number | undefined
}

export interface EngineLoad {
  processes: number
  /** Of all processors together, 0 to 1, over the last second or so. */
  cpuShare: number
  memoryBytes: number
}

/** What a model file is, read from the file itself. */
export interface ModelInspection {
  modelType:
    | 'object_detection'
    | 'semantic_segmentation'
    | 'instance_segmentation'
    | 'classification'
    | 'keypoint_detection'
  /** Id of the family that reads the outputs. */
  family: string
  /** The same for people. */
  architecture: string
  classes: string[]
  input: ModelInput
  outputs: { name: string; elementType: string; shape: (number | string)[] }[]
  /** Overlapping boxes are suppressed by the model itself, or can't occur. */
  nmsInside: boolean
  /** Null where the model gives none. `skeleton`: pairs of indices that a bone joins. */
  keypoints: { names: string[]; skeleton: [number, number][] } | null
  /** That of the weights; those of an fp16 model can have float32 inputs and outputs. */
  precision: 'fp32' | 'fp16'
  metadata: Record<string, string>
  /** How fast it is on this machine; null when that was not asked for. */
  speed: { medianMs: number; runs: number; threads: number } | null
}

export interface ModelInput {
  name: string
  width: number
  height: number
  layout: 'nchw' | 'nhwc' | 'chw'
  elementType: 'float32' | 'float16' | 'uint8'
  /** Height or width are free in the file; `width` and `height` are those that are used. */
  dynamic: boolean
  /** How a picture is made to fit: whole with bars, or pulled to the size. */
  fit: 'letterbox' | 'stretch'
  channels: 'rgb' | 'bgr'
  /** A value of 0 to 1 is given as (value * scale - mean) / deviation, with one mean and deviation for each channel. */
  scale: number
  mean: [number, number, number]
  deviation: [number, number, number]
}

/** What a file is, without running anything on it. */
export interface ProbedMedia extends MediaSummary {
  /** FFmpeg's name, such as h264, mjpeg or png. */
  codec: string
}

export interface ExtractRequest {
  path: string
  /** What messages call the file. */
  name: string
  /** Absolute path of a folder that exists. */
  outDir: string
  /** Frames per second of media time. */
  sampleFps: number
}

export interface ExtractedFrame {
  /** Of its JPEG file in the folder. */
  name: string
  width: number
  height: number
}

export interface Extraction {
  /** In the order of the video. */
  frames: ExtractedFrame[]
  /** Sentences about what is not as it should be, such as an end that is missing. */
  warnings: string[]
}

export interface EngineExtraction {
  /** Always resolves, never rejects. */
  readonly done: Promise<Inspected<Extraction>>
  /** Ends it at once, as a failure. */
  cancel(): void
}

/** Failures of `probe` and `inspectModel` that a user can mend. */
export type Inspected<T> = { ok: true; value: T } | { ok: false; error: RunError }

/**
 * Everything the platform asks of an engine. Media and models are only opened in child processes. `name` is what
 * messages call a file; without it, they say how the file is called on disk.
 */
export interface Engine {
  start(job: RunJob, onReport: (report: EngineReport) => void): EngineRun
  probe(path: string, name?: string): Promise<Inspected<ProbedMedia>>
  /** Writes frames of a video as pictures. */
  extractFrames(request: ExtractRequest, onFrame: (done: number, total: number | null) => void): EngineExtraction
  /** `measure`: also how fast the model is, which takes some seconds. */
  inspectModel(path: string, name?: string, measure?: boolean): Promise<Inspected<ModelInspection>>
  /** Tries a workflow on a moment of its media. Frames and models stay open for a while, for the next look. */
  preview(job: PreviewJob): Promise<Inspected<Preview>>
  /** What the processes at work take of this computer right now; all zero when there are none. */
  load(): EngineLoad
  /** Lets go of what is kept ready; runs go on. */
  close(): void
}
