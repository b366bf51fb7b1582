/**
 * Finds objects of one image again in another: a search by correlation for the rough place, then median flow (Kalal,
 * Mikolajczyk and Matas, “Forward-Backward Error: Automatic Detection of Tracking Failures”, ICPR 2010) for shift and scale.
 */
import type { BoundingBox } from '../../../shared/domain/annotation.ts'
import type { FollowedObject } from '../../../shared/engine-contract/following.ts'
import { emptyPlane, fillCoarserLevels, halved, type Plane } from '../camera-motion/luma-pyramid.ts'
import { followPoints } from '../camera-motion/optical-flow.ts'
import { type Mips, planeOf, type View } from './luma-view.ts'

/** Pixels of an object's longer side in its view. */
const OBJECT_SIDE = 96
/** Smaller objects are not enlarged further. */
const MOST_ENLARGED = 2
/** Distance that an object may move, in its longer sides, and pixels of the view beside it. */
const REACH = 1
const MARGIN = 16
/** The search by correlation has pixels of this size. */
const COARSE = 4
const LEVELS = 3
/** Points in a row and in a column of the box. */
const GRID = 10
/** Largest distance, in pixels of the view, between a point and its place after it was followed there and back. */
const MOST_ERROR = 1.5
const LEAST_POINTS = 8
const MOST_SCALE = 1.35
const LEAST_SIDE = 4
/** Least correlation of the object's picture with the one where it is found. */
const LEAST_SCORE = 0.55
const SCORE_SIDE = 32
/** Least share of the box inside of the image. */
const LEAST_INSIDE = 0.4

/** One result for each box; null for an object that is lost. */
export function followObjects(from: Mips, to: Mips, boxes: readonly BoundingBox[]): (FollowedObject | null)[] {
  return boxes.map((box) => followOne(from, to, box))
}

function followOne(from: Mips, to: Mips, box: BoundingBox): FollowedObject | null {
  if (box.w < LEAST_SIDE || box.h < LEAST_SIDE) return null
  const view = viewAround(box)
  const [before, after] = [planeOf(from, view), planeOf(to, view)]
  const guess = roughShift(before, after, view, box)
  if (!guess) return null
  const flow = medianFlow(before, after, view, box, guess)
  const moved = flow ?? { ...shiftOf(guess, view), scale: 1 }
  const next = movedBox(box, moved)
  const score = likeness(from, box, to, next)
  if (score < LEAST_SCORE || insideShare(next, to[0] as Plane) < LEAST_INSIDE) return null
  const { scale } = moved
  const [cx, cy] = [box.x + box.w / 2, box.y + box.h / 2]
  return {
    map: { a: scale, b: 0, c: 0, d: scale, e: cx + moved.dx - scale * cx, f: cy + moved.dy - scale * cy },
    score,
  }
}

function viewAround({ x, y, w, h }: BoundingBox): View {
  const longer = Math.max(w, h)
  const scale = Math.min(MOST_ENLARGED, OBJECT_SIDE / longer)
  const beside = REACH * longer + MARGIN / scale
  const even = (side: number) => Math.ceil((side * scale) / COARSE) * COARSE
  return { left: x - beside, top: y - beside, scale, width: even(w + 2 * beside), height: even(h + 2 * beside) }
}

/** Pixels of the view. */
type Shift = readonly [number, number]

const shiftOf = ([dx, dy]: Shift, { scale }: View) => ({ dx: dx / scale, dy: dy / scale })

/** Normalized cross-correlation of pictures of brightness. */
interface Window {
  x: number
  y: number
  width: number
  height: number
}

/** Standard deviation of brightness below which a window is flat, so that nothing can be recognized in it. */
const FLAT = 2

/** -1 to 1; 0 when one of the two windows, which have the same size, is flat. */
function correlation(a: Plane, at: Window, b: Plane, x: number, y: number): number {
  const n = at.width * at.height
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0]
  for (let row = 0; row < at.height; row++) {
    let i = (at.y + row) * a.width + at.x
    let j = (y + row) * b.width + x
    for (const end = i + at.width; i < end; i++, j++) {
      const [p, q] = [a.data[i] as number, b.data[j] as number]
      sumA += p
      sumB += q
      squaresA += p * p
      squaresB += q * q
      products += p * q
    }
  }
  const [varianceA, varianceB] = [squaresA - (sumA * sumA) / n, squaresB - (sumB * sumB) / n]
  if (Math.min(varianceA, varianceB) < n * FLAT * FLAT) return 0
  return (products - (sumA * sumB) / n) / Math.sqrt(varianceA * varianceB)
}

interface Match {
  x: number
  y: number
  score: number
}

/** Share of the score that a match at the far end of the search loses against one at the same place. */
const FAR = 0.15

/** The place in `b` that resembles a window of `a` most; of similar places, the nearer one. */
function bestMatch(a: Plane, at: Window, b: Plane): Match {
  let best: Match = { x: at.x, y: at.y, score: -1 }
  let most = Number.NEGATIVE_INFINITY
  const reach = Math.hypot(b.width - at.width, b.height - at.height) / 2 || 1
  for (let y = 0; y + at.height <= b.height; y++) {
    for (let x = 0; x + at.width <= b.width; x++) {
      const score = correlation(a, at, b, x, y)
      const weighed = score - (FAR * Math.hypot(x - at.x, y - at.y)) / reach
      if (weighed <= most) continue
      most = weighed
      best = { x, y, score }
    }
  }
  return best
}

function roughShift(before: Plane, after: Plane, view: View, box: BoundingBox): Shift | null {
  const [a, b] = [halved(halved(before)), halved(halved(after))]
  const inCoarse = (value: number) => Math.round((value * view.scale) / COARSE)
  const at = {
    x: inCoarse(box.x - view.left),
    y: inCoarse(box.y - view.top),
    width: Math.max(2, inCoarse(box.w)),
    height: Math.max(2, inCoarse(box.h)),
  }
  const { x, y, score } = bestMatch(a, at, b)
  return score < LEAST_SCORE / 2 ? null : [(x - at.x) * COARSE, (y - at.y) * COARSE]
}

interface Moved {
  /** The shift of the box's middle, in pixels of the image. */
  dx: number
  dy: number
  scale: number
}

function medianFlow(before: Plane, after: Plane, view: View, box: BoundingBox, guess: Shift): Moved | null {
  const [a, b] = [pyramidOf(before), pyramidOf(after)]
  const points = gridOf(view, box)
  const found = followPoints(a, b, points, guess)
  const back = followPoints(b, a, found, [-guess[0], -guess[1]])
  const kept: number[] = []
  const errors: number[] = []
  for (let i = 0; i < points.length; i += 2) {
    const error = Math.hypot(
      (back[i] as number) - (points[i] as number),
      (back[i + 1] as number) - (points[i + 1] as number),
    )
    if (!(error <= MOST_ERROR)) continue
    kept.push(i)
    errors.push(error)
  }
  if (kept.length < LEAST_POINTS) return null
  const middle = median(errors)
  const good = kept.filter((_, n) => (errors[n] as number) <= middle)
  const shift = (axis: 0 | 1) => median(good.map((i) => (found[i + axis] as number) - (points[i + axis] as number)))
  const ratios: number[] = []
  for (const [n, i] of good.entries()) {
    for (const j of good.slice(n + 1)) {
      const was = distance(points, i, j)
      if (was > 0) ratios.push(distance(found, i, j) / was)
    }
  }
  const scale = ratios.length === 0 ? 1 : Math.min(MOST_SCALE, Math.max(1 / MOST_SCALE, median(ratios)))
  return { ...shiftOf([shift(0), shift(1)], view), scale }
}

function pyramidOf(plane: Plane): Plane[] {
  const levels = [plane]
  for (let k = 1; k < LEVELS; k++) {
    const { width, height } = levels[k - 1] as Plane
    levels.push(emptyPlane(width >> 1, height >> 1))
  }
  fillCoarserLevels(levels)
  return levels
}

function gridOf(view: View, { x, y, w, h }: BoundingBox): Float32Array {
  const points = new Float32Array(2 * GRID * GRID)
  for (let row = 0, at = 0; row < GRID; row++) {
    for (let column = 0; column < GRID; column++) {
      points[at++] = (x + ((column + 0.5) / GRID) * w - view.left) * view.scale
      points[at++] = (y + ((row + 0.5) / GRID) * h - view.top) * view.scale
    }
  }
  return points
}

const distance = (points: Float32Array, i: number, j: number): number =>
  Math.hypot((points[i] as number) - (points[j] as number), (points[i + 1] as number) - (points[j + 1] as number))

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[sorted.length >> 1] as number
}

function movedBox({ x, y, w, h }: BoundingBox, { dx, dy, scale }: Moved): BoundingBox {
  const [width, height] = [w * scale, h * scale]
  return { x: x + w / 2 + dx - width / 2, y: y + h / 2 + dy - height / 2, w: width, h: height }
}

/** Correlation of the two pictures of the object, at the same size. */
function likeness(from: Mips, box: BoundingBox, to: Mips, next: BoundingBox): number {
  const pictureOf = (mips: Mips, { x, y, w, h }: BoundingBox) => {
    const scale = SCORE_SIDE / Math.max(w, h)
    const [width, height] = [Math.max(2, Math.round(w * scale)), Math.max(2, Math.round(h * scale))]
    return planeOf(mips, { left: x, top: y, scale, width, height })
  }
  const [a, b] = [pictureOf(from, box), pictureOf(to, next)]
  const size = { width: Math.min(a.width, b.width), height: Math.min(a.height, b.height) }
  return correlation(a, { x: 0, y: 0, ...size }, b, 0, 0)
}

function insideShare({ x, y, w, h }: BoundingBox, { width, height }: Plane): number {
  const across = Math.min(width, x + w) - Math.max(0, x)
  const down = Math.min(height, y + h) - Math.max(0, y)
  return (Math.max(0, across) * Math.max(0, down)) / (w * h)
}
