/**
 * Positions of tracks, for evidence: the last sightings of every track, and the path of a track while a line or zone
 * has not decided about it. Both are bounded and plain numbers, so that they are small and can be saved.
 */
import type { EvidencePlace, EvidencePoint } from '../../shared/domain/evidence.ts'
import type { Box, Point, Size } from '../../shared/domain/geometry.ts'

/** Number of sightings kept from before an episode. */
const BEFORE = 8
/** First sightings of a path that are kept, including those before it; after them the latest are kept. */
const HEAD = 16
const TAIL = 16

/** Numbers of a sighting: time, frame, x and y as shares of the frame, band as a share of its height. */
const SIGHTING = 5

export interface RecentPath {
  numbers: Float64Array
  /** Total number of sightings; the last `BEFORE` are kept. */
  count: number
}

export const recentPath = (): RecentPath => ({ numbers: new Float64Array(BEFORE * SIGHTING), count: 0 })

export function remember(recent: RecentPath, timeS: number, frame: number, at: Point, band: number, size: Size): void {
  const { numbers } = recent
  const k = (recent.count++ % BEFORE) * SIGHTING
  numbers[k] = timeS
  numbers[k + 1] = frame
  numbers[k + 2] = at.x / size.width
  numbers[k + 3] = at.y / size.height
  numbers[k + 4] = band / size.height
}

function sightingAt({ numbers }: RecentPath, n: number): [number, number, number, number, number] {
  const at = (k: number) => numbers[(n % BEFORE) * SIGHTING + k] as number
  return [at(0), at(1), at(2), at(3), at(4)]
}

/** Numbers of a point of a path: time, frame, x and y as shares of the frame, place. */
const POINT = 5

/** Index of the place in `places` of the line or zone. */
export type PlaceIndex = 0 | 1 | 2

export interface TrackPath {
  numbers: number[]
  /** Total number of points; the first `HEAD` and the last `TAIL` are kept. */
  count: number
}

/** Begins with the earlier sightings; `placeOf` returns their places, given pixels. */
export function startPath(recent: RecentPath, size: Size, placeOf: (p: Point, band: number) => PlaceIndex): TrackPath {
  const path: TrackPath = { numbers: [], count: 0 }
  for (let n = Math.max(0, recent.count - BEFORE); n < recent.count; n++) {
    const [timeS, frame, x, y, band] = sightingAt(recent, n)
    put(path, timeS, frame, x, y, placeOf({ x: x * size.width, y: y * size.height }, band * size.height))
  }
  return path
}

export function extend(path: TrackPath, timeS: number, frame: number, at: Point, size: Size, place: PlaceIndex): void {
  put(path, timeS, frame, at.x / size.width, at.y / size.height, place)
}

function put(path: TrackPath, timeS: number, frame: number, x: number, y: number, place: PlaceIndex): void {
  const { numbers } = path
  const n = path.count++
  const k = (n < HEAD ? n : HEAD + ((n - HEAD) % TAIL)) * POINT
  numbers[k] = timeS
  numbers[k + 1] = frame
  numbers[k + 2] = x
  numbers[k + 3] = y
  numbers[k + 4] = place
}

const MILLIONTH = 1e6
const rounded = (value: number): number => Math.round(value * MILLIONTH) / MILLIONTH

/** The points of a path in order of time, as evidence contains them. */
export function pathPoints(
  { numbers, count }: TrackPath,
  places: readonly [EvidencePlace, EvidencePlace, EvidencePlace],
): { path: EvidencePoint[]; path_left_out: number } {
  const kept = Math.min(count, HEAD + TAIL)
  const path: EvidencePoint[] = []
  for (let n = 0; n < kept; n++) {
    const slot = n < HEAD || count <= HEAD + TAIL ? n : HEAD + ((count - HEAD + n - HEAD) % TAIL)
    const at = (k: number) => numbers[slot * POINT + k] as number
    const place = places[at(4) as PlaceIndex]
    path.push({ time_s: rounded(at(0)), frame_index: at(1), x: rounded(at(2)), y: rounded(at(3)), place })
  }
  return { path, path_left_out: count - kept }
}

/** Float noise of summed timestamps; far below the resolution of any container. */
export const TIME_SLACK_S = 1e-6

/**
 * The movement of one track in one frame, as input of a line or a zone; they must not keep the step itself, which is
 * reused.
 */
export interface Step {
  trackId: number
  className: string
  box: Box
  /** Position of the anchor in pixels, and the time in seconds of media time. */
  to: Point
  toS: number
  /** Position and time of the last sighting; null for the first sighting. */
  from: Point | null
  fromS: number
  /** True when the track was missing from at least one frame in between. */
  lost: boolean
  /** Half the width of the strip around a border within which sides are not distinguished, in pixels. */
  bandPx: number
  /** Time since the previous frame, in seconds; negative for the first frame. */
  sinceFrameS: number
  frameIndex: number
  /** Sightings before this one; null when no evidence is kept. */
  recent: RecentPath | null
}

export const newStep = (): Step => ({
  trackId: 0,
  className: '',
  box: { x1: 0, y1: 0, x2: 0, y2: 0 },
  to: { x: 0, y: 0 },
  toS: 0,
  from: null,
  fromS: 0,
  lost: false,
  bandPx: 0,
  sinceFrameS: -1,
  frameIndex: 0,
  recent: null,
})

/** The box as the tuple used in events. */
export const boxTuple = ({ x1, y1, x2, y2 }: Box): [number, number, number, number] => [x1, y1, x2, y2]

/** Filters by a list of classes; a missing or empty list accepts all. */
export function classFilter(classes: readonly string[] | undefined): (className: string) => boolean {
  if (classes === undefined || classes.length === 0) return () => true
  const wanted = new Set(classes)
  return (className) => wanted.has(className)
}
