/** The executor interface: one executor per node of a run, made by the block kind's factory in `executors.ts`. */

import type { BlockKindName } from '../../shared/blocks/catalogue.ts'
import type { Detection } from '../../shared/domain/detection.ts'
import type { MeasureEvent, RunCounts } from '../../shared/domain/event.ts'
import type { Box } from '../../shared/domain/geometry.ts'
import type { Message } from '../../shared/messages/message.ts'
import type { PooledEmbedding, PooledModel } from '../inference/pool.ts'
import type { Frame, MediaInfo } from '../media/frame.ts'
import type { OutputFolder } from '../output/output-folder.ts'
import type { ResultHeader } from '../output/result-header.ts'
import type { Finding } from './findings.ts'
import type { Plan, PlannedNode } from './plan.ts'

/** A region of a frame, in pixels of the frame. */
export interface Region {
  box: Box
  parentId: number
}

export interface FramesPacket {
  type: 'frames'
  frame: Frame
  /** Null: the whole frame. */
  regions: readonly Region[] | null
}

export interface DetectionsPacket {
  type: 'detections'
  detections: readonly Detection[]
}

/** A line or zone for drawing: points in shares of the frame, the label with its current counts. */
export interface SceneGeometry {
  kind: 'line' | 'zone'
  name: string
  points: readonly (readonly [number, number])[]
  label: string
}

export interface EventsPacket {
  type: 'events'
  events: readonly MeasureEvent[]
  geometries: readonly SceneGeometry[]
}

export type Packet = FramesPacket | DetectionsPacket | EventsPacket

/** By output port; an omitted port emits nothing for this frame. */
export type Outputs = Readonly<Record<string, Packet>>

export const NOTHING: Outputs = {}

/** The input of a node for one frame. */
export interface NodeInput {
  /** The frame read by the source; the node must not close it. */
  frame: Frame
  /** One entry for each wire of frames that carries a packet. */
  frames: readonly (FramesPacket & { from: string })[]
  /** Merged from all wires of detections; null when none of them carries a packet for this frame. */
  detections: readonly Detection[] | null
  /** One entry for each wire of events that carries a packet. */
  events: readonly (EventsPacket & { from: string })[]
  /**
   * Detections of all models upstream in this frame, including those that trackers and conditions on the path dropped.
   */
  found(): Promise<readonly Finding[]>
}

export interface Executor {
  /**
   * True when frames may be processed concurrently and out of order; all other executors receive every frame in order.
   */
  readonly parallel?: boolean
  /** True when it replays the output of an earlier run and ignores its input. */
  readonly replays?: boolean
  /** The runtime closes the frames in `Outputs` when all work on this frame is done. */
  process(input: NodeInput): Outputs | Promise<Outputs>
  /** Called after the last frame; the returned events are passed to the sinks downstream. */
  finish?(late: readonly MeasureEvent[], endS: number): readonly MeasureEvent[] | Promise<readonly MeasureEvent[]>
  /** Called once, however the run ends; closes files. */
  close?(): Promise<void>
  counts?(): RunCounts
  /**
   * Returns the state of `process` after the last processed frame as plain data that `v8.serialize` accepts; a resumed
   * run gets it back as `NodeContext.saved`. The state is captured synchronously: later frames may be processed before
   * the returned promise resolves. Files are flushed before it resolves.
   */
  save?(): unknown
  /**
   * True when `save` may be called only after the last frame of an interval between two key frames
   * (`media/key-frames.ts`).
   */
  readonly savesBetweenStretches?: boolean
  /** Milliseconds of work so far, for executors where the duration of `process` is not a measure of it. */
  busyMs?(): number
}

/** The files of a run. */
export interface RunFiles {
  output: OutputFolder
  header: ResultHeader
  /** Folder where webhook sinks leave the requests to be sent. */
  outboxDir: string
}

/** The parts of a run or of a preview that all its nodes share. A preview has no files: its nodes write nothing. */
export interface RunContext extends Partial<RunFiles> {
  plan: Plan
  media: MediaInfo
  /** Frames per second that are processed; null when unknown. */
  fps: number | null
  sourcePath: string
  /** Class names that the models can detect, as far as the job states them. */
  classNames: readonly string[]
  model(nodeId: string): PooledModel
  /** The re-identification network of a track block; null when the block has none. */
  embedding(nodeId: string): PooledEmbedding | null
  /** Reports progress of a block while no frame progresses: a run without any progress for long counts as hung. */
  onActivity(): void
}

/** The parts of a run that a node may use. */
export interface NodeContext<K extends BlockKindName> extends RunContext {
  node: PlannedNode<K>
  /** The value that this node's `save` returned in the run that is resumed; null at the start of a run. */
  saved: unknown
  warn(message: Message): void
}

export type ExecutorFactory<K extends BlockKindName> = (context: NodeContext<K>) => Executor | Promise<Executor>
