/** Live figures of a run: figures per node, speed, time left. */
import { doubtOf, isNear } from '../../shared/domain/low-confidence.ts'
import type { NodeFigures, RunProgress } from '../../shared/domain/run.ts'
import type { MediaInfo } from '../media/frame.ts'
import type { Outputs, Packet } from './packet.ts'
import type { AnyPlannedNode } from './plan.ts'

export type TallyState = Pick<NodeTally, 'framesIn' | 'framesOut' | 'detections' | 'near' | 'events' | 'busyMs'>

/** The minimum score of a block's detections; null for blocks that don't filter by a model's scores. */
export const thresholdOf = ({ kind, config }: AnyPlannedNode): number | null =>
  kind === 'model' ? config.confidence_threshold : null

export class NodeTally {
  framesIn = 0
  framesOut = 0
  detections = 0
  /** Number of detections whose score is near the threshold. */
  near = 0
  events = 0
  busyMs = 0
  readonly #threshold: number | null
  /** Milliseconds of work in the run that this one resumes. */
  readonly #earlierMs: number
  #before: NodeTally | null = null

  constructor(threshold: number | null, saved: TallyState | null = null) {
    this.#threshold = threshold
    if (saved) Object.assign(this, saved)
    this.#earlierMs = saved?.busyMs ?? 0
  }

  /** Returns the tally of the frames from now on; this one still counts those in flight. */
  split(): NodeTally {
    const nothing = { framesIn: 0, framesOut: 0, detections: 0, near: 0, events: 0, busyMs: this.#earlierMs }
    const next = new NodeTally(this.#threshold, nothing)
    next.busyMs = 0
    next.#before = this
    return next
  }

  /** Includes the frames of all tallies that this one was split from. `busyMs`: by this process. */
  state(busyMs?: number): TallyState {
    const before = this.#before?.state()
    return {
      framesIn: this.framesIn + (before?.framesIn ?? 0),
      framesOut: this.framesOut + (before?.framesOut ?? 0),
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
  putOut(outputs: Outputs): void {
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
    const threshold = this.#threshold
    if (threshold !== null) for (const { score } of detections) if (isNear(score, threshold)) this.near++
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

/** Frames per second that a run processes, as far as the media states it; null when unknown. */
export const sampledFps = ({ nativeFps }: MediaInfo, sampleFps: number | null): number | null =>
  sampleFps === null || nativeFps === null ? (sampleFps ?? nativeFps) : Math.min(sampleFps, nativeFps)

/** Number of frames that a run will process, as far as the media states it; null when unknown. */
export function expectedFrames(media: MediaInfo, sampleFps: number | null, limitS: number | null): number | null {
  const { kind, frameCount, durationS } = media
  if (kind === 'image') return 1
  const rate = sampledFps(media, sampleFps)
  const lasts = limitS === null ? durationS : Math.min(limitS, durationS ?? limitS)
  const whole = lasts === null || rate === null ? null : Math.max(1, Math.round(lasts * rate))
  if (sampleFps === null && limitS === null) return frameCount ?? whole
  return whole ?? frameCount
}

const WINDOW_MS = 3000
/** Marks closer than this are merged. */
const MARK_MS = 50

/** Speed over the last few seconds. */
export class Pace {
  #marks: { at: number; frames: number }[] = []

  mark(frames: number): void {
    const at = performance.now()
    const before = this.#marks.at(-2)
    if (before && at - before.at < MARK_MS) this.#marks.pop()
    this.#marks.push({ at, frames })
    while (this.#marks.length > 2 && at - (this.#marks[1] as { at: number }).at > WINDOW_MS) this.#marks.shift()
  }

  fps(): number {
    const [first, last] = [this.#marks[0], this.#marks.at(-1)]
    if (!first || !last || last.at <= first.at) return 0
    return ((last.frames - first.frames) * 1000) / (last.at - first.at)
  }
}

export function progressOf(done: number, total: number | null, mediaTimeS: number, fps: number): RunProgress {
  const expected = total === null ? null : Math.max(total, done)
  return {
    frames_done: done,
    frames_total: expected,
    media_time_s: mediaTimeS,
    fps: Math.round(fps * 100) / 100,
    seconds_left: expected === null || fps <= 0 ? null : Math.round(((expected - done) / fps) * 10) / 10,
  }
}
