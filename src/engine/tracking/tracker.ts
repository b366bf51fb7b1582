/**
 * Multi-object tracking: ByteTrack (Zhang et al., ECCV 2022) and BoT-SORT (Aharon et al., 2022), after their papers
 * and reference code (ifzhang/ByteTrack, NirAharon/BoT-SORT).
 *
 * Kept apart from the reference on purpose: time is media time instead of frame numbers; a lost track is forgotten
 * before matching, so that `lost_after_s` is exact (the reference can still match it one or two frames later);
 * BoT-SORT tells of a track from its second sighting on, as ByteTrack does. Appearance vectors are not used.
 */
import type { ConfigOf } from '../../shared/blocks/catalogue.ts'
import type { Detection, TrackedDetection } from '../../shared/domain/detection.ts'
import { assign } from './assignment.ts'
import { iouDistances, pixelIou } from './iou-distance.ts'
import { type Warp, xyah, xywh } from './motion-model.ts'
import { Track } from './track.ts'

export interface TrackerFrame {
  index: number
  /** Seconds of media time. */
  ptsS: number
  width: number
  height: number
  /** Camera motion since the previous update, for BoT-SORT; ByteTrack takes the camera to stand still. */
  warp?: Warp
}

export interface Tracker {
  /**
   * Takes in the next frame's detections, in any order, and returns those that belong to a confirmed track: the box
   * is the track's estimate, the class its majority vote, everything else the detection's own. Boxes that are empty
   * or not finite are left out.
   */
  update(detections: readonly Detection[], frame: TrackerFrame): TrackedDetection[]
}

export interface TrackerOptions {
  /**
   * Multiply overlap by the detection's score in the first and the unconfirmed match. On in the Python reference,
   * except for MOT20; off in its C++ ports.
   */
  fuseScore?: boolean
  /**
   * Match detections with where tracks are expected now. On in the papers and both Python references; off in
   * Vertical-Beach/ByteTrack-cpp, which matches with where they were last seen.
   */
  matchPredicted?: boolean
  /** Numbers this tracker's tracks `first`, `first + step`, …, so that several trackers share none; 1, 2, 3 if left out. */
  ids?: TrackIds
}

export interface TrackIds {
  first: number
  step: number
}

const SECOND_MATCH = 0.5
const UNCONFIRMED_MATCH = 0.7
const DUPLICATE_DISTANCE = 0.15
/** Containers round timestamps to the millisecond, and 30 frames of NTSC last 1.001 s; far less than a frame. */
const TIME_SLACK_S = 2e-3
/** Sides shorter than this are no box: the filter's noise is a share of them and must not vanish. */
const MIN_SIDE_PX = 1e-3
/** Bounds memory and matching when ever-new objects meet a long memory; those lost the longest go first. */
const MAX_LOST = 2000

const isBox = ({ box: { x1, y1, x2, y2 } }: Detection): boolean =>
  x2 - x1 >= MIN_SIDE_PX && y2 - y1 >= MIN_SIDE_PX && Number.isFinite(x1 + y1 + x2 + y2)

export function createTracker(
  config: ConfigOf<'track'>,
  { fuseScore = true, matchPredicted = true, ids = { first: 1, step: 1 } }: TrackerOptions = {},
): Tracker {
  const model = config.tracker === 'botsort' ? xywh : xyah
  /** Tentative and confirmed tracks. */
  let tracked: Track[] = []
  /** Lost tracks, those lost the longest first. */
  let lost: Track[] = []
  let updates = 0
  let nextId = ids.first

  /** Matches in place and returns the rest of both sides. */
  function match(
    tracks: readonly Track[],
    detections: readonly Detection[],
    limit: number,
    fuse: boolean,
    ptsS: number,
  ) {
    const distances = iouDistances(tracks, detections, fuse)
    const columnOf = assign(distances, tracks.length, detections.length, limit)
    const taken = new Uint8Array(detections.length)
    const matched: Track[] = []
    const restTracks: Track[] = []
    tracks.forEach((track, row) => {
      const column = columnOf[row] as number
      const detection = detections[column]
      if (detection === undefined) {
        restTracks.push(track)
        return
      }
      taken[column] = 1
      track.observe(detection, updates, ptsS)
      matched.push(track)
    })
    return { matched, restTracks, restDetections: detections.filter((_, column) => taken[column] === 0) }
  }

  return {
    update(detections, { ptsS, warp }) {
      updates += 1
      const boxes = detections.filter(isBox)
      const high = boxes.filter((d) => d.score >= config.high_threshold)
      const low = boxes.filter((d) => d.score >= config.low_threshold && d.score < config.high_threshold)

      lost = lost.filter((track) => ptsS - track.lastSeenS <= config.lost_after_s + TIME_SLACK_S)
      const tentative = tracked.filter((track) => track.state === 'tentative')
      const confirmed = tracked.filter((track) => track.state === 'confirmed')
      const pool = [...confirmed, ...lost]
      for (const track of pool) track.predict(matchPredicted)
      if (warp !== undefined && config.tracker === 'botsort') {
        for (const track of pool) track.warp(warp)
        for (const track of tentative) track.warp(warp)
      }

      const first = match(pool, high, config.match_threshold, fuseScore, ptsS)
      const unseen = first.restTracks.filter((track) => track.state === 'confirmed')
      const second = match(unseen, low, SECOND_MATCH, false, ptsS)
      for (const track of second.restTracks) track.state = 'lost'
      // A tentative track that is not seen again at once is dropped here.
      const third = match(tentative, first.restDetections, UNCONFIRMED_MATCH, fuseScore, ptsS)

      const started: Track[] = []
      for (const detection of third.restDetections) {
        if (detection.score < config.new_track_threshold) continue
        started.push(new Track(nextId, model, detection, updates, ptsS, updates === 1 ? 'confirmed' : 'tentative'))
        nextId += ids.step
      }

      tracked = [...first.matched, ...second.matched, ...third.matched, ...started]
      lost = [...lost.filter((track) => track.state === 'lost'), ...second.restTracks]
      if (lost.length > MAX_LOST) lost = lost.slice(lost.length - MAX_LOST)
      ;[tracked, lost] = withoutDuplicates(tracked, lost)
      return tracked.filter((track) => track.state === 'confirmed').map((track) => track.output())
    },
  }
}

/** Of a seen and a lost track that lie on each other the one that was followed for longer stays. */
function withoutDuplicates(tracked: readonly Track[], lost: readonly Track[]): [Track[], Track[]] {
  const dropped = new Set<Track>()
  for (const a of tracked) {
    for (const b of lost) {
      if (1 - pixelIou(a.box, b.box) >= DUPLICATE_DISTANCE) continue
      dropped.add(a.lastUpdate - a.firstUpdate > b.lastUpdate - b.firstUpdate ? b : a)
    }
  }
  return [tracked.filter((track) => !dropped.has(track)), lost.filter((track) => !dropped.has(track))]
}
