/**
 * The movement of one track in one frame, as input of a line or a zone; they must not keep the step itself, which is
 * reused.
 */
import type { Box, Point } from '../../shared/domain/geometry.ts'
import type { RecentPath } from './track-path.ts'

/** Float noise of summed timestamps; far below the resolution of any container. */
export const TIME_SLACK_S = 1e-6

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
