/** Counts the inputs and outputs of one node during a run. */
import { doubtOf, isNear } from '../../shared/domain/low-confidence.ts'
import type { NodeFigures } from '../../shared/domain/run.ts'
import type { TallyState } from '../core/tally-state.ts'
import type { Outputs, Packet } from './executor.ts'
import type { AnyPlannedNode } from './plan.ts'

/** The minimum score of a block's detections; null for blocks that don't filter by a model's scores. */
export const thresholdOf = ({ kind, config }: AnyPlannedNode): number | null =>
  kind === 'model' ? config.confidence_threshold : null

export class NodeTally implements TallyState {
  framesIn = 0
  framesOut = 0
  framesWith = 0
  framesSure = 0
  detections = 0
  near = 0
  events = 0
  busyMs = 0
  readonly #threshold: number | null
  /** Milliseconds of work in the run that this one resumes. */
  readonly #earlierMs: number
  #before: NodeTally | null = null

  constructor(threshold: number | null, saved: TallyState | null = null, earlierMs = saved?.busyMs ?? 0) {
    this.#threshold = threshold
    if (saved) Object.assign(this, saved)
    this.#earlierMs = earlierMs
  }

  /** Returns the tally of the frames from now on; this one still counts those in flight. */
  split(): NodeTally {
    const next = new NodeTally(this.#threshold, null, this.#earlierMs)
    next.#before = this
    return next
  }

  /** Includes the frames of all tallies that this one was split from. `busyMs`: by this process. */
  state(busyMs?: number): TallyState {
    const before = this.#before?.state()
    return {
      framesIn: this.framesIn + (before?.framesIn ?? 0),
      framesOut: this.framesOut + (before?.framesOut ?? 0),
      framesWith: this.framesWith + (before?.framesWith ?? 0),
      framesSure: this.framesSure + (before?.framesSure ?? 0),
      detections: this.detections + (before?.detections ?? 0),
      near: this.near + (before?.near ?? 0),
      events: this.events + (before?.events ?? 0),
      busyMs: busyMs === undefined ? this.busyMs + (before?.busyMs ?? 0) : busyMs + this.#earlierMs,
    }
  }

  /** Call when nothing is added to the earlier tally any more. */
  merge(): void {
    Object.assign(this, this.state())
    this.#before = null
  }

  /** Counts a node's outputs for one frame. */
  countOutputs(outputs: Outputs): void {
    let hasPacket = false
    for (const port in outputs) {
      const packet = outputs[port] as Packet
      hasPacket = true
      if (packet.type === 'detections') this.#found(packet.detections)
      else if (packet.type === 'events') this.events += packet.events.length
    }
    if (hasPacket) this.framesOut++
  }

  #found(detections: readonly { score: number }[]): void {
    this.detections += detections.length
    if (detections.length > 0) this.framesWith++
    const threshold = this.#threshold
    if (threshold === null) return
    let near = 0
    for (const { score } of detections) if (isNear(score, threshold)) near++
    this.near += near
    if (near < detections.length) this.framesSure++
  }

  /** `busyMs`: by this process, when the tally itself has no measurement. */
  figures(busyMs?: number): NodeFigures {
    const all = this.state(busyMs)
    const doubt = this.#threshold === null ? null : doubtOf(all.near, all.detections, this.#threshold)
    return {
      frames_in: all.framesIn,
      frames_out: all.framesOut,
      detections: all.detections,
      events: all.events,
      ms_per_frame: all.framesIn > 0 ? Math.round((all.busyMs / all.framesIn) * 100) / 100 : 0,
      ...(doubt && { doubt }),
    }
  }
}
