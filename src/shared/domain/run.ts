/** The run record as the platform stores it, the API returns it and `sightline run --json` prints it. */
import { type Static, Type } from 'typebox'
import { MessageText } from '../messages/message.ts'
import { DeviceUsed } from './device.ts'
import { RunCounts } from './event.ts'
import { LittleFound } from './little-found.ts'
import { Doubt } from './low-confidence.ts'
import { nullable } from './nullable.ts'

export const RUN_STATUSES = ['queued', 'processing', 'completed', 'error', 'cancelled'] as const
export const RunStatus = Type.Enum([...RUN_STATUSES])
export type RunStatus = (typeof RUN_STATUSES)[number]
export const isTerminal = (s: RunStatus): boolean => s === 'completed' || s === 'error' || s === 'cancelled'

export const RunProgress = Type.Object({
  frames_done: Type.Integer({ minimum: 0 }),
  frames_total: nullable(Type.Integer({ minimum: 0, description: 'An estimate until the media ends' })),
  media_time_s: Type.Number({ minimum: 0 }),
  fps: Type.Number({ minimum: 0, description: 'Frames finished per second of wall time, over the last seconds' }),
  seconds_left: nullable(Type.Number({ minimum: 0 })),
})
export type RunProgress = Static<typeof RunProgress>

export const NodeFigures = Type.Object({
  frames_in: Type.Integer({ minimum: 0 }),
  frames_out: Type.Integer({ minimum: 0 }),
  detections: Type.Integer({ minimum: 0, description: 'Detections returned so far' }),
  events: Type.Integer({ minimum: 0 }),
  ms_per_frame: Type.Number({ minimum: 0 }),
  doubt: Type.Optional(Doubt),
  device: Type.Optional(DeviceUsed),
  conversion_mark: Type.Optional(
    Type.String({
      description: 'Mark of the options that its model had, if it had any; `markOf` computes that of others',
    }),
  ),
  little_found: Type.Optional(LittleFound),
  reused: Type.Optional(
    Type.Object(
      { made_at: Type.String({ description: 'Time at which they were detected' }) },
      { description: 'The results of the block were reused from an earlier run' },
    ),
  ),
})
export type NodeFigures = Static<typeof NodeFigures>

/** A frame of a run's media: its number among the processed ones, from 0, and its media time. */
export const FrameMoment = Type.Object({
  index: Type.Integer({ minimum: 0 }),
  time_s: Type.Number({ minimum: 0 }),
})
export type FrameMoment = Static<typeof FrameMoment>

export const RunError = Type.Object({
  code: Type.String({ description: 'A stable code, see RUN_ERROR_CODES' }),
  message: Type.String({ description: 'A sentence with the problem and its solution' }),
  text: Type.Optional(MessageText),
  node_id: nullable(Type.String()),
  frame: Type.Optional(FrameMoment),
})
export type RunError = Static<typeof RunError>

/** Every reason for which a run can fail. */
export const RUN_ERROR_CODES = [
  'graph_invalid',
  'source_missing',
  'source_unreadable',
  'source_empty',
  'model_missing',
  'model_unreadable',
  'model_unsupported',
  'output_unwritable',
  'disk_full',
  'block_failed',
  'engine_died',
  'engine_hung',
  'interrupted',
  'host_restarted',
  'resume_refused',
  'folder_in_use',
] as const
export type RunErrorCode = (typeof RUN_ERROR_CODES)[number]

export const ARTIFACT_KINDS = [
  'annotated_video',
  'csv',
  'json',
  'crops',
  'annotations',
  'evidence',
  'manifest',
  'log',
] as const
export const Artifact = Type.Object({
  id: Type.String({ description: 'Stable within the run: the file name' }),
  name: Type.String({ description: 'File name' }),
  kind: Type.Enum([...ARTIFACT_KINDS]),
  node_id: nullable(Type.String()),
  media_type: Type.String(),
  size_bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String(),
  records: nullable(Type.Integer({ minimum: 0, description: 'Rows, lines or frames, where the format has them' })),
  frame_index: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Of an annotated image: its index among the processed images' }),
  ),
})
export type Artifact = Static<typeof Artifact>

export const isImage = ({ media_type }: Pick<Artifact, 'media_type'>): boolean => media_type.startsWith('image/')

/** The records for a run's inspector, which do not depend on its sinks; its files are fetched as artifacts are. */
export const RunInspection = Type.Object({
  frames: nullable(Artifact),
  events: nullable(Artifact),
})
export type RunInspection = Static<typeof RunInspection>

/** The latest frame of a running run, rendered. */
export const RunPicture = Type.Object(
  {
    frame_index: Type.Integer({ minimum: 0 }),
    time_s: Type.Number({ minimum: 0 }),
    width: Type.Integer({ minimum: 1 }),
    height: Type.Integer({ minimum: 1 }),
    jpeg: Type.String({ description: 'Base64' }),
  },
  { $id: 'RunPicture' },
)
export type RunPicture = Static<typeof RunPicture>

export const RunSource = Type.Object({
  kind: Type.Enum(['image', 'video', 'dataset', 'export']),
  name: Type.String({ description: 'File name or data set name, for display' }),
  uri: nullable(Type.String({ description: 'The handle from an upload' })),
})
export type RunSource = Static<typeof RunSource>

export const MediaSummary = Type.Object({
  width: Type.Integer(),
  height: Type.Integer(),
  duration_seconds: nullable(Type.Number()),
  native_fps: nullable(Type.Number()),
  frame_count: nullable(Type.Integer()),
})
export type MediaSummary = Static<typeof MediaSummary>

export const WorkflowRun = Type.Object(
  {
    id: Type.String(),
    organization_id: Type.String(),
    workflow_id: nullable(Type.String()),
    workflow_name: Type.String(),
    status: RunStatus,
    source: nullable(RunSource),
    media: nullable(MediaSummary),
    progress: RunProgress,
    nodes: Type.Record(Type.String(), NodeFigures),
    counts: RunCounts,
    error: nullable(RunError),
    artifacts: Type.Array(Artifact),
    inspection: Type.Optional(RunInspection),
    resumable: Type.Boolean({
      description:
        'Interrupted; a run started with /resume continues from its last checkpoint, or starts over without a checkpoint',
    }),
    resumed_from: nullable(Type.String({ description: 'Id of the run that this one resumes' })),
    cost_micro_usd: Type.Integer({ minimum: 0 }),
    created_at: Type.String(),
    started_at: nullable(Type.String()),
    finished_at: nullable(Type.String()),
  },
  { $id: 'WorkflowRun' },
)
export type WorkflowRun = Static<typeof WorkflowRun>

/** Errors of runs that were stopped from outside: nothing is wrong with these runs, and each can be resumed. */
const INTERRUPTIONS: readonly string[] = ['interrupted', 'host_restarted'] satisfies RunErrorCode[]

export const isInterrupted = ({ status, error }: Pick<WorkflowRun, 'status' | 'error'>): boolean =>
  status === 'error' && error !== null && INTERRUPTIONS.includes(error.code)

/** The state of a run as people see it: on the wire, an interrupted run has the status `error`. */
export type RunState = RunStatus | 'interrupted'

export const stateOfRun = (run: Pick<WorkflowRun, 'status' | 'error'>): RunState =>
  isInterrupted(run) ? 'interrupted' : run.status

export const LogLine = Type.Object({
  at: Type.String(),
  level: Type.Enum(['info', 'warning', 'error']),
  message: Type.String(),
  text: Type.Optional(MessageText),
  node_id: nullable(Type.String()),
})
export type LogLine = Static<typeof LogLine>

/** The updates of a live run: a snapshot first, then changes; ends after a terminal status. */
export const RunUpdate = Type.Union([
  Type.Object({ type: Type.Literal('run'), run: WorkflowRun }),
  Type.Object({
    type: Type.Literal('progress'),
    progress: RunProgress,
    nodes: Type.Record(Type.String(), NodeFigures),
    counts: RunCounts,
  }),
  Type.Object({ type: Type.Literal('log'), line: LogLine }),
])
export type RunUpdate = Static<typeof RunUpdate>

export const emptyProgress = (): RunProgress => ({
  frames_done: 0,
  frames_total: null,
  media_time_s: 0,
  fps: 0,
  seconds_left: null,
})
export const emptyCounts = (): RunCounts => ({ lines: [], zones: [] })
