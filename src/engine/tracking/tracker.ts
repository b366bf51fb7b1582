/**
 * Multi-object tracking: ByteTrack (Zhang et al., ECCV 2022) and BoT-SORT (Aharon et al., 2022), after their papers and
 * reference code (ifzhang/ByteTrack, NirAharon/BoT-SORT).
 *
 * Intended differences from the reference: time is media time instead of frame numbers; a lost track is forgotten
 * before matching, so that `lost_after_s` is exact (the reference can still match it one or two frames later); BoT-SORT
 * reports a track from its second sighting on, as ByteTrack does.
 */
import type { ConfigOf } from '../../shared/blocks/catalogue.ts'
import type { Detection, TrackedDetection } from '../../shared/domain/detection.ts'
import { boxArea } from '../../shared/domain/geometry.ts'
import { assign } from './assignment.ts'
import { type Warp, warpMotion, xyah, xywh } from './motion-model.ts'
import { type CostPairs, overlapPairs } from './overlap-pairs.ts'
import { type Moment, observe, type Sighting, startTrack, type Track, tracked } from './track-state.ts'

export interface TrackerFrame {
  index: number
  /** Seconds of media time. */
  ptsS: number
  width: number
  height: number
  /** Camera motion since the previous update, for BoT-SORT; ByteTrack assumes a static camera. */
  warp?: Warp | undefined
  /** For BoT-SORT: appearances of detections as vectors of length 1; null when unknown. */
  appearances?: ReadonlyMap<Detection, Float32Array> | null
}

export interface Tracker {
  /**
   * Processes the next frame's detections, in any order, and returns those that belong to a confirmed track: the box is
   * the track's estimate, the class its majority vote, everything else the detection's own. Boxes that are empty or not
   * finite are dropped.
   */
  update(detections: readonly Detection[], frame: TrackerFrame): TrackedDetection[]
  /** The full state, as a copy in plain data; `createTracker(config, { saved })` resumes exactly from there. */
  save(): SavedTracker
}

export interface SavedTracker {
  /** Tentative and confirmed tracks. */
  tracked: Track[]
  /** Lost tracks, those lost the longest first. */
  lost: Track[]
  updates: number
  nextId: number
}

export interface TrackerOptions {
  /**
   * Overrides the config's `fuse_score`. On in the Python reference, except for MOT20; off in its C++ ports.
   */
  fuseScore?: boolean
  /**
   * Match detections with the predicted positions of tracks. On in the papers and both Python references; off in
   * Vertical-Beach/ByteTrack-cpp, which matches with their last positions.
   */
  matchPredicted?: boolean
  /**
   * Numbers this tracker's tracks `first`, `first + step`, …, so that several trackers share none; 1, 2, 3 by default.
   */
  ids?: TrackIds
  /** Result of `save`, from a tracker of the same config and options. */
  saved?: SavedTracker | undefined
}

export interface TrackIds {
  first: number
  step: number
}

const DUPLICATE_DISTANCE = 0.15
/** Containers round timestamps to the millisecond, and 30 frames of NTSC last 1.001 s; far less than a frame. */
const TIME_SLACK_S = 2e-3
/** Boxes with shorter sides are invalid: the filter's noise is a share of them and must not vanish. */
const MIN_SIDE_PX = 1e-3
/**
 * Bounds memory and matching time when new objects keep appearing and memory is long; those lost the longest are
 * dropped first.
 */
const MAX_LOST = 2000

const isBox = ({ box: { x1, y1, x2, y2 } }: Detection): boolean =>
  x2 - x1 >= MIN_SIDE_PX && y2 - y1 >= MIN_SIDE_PX && Number.isFinite(x1 + y1 + x2 + y2)

/** Detections that are matched first: those whose appearance a tracker uses. */
export const isSure = (detection: Detection, { high_threshold }: ConfigOf<'track'>): boolean =>
  detection.score >= high_threshold && isBox(detection)

interface DistanceRules {
  /**
   * Multiply overlap by the detection's score (`fuse_score`), so that of boxes that fit equally well the one with the
   * higher score wins.
   */
  fuse: boolean
  /** Never pair a track with a detection of another class. */
  sameClass: boolean
  /** Limits up to which appearance is used; null when only overlap counts. */
  appearance: { proximity: number; threshold: number } | null
}

/**
 * The distance between tracks and detections, as defined by ByteTrack and BoT-SORT: 1 - IoU, or half the cosine distance of appearances if that is less. Appearance counts only up to the distances
 * `proximity` (of boxes) and `threshold` (of appearances).
 */
function distances(tracks: readonly Track[], seen: readonly Sighting[], rules: DistanceRules): CostPairs {
  const { fuse, sameClass, appearance } = rules
  const cost = (row: number, col: number, iou: number): number => {
    const track = tracks[row] as Track
    const { detection, appearance: seenAppearance } = seen[col] as Sighting
    if (sameClass && track.className !== detection.className) return 1
    const byBox = 1 - (fuse ? iou * detection.score : iou)
    if (!appearance || !track.appearance || !seenAppearance || 1 - iou > appearance.proximity) return byBox
    const byAppearance = halfCosineDistance(track.appearance, seenAppearance)
    return byAppearance > appearance.threshold ? byBox : Math.min(byBox, byAppearance)
  }
  return overlapPairs(tracks, seen, cost, appearance !== null && appearance.proximity >= 1)
}

/** Half the cosine distance of unit vectors: 0 for equal ones, 1 for opposite ones and for different dimensions. */
function halfCosineDistance(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) return 1
  let dot = 0
  for (let i = 0; i < a.length; i++) dot += (a[i] as number) * (b[i] as number)
  return Math.max(0, 1 - dot) / 2
}

export function createTracker(
  config: ConfigOf<'track'>,
  { fuseScore = config.fuse_score, matchPredicted = true, ids = { first: 1, step: 1 }, saved }: TrackerOptions = {},
): Tracker {
  const isBotsort = config.tracker === 'botsort'
  const model = isBotsort ? xywh : xyah
  const sameClass = config.class_handling === 'apart'
  const appearance = { proximity: config.proximity_threshold, threshold: config.appearance_threshold }
  const sure: DistanceRules = { fuse: fuseScore, sameClass, appearance: isBotsort ? appearance : null }
  const unsure: DistanceRules = { fuse: false, sameClass, appearance: null }
  const known: SavedTracker = saved ? structuredClone(saved) : { tracked: [], lost: [], updates: 0, nextId: ids.first }

  /** Matches in place; matches are added to `pairs`, and the rest of both sides is returned. */
  function match(
    pairs: Map<Track, Detection>,
    tracks: readonly Track[],
    seen: readonly Sighting[],
    limit: number,
    rules: DistanceRules,
    at: Moment,
  ) {
    const columnOf = assign(distances(tracks, seen, rules), limit)
    const taken = new Uint8Array(seen.length)
    const unseen: Track[] = []
    tracks.forEach((track, row) => {
      const column = columnOf[row] as number
      const sighting = seen[column]
      if (sighting === undefined) {
        unseen.push(track)
        return
      }
      taken[column] = 1
      observe(track, model, sighting, at, config.appearance_momentum)
      pairs.set(track, sighting.detection)
    })
    return { unseen, rest: seen.filter((_, column) => taken[column] === 0) }
  }

  /** Predicts one frame ahead, for all but tentative tracks; then everything moves with the camera. */
  function predict(pool: readonly Track[], tentative: readonly Track[], warp: Warp | undefined): void {
    for (const track of pool) {
      model.predict(track.motion, track.state !== 'lost')
      if (matchPredicted) track.box = model.boxOf(track.motion)
    }
    if (warp === undefined || !isBotsort) return
    for (const track of [...pool, ...tentative]) {
      warpMotion(track.motion, warp)
      track.box = model.boxOf(track.motion)
    }
  }

  const isWanted = (track: Track): boolean => {
    if (track.state !== 'confirmed' || boxArea(track.box) < config.min_box_area) return false
    const { x1, y1, x2, y2 } = track.box
    return config.max_aspect_ratio === undefined || x2 - x1 <= config.max_aspect_ratio * (y2 - y1)
  }

  return {
    update(detections, { ptsS, warp, appearances }) {
      known.updates += 1
      const at: Moment = { update: known.updates, ptsS }
      const high: Sighting[] = []
      const low: Sighting[] = []
      for (const detection of detections) {
        if (!isBox(detection)) continue
        const { box, score } = detection
        if (score >= config.high_threshold) {
          high.push({ box, detection, appearance: (isBotsort && appearances?.get(detection)) || null })
        } else if (score >= config.low_threshold) low.push({ box, detection, appearance: null })
      }

      known.lost = known.lost.filter((track) => ptsS - track.lastSeenS <= config.lost_after_s + TIME_SLACK_S)
      const tentative = known.tracked.filter((track) => track.state === 'tentative')
      const pool = [...known.tracked.filter((track) => track.state === 'confirmed'), ...known.lost]
      predict(pool, tentative, warp)

      const pairs = new Map<Track, Detection>()
      const first = match(pairs, pool, high, config.match_threshold, sure, at)
      const missed = first.unseen.filter((track) => track.state === 'confirmed')
      const second = match(pairs, missed, low, config.second_match_threshold, unsure, at)
      for (const track of second.unseen) track.state = 'lost'
      // A tentative track that is not seen again in the next frame is dropped here.
      const third = match(pairs, tentative, first.rest, config.unconfirmed_match_threshold, sure, at)
      for (const sighting of third.rest) {
        if (sighting.detection.score < config.new_track_threshold) continue
        pairs.set(startTrack(known.nextId, model, sighting, at), sighting.detection)
        known.nextId += ids.step
      }

      const lost = [...known.lost.filter((track) => track.state === 'lost'), ...second.unseen]
      const dropped = duplicates([...pairs.keys()], lost.slice(-MAX_LOST), sameClass)
      known.tracked = [...pairs.keys()].filter((track) => !dropped.has(track))
      known.lost = lost.slice(-MAX_LOST).filter((track) => !dropped.has(track))
      return known.tracked.filter(isWanted).map((track) => tracked(track, pairs.get(track) as Detection))
    },
    save: () => structuredClone(known),
  }
}

/** The tracks to drop: when a seen and a lost track overlap, the one that was followed for longer is kept. */
function duplicates(seen: readonly Track[], lost: readonly Track[], sameClass: boolean): Set<Track> {
  const dropped = new Set<Track>()
  overlapPairs(seen, lost, (row, column, iou) => {
    const a = seen[row] as Track
    const b = lost[column] as Track
    if (1 - iou < DUPLICATE_DISTANCE && !(sameClass && a.className !== b.className)) {
      dropped.add(a.lastUpdate - a.firstUpdate > b.lastUpdate - b.firstUpdate ? b : a)
    }
    return 1
  })
  return dropped
}
