/** What a block does in a run: one executor per node, made by the kind's factory in `executors.ts`. */
import type { BlockKindName } from '../../shared/blocks/catalogue.ts'
import type { Detection } from '../../shared/domain/detection.ts'
import type { MeasureEvent, RunCounts } from '../../shared/domain/event.ts'
import type { PooledModel } from '../inference/pool.ts'
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
  /** Frames in `Outputs` are closed by the runtime when all work on this frame is done. */
  process(input: NodeInput): Outputs | Promise<Outputs>
  /** After the last frame; events that this returns reach the sinks behind it. */
  finish?(late: readonly MeasureEvent[], endS: number): readonly MeasureEvent[] | Promise<readonly MeasureEvent[]>
  /** Called once however the run ends; closes files. */
  close?(): Promise<void>
  counts?(): RunCounts
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
  model(nodeId: string): PooledModel
  output: OutputFolder
  header: ResultHeader
  warn(message: string): void
}

export type ExecutorFactory<K extends BlockKindName> = (context: NodeContext<K>) => Executor | Promise<Executor>
