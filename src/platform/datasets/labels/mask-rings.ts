/**
 * Converts masks to rings and back. Rings follow the edges of pixels, so that a mask, its rings, and the mask of these rings are
 * the same. Rings are filled by the even-odd rule; those of holes run the other way round.
 */
import { type Pauses, pausing } from '../../machine/pauses.ts'
import type { Point } from './neutral.ts'
import type { Mask } from './rle.ts'

/** Masks with longer outlines are rather noise. */
const MAX_EDGES = 1_000_000
/** Rasterizing beyond this many crossings would hold up the server. */
export const MAX_CROSSINGS = 100_000

/** Others are answered meanwhile. @throws RangeError for a mask with more than a million edges */
export async function ringsOf({ width, height, runs }: Mask): Promise<Point[][]> {
  const pause = pausing()
  const edges = createEdges(width + 1)
  let before: number[] = []
  let [run, left, isSet] = [0, runs[0] ?? 0, false]
  for (let x = 0; x <= width; x++) {
    if (pause.isDue) await pause.take()
    // The rows where this column changes: it is set from the first to the second, and so on.
    const changes: number[] = []
    for (let y = 0; x < width && y < height; ) {
      while (left === 0) {
        left = runs[++run] ?? Number.POSITIVE_INFINITY
        isSet = !isSet
      }
      const end = Math.min(height, y + left)
      if (isSet) {
        if (changes.at(-1) === y) changes[changes.length - 1] = end
        else changes.push(y, end)
        edges.check()
      }
      left -= end - y
      y = end
    }
    for (let i = 0; i < changes.length; i += 2) {
      const [top, bottom] = [changes[i] as number, changes[i + 1] as number]
      edges.add(x, top, x + 1, top)
      edges.add(x + 1, bottom, x, bottom)
    }
    addSides(edges, x, before, changes)
    before = changes
  }
  return edges.rings(pause)
}

/** Sides between two columns: up where the right one is set, down where the left one is. */
function addSides(edges: ReturnType<typeof createEdges>, x: number, left: readonly number[], right: readonly number[]) {
  let [l, r, from] = [0, 0, 0]
  while (l < left.length || r < right.length) {
    const y = Math.min(left[l] ?? Number.POSITIVE_INFINITY, right[r] ?? Number.POSITIVE_INFINITY)
    const [inLeft, inRight] = [l % 2 === 1, r % 2 === 1]
    if (y > from && inLeft !== inRight) {
      if (inRight) edges.add(x, y, x, from)
      else edges.add(x, from, x, y)
    }
    if (left[l] === y) l++
    if (right[r] === y) r++
    from = y
  }
}

function createEdges(stride: number) {
  /** The ends of the edges that begin at a point: one, or two where corners touch. */
  const ends = new Map<number, number[]>()
  let count = 0

  const add = (x1: number, y1: number, x2: number, y2: number): void => {
    const [from, to] = [y1 * stride + x1, y2 * stride + x2]
    const there = ends.get(from)
    if (there) there.push(to)
    else ends.set(from, [to])
    count++
  }
  /** Where two edges begin, the one to the right, so that parts that touch at a corner stay apart. */
  const next = (before: number, at: number): number => {
    const found = ends.get(at) as number[]
    const [a, b] = found
    if (b === undefined) {
      ends.delete(at)
      return a as number
    }
    const [dx, dy] = [(at % stride) - (before % stride), Math.floor(at / stride) - Math.floor(before / stride)]
    const [ax, ay] = [
      ((a as number) % stride) - (at % stride),
      Math.floor((a as number) / stride) - Math.floor(at / stride),
    ]
    const isRight = dx * ay - dy * ax > 0
    ends.set(at, [isRight ? b : (a as number)])
    return isRight ? (a as number) : b
  }

  return {
    add,
    check(): void {
      if (count > MAX_EDGES) throw new RangeError('The mask has too many edges.')
    },
    async rings(pause: Pauses): Promise<Point[][]> {
      const rings: Point[][] = []
      for (const start of [...ends.keys()]) {
        while (ends.has(start)) {
          if (pause.isDue) await pause.take()
          const keys = [start]
          let [before, at] = [start, (ends.get(start) as number[])[0] as number]
          removeFirst(ends, start)
          while (at !== start) {
            keys.push(at)
            const to = next(before, at)
            ;[before, at] = [at, to]
          }
          rings.push(corners(keys.map((key) => ({ x: key % stride, y: Math.floor(key / stride) }))))
        }
      }
      return rings
    },
  }
}

function removeFirst(ends: Map<number, number[]>, key: number): void {
  const [, second] = ends.get(key) as number[]
  if (second === undefined) ends.delete(key)
  else ends.set(key, [second])
}

/** Without the points on a straight line. */
function corners(points: readonly Point[]): Point[] {
  return points.filter((point, i) => {
    const before = points.at(i - 1) as Point
    const after = points[(i + 1) % points.length] as Point
    return (before.x !== point.x || point.x !== after.x) && (before.y !== point.y || point.y !== after.y)
  })
}

/** The pixels whose centres the rings fill; null when that takes too long. */
export function maskOfRings(rings: readonly (readonly Point[])[], width: number, height: number): Mask | null {
  const columns = new Map<number, number[]>()
  let crossings = 0
  for (const ring of rings) {
    let before = ring.at(-1)
    for (const point of ring) {
      if (before) crossings += cross(columns, before, point, width)
      if (crossings > MAX_CROSSINGS) return null
      before = point
    }
  }
  const runs: number[] = []
  let [length, isSet] = [0, false]
  const fill = (n: number, value: boolean): void => {
    if (n === 0) return
    if (value !== isSet) {
      runs.push(length)
      ;[length, isSet] = [0, value]
    }
    length += n
  }
  for (let x = 0; x < width; x++) {
    const rows = (columns.get(x) ?? []).sort((a, b) => a - b)
    let at = 0
    for (let i = 0; i + 1 < rows.length; i += 2) {
      const from = Math.max(at, firstRow(rows[i] as number, height))
      const to = Math.max(from, firstRow(rows[i + 1] as number, height))
      fill(from - at, false)
      fill(to - from, true)
      at = to
    }
    fill(height - at, false)
  }
  runs.push(length)
  return { width, height, runs }
}

/** The first row whose centre is not above the position. */
const firstRow = (y: number, height: number): number => Math.min(height, Math.max(0, Math.ceil(y - 0.5)))

/** Notes where an edge crosses the centre lines of columns; returns their number. */
function cross(columns: Map<number, number[]>, a: Point, b: Point, width: number): number {
  const [left, right] = a.x <= b.x ? [a, b] : [b, a]
  const first = Math.max(0, Math.ceil(left.x - 0.5))
  const end = Math.min(width, Math.ceil(right.x - 0.5))
  for (let x = first; x < end; x++) {
    const y = left.y + ((x + 0.5 - left.x) / (right.x - left.x)) * (right.y - left.y)
    const there = columns.get(x)
    if (there) there.push(y)
    else columns.set(x, [y])
  }
  return Math.max(0, end - first)
}
