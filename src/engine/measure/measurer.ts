/** Measures tracks against the lines and zones of one measure block. */
import type { ConfigOf } from '../../shared/blocks/catalogue.ts'
import { anchorOf, type TrackedDetection } from '../../shared/domain/detection.ts'
import type { MeasureEvent, RunCounts } from '../../shared/domain/event.ts'
import type { Evidence, NearMisses } from '../../shared/domain/evidence.ts'
import type { Point, Size } from '../../shared/domain/geometry.ts'
import { LineCounter, type LineState } from './line-counter.ts'
import { newStep, type RecentPath, recentPath, remember, type Step } from './track-path.ts'
import { ZoneMonitor, type ZoneState } from './zone-monitor.ts'

export interface MeasureFrame extends Size {
  /** Position among the frames that the run processes; rises by any amount from call to call. */
  index: number
  /** Seconds of media time; never falls. */
  ptsS: number
}

/**
 * The state of one line or zone at the last frame, for drawing. `inside` is 0 for lines, `crossings` is 0 for zones.
 */
export interface LiveGeometry {
  name: string
  kind: 'line' | 'zone'
  inside: number
  aToB: number
  bToA: number
}

export interface Measurer {
  /**
   * Processes all tracks of the next frame; call it also for frames without tracks. Returns the events that this frame
   * settled, in order of their time, which may be before the frame's. Detections without a positive track id are
   * ignored.
   */
  update(tracks: readonly TrackedDetection[], frame: MeasureFrame): MeasureEvent[]
  /** The media has ended at `ptsS`: closes visits and intervals. Call once, last. */
  finish(ptsS: number): MeasureEvent[]
  /** Returns the evidence since the last call, of events that have been returned; empty unless `evidence` is set. */
  takeEvidence(): Evidence[]
  /** Number of near misses so far, by line or zone and reason. */
  nearMisses(): NearMisses[]
  counts(): RunCounts
  /** In config order. */
  live(): LiveGeometry[]
  /** The full state, as a copy that `v8.serialize` accepts; call when events and evidence have been taken. */
  save(): MeasurerState
}

export interface MeasurerOptions {
  /**
   * In seconds: a track unseen for longer is permanently gone. The default is the longest memory that a tracker can
   * have.
   */
  forgetAfterS?: number
  /** Keeps the evidence that explains each count and near miss. */
  evidence?: boolean
}

const MIN_BAND_PX = 1
/** Bounds memory: beyond this number, the tracks unseen the longest are permanently gone. */
const MAX_REMEMBERED = 10_000

interface Sighting {
  /** In pixels of the current frame size. */
  at: Point
  timeS: number
  /** Number of the update that saw it. */
  update: number
  className: string
  recent: RecentPath | null
  /** Time at which it got its place among the sightings; it may have been seen again since. */
  placedS: number
  placedUpdate: number
}

export interface MeasurerState {
  /** By track id, in the order of their places. */
  sightings: Map<number, Sighting>
  size: Size
  updates: number
  lastFrame: number
  /** Time of the last frame; null before the first. */
  lastFrameS: number | null
  lines: LineState[]
  zones: ZoneState[]
}

/**
 * @param nodeId the measure block, named in every event
 * @param saved result of `save` for the same block and config, to resume from
 */
export function createMeasurer(
  nodeId: string,
  config: ConfigOf<'measure'>,
  saved: MeasurerState | null = null,
  { forgetAfterS = 600, evidence = false }: MeasurerOptions = {},
): Measurer {
  const before = saved === null ? null : structuredClone(saved)
  const lines: LineCounter[] = []
  const zones: ZoneMonitor[] = []
  const all = config.geometries.map((geometry) => {
    if (geometry.kind === 'line') {
      const line = new LineCounter(nodeId, geometry, config.min_settle_ms / 1000, before?.lines[lines.length] ?? null)
      lines.push(line)
      return line
    }
    const times = { gapS: config.gap_s, settleS: config.min_settle_ms / 1000, intervalS: config.occupancy_interval_s }
    const zone = new ZoneMonitor(nodeId, geometry, times, before?.zones[zones.length] ?? null)
    zones.push(zone)
    return zone
  })
  const sightings = before?.sightings ?? new Map<number, Sighting>()
  let size: Size = before?.size ?? { width: 0, height: 0 }
  let updates = before?.updates ?? 0
  let lastFrame = before?.lastFrame ?? 0
  let lastFrameS = before?.lastFrameS ?? null
  /** Passed to every line and zone, one track after the other. */
  const step: Step = newStep()
  if (before !== null && updates > 0) for (const geometry of all) geometry.resize(size)

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
    // Two boxes with the same id in one frame can't both be the track.
    if (before?.update === updates) return
    const bandPx = Math.max(MIN_BAND_PX, config.dead_band * height)
    const recent = evidence ? (before?.recent ?? recentPath()) : null
    step.trackId = trackId
    step.className = className
    step.box = box
    step.to = to
    step.toS = frame.ptsS
    step.from = before?.at ?? null
    step.fromS = before?.timeS ?? frame.ptsS
    step.lost = before !== undefined && before.update !== updates - 1
    step.bandPx = bandPx
    step.sinceFrameS = lastFrameS === null ? -1 : frame.ptsS - lastFrameS
    step.frameIndex = frame.index
    step.recent = recent
    for (const geometry of all) geometry.observe(step)
    if (recent !== null) remember(recent, frame.ptsS, frame.index, to, bandPx, size)
    if (before === undefined) {
      const { ptsS: timeS } = frame
      const at = { ...to }
      const placed = { placedS: timeS, placedUpdate: updates }
      sightings.set(trackId, { at, timeS, update: updates, className, recent, ...placed })
      return
    }
    before.at.x = to.x
    before.at.y = to.y
    before.timeS = frame.ptsS
    before.update = updates
    before.className = className
  }

  /** No track was seen before the first one got its place, so checking the first is enough for most frames. */
  function forgetOld(nowS: number): void {
    for (let first = firstOf(sightings); first !== null; first = firstOf(sightings)) {
      const [trackId, { className, update, placedS, placedUpdate }] = first
      if (nowS - placedS <= forgetAfterS && sightings.size <= MAX_REMEMBERED) return
      if (update !== placedUpdate) {
        putInPlace(sightings)
        continue
      }
      if (update === updates) return
      sightings.delete(trackId)
      for (const line of lines) line.forget(trackId, { className, timeS: nowS, frameIndex: lastFrame })
      for (const zone of zones) zone.forget(trackId, lastFrame, nowS)
    }
  }

  const takeEvents = (): MeasureEvent[] => {
    let events: MeasureEvent[] | null = null
    for (const geometry of all) {
      const own = geometry.takeEvents()
      if (own.length > 0) events = events === null ? own : [...events, ...own]
    }
    return events?.sort((a, b) => a.time_s - b.time_s) ?? []
  }

  return {
    update(tracks, frame) {
      updates += 1
      if (frame.width !== size.width || frame.height !== size.height) resize(frame)
      for (const zone of zones) zone.startFrame(frame.ptsS, frame.index, lastFrame)
      for (const track of tracks) observe(track, frame)
      for (const zone of zones) zone.endFrame(frame.ptsS, frame.index)
      lastFrame = frame.index
      lastFrameS = frame.ptsS
      forgetOld(frame.ptsS)
      return takeEvents()
    },
    finish(ptsS) {
      for (const line of lines) {
        line.finish((trackId) => {
          const last = sightings.get(trackId)
          if (last === undefined) return null
          return { className: last.className, timeS: ptsS, frameIndex: lastFrame, seen: last.update === updates }
        })
      }
      for (const zone of zones) zone.finish(ptsS, lastFrame)
      return takeEvents()
    },
    takeEvidence() {
      let evidence: Evidence[] = []
      for (const geometry of all) {
        const own = geometry.log.take()
        if (own.length > 0) evidence = evidence.length === 0 ? own : [...evidence, ...own]
      }
      return evidence
    },
    nearMisses: () => all.flatMap((geometry) => geometry.log.nearMisses(nodeId, geometry.name)),
    counts: () => ({ lines: lines.map((line) => line.counts()), zones: zones.map((zone) => zone.counts()) }),
    live: () => all.map((geometry) => geometry.live()),
    save: () =>
      structuredClone({
        sightings,
        size,
        updates,
        lastFrame,
        lastFrameS,
        lines: lines.map((line) => line.save()),
        zones: zones.map((zone) => zone.save()),
      }),
  }
}

const firstOf = <K, V>(map: ReadonlyMap<K, V>): [K, V] | null => map.entries().next().value ?? null

/** Moves the tracks unseen the longest to the front. */
function putInPlace(sightings: Map<number, Sighting>): void {
  const all = [...sightings].sort(([, a], [, b]) => a.update - b.update)
  sightings.clear()
  for (const [trackId, sighting] of all) {
    sighting.placedS = sighting.timeS
    sighting.placedUpdate = sighting.update
    sightings.set(trackId, sighting)
  }
}
