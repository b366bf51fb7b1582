/** What an engine is asked to do and what it reports: the contract between whoever starts runs and the engine. */
import type { Graph } from '../graph/graph.ts'
import type { RunCounts } from './event.ts'
import type { Artifact, LogLine, MediaSummary, NodeFigures, RunError, RunProgress, RunSource } from './run.ts'

export interface RunJob {
  runId: string
  workflowName: string
  graph: Graph
  source: RunSource & {
    /** Absolute path of the media on this machine. */
    path: string
    /** Overrides the source block's; null keeps every frame. */
    sampleFps: number | null
    /** Stop after this much media time; null reads to the end. */
    durationS: number | null
  }
  /** By node id of each model block. */
  models: Record<string, ModelFile>
  /** Artifacts end up here; whole files only. */
  outDir: string
}

export interface ModelFile {
  path: string
  name: string
  /** Hex SHA-256 of the file. */
  sha256: string
}

export interface RunOutcome {
  status: 'completed' | 'error' | 'cancelled'
  progress: RunProgress
  nodes: Record<string, NodeFigures>
  counts: RunCounts
  artifacts: Artifact[]
  error: RunError | null
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
  /** Process id of the engine child, for supervision and tests. */
  readonly pid: number | undefined
}

/** What a model file is, read from the file itself. */
export interface ModelInspection {
  modelType:
    | 'object_detection'
    | 'semantic_segmentation'
    | 'instance_segmentation'
    | 'classification'
    | 'keypoint_detection'
  architecture: string
  classes: string[]
  input: { name: string; width: number; height: number }
  precision: 'fp32' | 'fp16'
  metadata: Record<string, string>
}

/** Failures of `probe` and `inspectModel` that a user can mend. */
export type Inspected<T> = { ok: true; value: T } | { ok: false; error: RunError }

/**
 * Everything the platform asks of an engine. Media and models are only opened in child processes. `name` is what
 * messages call a file; without it, they say how the file is called on disk.
 */
export interface Engine {
  start(job: RunJob, onReport: (report: EngineReport) => void): EngineRun
  probe(path: string, name?: string): Promise<Inspected<MediaSummary>>
  inspectModel(path: string, name?: string): Promise<Inspected<ModelInspection>>
}
