/** What a line or a zone is told of one track in one frame; they must not keep the step itself, which is reused. */
import type { Box, Point } from '../../shared/domain/geometry.ts'
import type { RecentPath } from './track-path.ts'

/** Float noise of summed timestamps; far below the resolution of any container. */
export const TIME_SLACK_S = 1e-6

export interface Step {
  trackId: number
  className: string
  box: Box
  /** Where the anchor is now, in pixels, and when, in seconds of media time. */
  to: Point
  toS: number
  /** Where it was when last seen, and when; null for the first sighting. */
  from: Point | null
  fromS: number
  /** True when at least one frame in between did not show the track. */
  lost: boolean
  /** Half the width of the strip around a border in which sides are not told apart, in pixels. */
  bandPx: number
  /** Time since the frame before this one, in seconds; negative for the first frame. */
  sinceFrameS: number
  frameIndex: number
  /** Sightings before this one; null where no evidence is kept. */
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

/** The tuple that events carry. */
export const boxTuple = ({ x1, y1, x2, y2 }: Box): [number, number, number, number] => [x1, y1, x2, y2]

/** A list of classes to measure; none or an empty one measures all. */
export function classFilter(classes: readonly string[] | undefined): (className: string) => boolean {
  if (classes === undefined || classes.length === 0) return () => true
  const wanted = new Set(classes)
  return (className) => wanted.has(className)
}
