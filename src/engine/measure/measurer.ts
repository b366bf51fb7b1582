/** Measures tracks against the lines and zones of one measure block. */
import type { ConfigOf } from '../../shared/blocks/catalogue.ts'
import { anchorOf, type TrackedDetection } from '../../shared/domain/detection.ts'
import type { MeasureEvent, RunCounts } from '../../shared/domain/event.ts'
import type { Point, Size } from '../../shared/domain/geometry.ts'
import { LineCounter } from './line-counter.ts'
import type { Step } from './step.ts'
import { ZoneMonitor } from './zone-monitor.ts'

export interface MeasureFrame extends Size {
  /** Position among the frames that the run looks at; rises by any amount from call to call. */
  index: number
  /** Seconds of media time; never falls. */
  ptsS: number
}

/** The state of one line or zone at the last frame, for drawing. `inside` is 0 for lines, the crossings are for zones. */
export interface LiveGeometry {
  name: string
  kind: 'line' | 'zone'
  inside: number
  aToB: number
  bToA: number
}

export interface Measurer {
  /**
   * Takes in all tracks of the next frame, also when there are none. Returns the events that this frame settled, in
   * order of their time, which may lie before the frame's. Tracks without a positive id are no tracks.
   */
  update(tracks: readonly TrackedDetection[], frame: MeasureFrame): MeasureEvent[]
  /** The media has ended at `ptsS`: closes visits and intervals. Call once, last. */
  finish(ptsS: number): MeasureEvent[]
  counts(): RunCounts
  /** In the order of the config. */
  live(): LiveGeometry[]
}

export interface MeasurerOptions {
  /** A track unseen for longer is gone for good, seconds. The default is the longest memory that a tracker can have. */
  forgetAfterS?: number
}

const MIN_BAND_PX = 1
/** Bounds memory: past this many the tracks unseen the longest are gone for good. */
const MAX_REMEMBERED = 10_000

interface Sighting {
  /** In pixels of the current frame size. */
  at: Point
  timeS: number
  /** Number of the update. */
  update: number
}

/** @param nodeId the measure block, named in every event */
export function createMeasurer(
  nodeId: string,
  config: ConfigOf<'measure'>,
  { forgetAfterS = 600 }: MeasurerOptions = {},
): Measurer {
  const lines: LineCounter[] = []
  const zones: ZoneMonitor[] = []
  const all = config.geometries.map((geometry) => {
    if (geometry.kind === 'line') {
      const line = new LineCounter(nodeId, geometry, config.min_settle_ms / 1000)
      lines.push(line)
      return line
    }
    const zone = new ZoneMonitor(nodeId, geometry, config.gap_s, config.occupancy_interval_s)
    zones.push(zone)
    return zone
  })
  /** Tracks unseen the longest first. */
  const sightings = new Map<number, Sighting>()
  let size: Size = { width: 0, height: 0 }
  let updates = 0
  let lastFrame = 0

  function resize({ width, height }: Size): void {
    for (const sighting of sightings.values()) {
      sighting.at = { x: (sighting.at.x * width) / size.width, y: (sighting.at.y * height) / size.height }
    }
    size = { width, height }
    for (const geometry of all) geometry.resize(size)
  }

  function observe(track: TrackedDetection, frame: MeasureFrame): void {
    const { trackId, box, className } = track
    const to = anchorOf(box, config.anchor)
    const height = box.y2 - box.y1
    if (!Number.isInteger(trackId) || trackId < 1 || !Number.isFinite(to.x + to.y + height)) return
    const before = sightings.get(trackId)
    // Two boxes of one id in one frame can't both be the track.
    if (before?.update === updates) return
    const step: Step = {
      trackId,
      className,
      box,
      to,
      toS: frame.ptsS,
      from: before?.at ?? null,
      fromS: before?.timeS ?? frame.ptsS,
      lost: before !== undefined && before.update !== updates - 1,
      bandPx: Math.max(MIN_BAND_PX, config.dead_band * height),
      frameIndex: frame.index,
    }
    for (const geometry of all) geometry.observe(step)
    sightings.delete(trackId)
    sightings.set(trackId, { at: to, timeS: frame.ptsS, update: updates })
  }

  function forgetOld(nowS: number): void {
    for (const [trackId, { timeS, update }] of sightings) {
      if (update === updates || (nowS - timeS <= forgetAfterS && sightings.size <= MAX_REMEMBERED)) return
      sightings.delete(trackId)
      for (const line of lines) line.forget(trackId)
      for (const zone of zones) zone.forget(trackId, lastFrame)
    }
  }

  const takeEvents = (): MeasureEvent[] =>
    all.flatMap((geometry) => geometry.takeEvents()).sort((a, b) => a.time_s - b.time_s)

  return {
    update(tracks, frame) {
      updates += 1
      lastFrame = frame.index
      if (frame.width !== size.width || frame.height !== size.height) resize(frame)
      for (const zone of zones) zone.startFrame(frame.ptsS, frame.index)
      for (const track of tracks) observe(track, frame)
      for (const zone of zones) zone.endFrame(frame.ptsS, frame.index)
      forgetOld(frame.ptsS)
      return takeEvents()
    },
    finish(ptsS) {
      for (const zone of zones) zone.finish(ptsS, lastFrame)
      return takeEvents()
    },
    counts: () => ({ lines: lines.map((line) => line.counts()), zones: zones.map((zone) => zone.counts()) }),
    live: () => all.map((geometry) => geometry.live()),
  }
}
