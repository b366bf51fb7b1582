/** What a block does in a run: one executor per node, made by the kind's factory in `executors.ts`. */
import type { BlockKindName } from '../../shared/blocks/catalogue.ts'
import type { Detection } from '../../shared/domain/detection.ts'
import type { MeasureEvent, RunCounts } from '../../shared/domain/event.ts'
import type { PooledEmbedding, PooledModel } from '../inference/pool.ts'
import type { Frame, MediaInfo } from '../media/frame.ts'
import type { Finding } from '../runtime/findings.ts'
import type { EventsPacket, FramesPacket, Outputs } from '../runtime/packet.ts'
import type { Plan, PlannedNode } from '../runtime/plan.ts'
import type { OutputFolder } from '../sinks/output-folder.ts'
import type { ResultHeader } from '../sinks/result-header.ts'

/** What reaches a node for one frame. */
export interface NodeInput {
  /** The frame that the source read; not this node's to close. */
  frame: Frame
  /** One for each wire of frames that carries something. */
  frames: readonly (FramesPacket & { from: string })[]
  /** United from all wires of detections; null when none carries anything for this frame. */
  detections: readonly Detection[] | null
  /** One for each wire of events that carries something. */
  events: readonly (EventsPacket & { from: string })[]
  /** What models upstream found in this frame, whatever trackers and conditions on the way have left out of it. */
  found(): Promise<readonly Finding[]>
}

export interface Executor {
  /** True when frames may be worked on at once and out of order; all others see every frame in order. */
  readonly parallel?: boolean
  /** True when it puts out what was put out in an earlier run, whatever reaches it. */
  readonly replays?: boolean
  /** Frames in `Outputs` are closed by the runtime when all work on this frame is done. */
  process(input: NodeInput): Outputs | Promise<Outputs>
  /** After the last frame; events that this returns reach the sinks behind it. */
  finish?(late: readonly MeasureEvent[], endS: number): readonly MeasureEvent[] | Promise<readonly MeasureEvent[]>
  /** Called once however the run ends; closes files. */
  close?(): Promise<void>
  counts?(): RunCounts
  /**
   * All that `process` has remembered up to the frame that it did last, as plain data that `v8.serialize` takes: a run
   * that is continued gets it back as `NodeContext.saved`. Taken before it returns: later frames may be processed
   * before what it returns resolves. Files are flushed before it resolves.
   */
  save?(): unknown
  /** True when `save` may be called only after the last frame of a stretch between two key frames (`media/key-frames.ts`). */
  readonly savesBetweenStretches?: boolean
  /** Milliseconds of work so far, where the time until `process` answers says something else. */
  busyMs?(): number
}

/** What a node may use of its run. */
export interface NodeContext<K extends BlockKindName> {
  node: PlannedNode<K>
  plan: Plan
  media: MediaInfo
  /** Frames per second that the run looks at; null when nobody knows. */
  fps: number | null
  sourcePath: string
  /** That the run's models can find, as far as the job says. */
  classNames: readonly string[]
  model(nodeId: string): PooledModel
  /** The re-identification network of a track block; null where it has none. */
  embedding(nodeId: string): PooledEmbedding | null
  output: OutputFolder
  header: ResultHeader
  /** Where webhook sinks leave what is to be sent. */
  outboxDir: string
  /** What this node's `save` gave in the run that is continued; null at the start of a run. */
  saved: unknown
  warn(message: string): void
  /** Says that this block moves on where no frame does: a run in which nothing moves for long is hung. */
  onActivity(): void
}

export type ExecutorFactory<K extends BlockKindName> = (context: NodeContext<K>) => Executor | Promise<Executor>
