/** What a run tells about itself while it goes: figures per node, speed, time left. */
import type { NodeFigures, RunProgress } from '../../shared/domain/run.ts'
import type { MediaInfo } from '../media/frame.ts'
import type { Outputs } from './packet.ts'

export class NodeTally {
  framesIn = 0
  framesOut = 0
  detections = 0
  events = 0
  busyMs = 0

  /** Counts what a node put out for one frame. */
  putOut(outputs: Outputs): void {
    const packets = Object.values(outputs)
    if (packets.length > 0) this.framesOut++
    for (const packet of packets) {
      if (packet.type === 'detections') this.detections += packet.detections.length
      else if (packet.type === 'events') this.events += packet.events.length
    }
  }

  figures(busyMs = this.busyMs): NodeFigures {
    return {
      frames_in: this.framesIn,
      frames_out: this.framesOut,
      detections: this.detections,
      events: this.events,
      ms_per_frame: this.framesIn > 0 ? Math.round((busyMs / this.framesIn) * 100) / 100 : 0,
    }
  }
}

/** How many frames of each second a run looks at, as far as the media says; null when it does not. */
export const sampledFps = ({ nativeFps }: MediaInfo, sampleFps: number | null): number | null =>
  sampleFps === null || nativeFps === null ? (sampleFps ?? nativeFps) : Math.min(sampleFps, nativeFps)

/** How many frames a run will look at, as far as the media says; null when it does not. */
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

/** Speed over the last seconds. */
export class Pace {
  #marks: { at: number; frames: number }[] = [{ at: performance.now(), frames: 0 }]

  mark(frames: number): void {
    const at = performance.now()
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
