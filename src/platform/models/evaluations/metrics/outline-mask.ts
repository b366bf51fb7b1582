/** The mask inside outlines: the pixels whose centres lie inside by the even-odd rule, found row by row. */

import type { Ring } from '../../../../shared/domain/detection.ts'
import type { Size } from '../../../../shared/domain/geometry.ts'
import type { Pauses } from '../../../machine/pauses.ts'
import { type Mask, maskOfRuns } from './masks.ts'

/** The edges that pass the centre of a row, by rising first row. An edge is an index; an outline can have 100,000. */
interface Edges {
  count: number
  /** First row whose centre an edge passes, and the row after the last one. */
  from: Int32Array
  to: Int32Array
  /** Where an edge crosses the centre of its first row, and how far that moves with each row. */
  x: Float64Array
  slope: Float64Array
  /** Edges by first row. */
  order: Uint32Array
}

/** `rings`: x, y, x, y … in pixels of the image; parts outside of it are cut off. */
export async function maskInside(rings: readonly Ring[], { width, height }: Size, pauses: Pauses): Promise<Mask> {
  const { count, from, to, x, slope, order } = edgesOf(rings, height)
  if (pauses.isDue) await pauses.take()
  const runs: number[] = []
  const parity = new Uint8Array(width + 1)
  const active = new Uint32Array(count)
  const columns = new Int32Array(count)
  let [live, next] = [0, 0]
  for (let row = from[order[0] ?? 0] ?? height; row < height && (live > 0 || next < count); row++) {
    while (next < count && (from[order[next] as number] as number) <= row) active[live++] = order[next++] as number
    let kept = 0
    for (let i = 0; i < live; i++) {
      const edge = active[i] as number
      if ((to[edge] as number) <= row) continue
      columns[kept] = columnOf((x[edge] as number) + (row - (from[edge] as number)) * (slope[edge] as number), width)
      active[kept++] = edge
    }
    live = kept
    const turns = inOrder(columns.subarray(0, live), parity)
    for (let i = 0; i + 1 < turns.length; i += 2) {
      const start = row * width + (turns[i] as number)
      const end = row * width + (turns[i + 1] as number)
      if (end <= start) continue
      if (runs.at(-1) === start) runs[runs.length - 1] = end
      else runs.push(start, end)
    }
    if (pauses.isDue) await pauses.take()
  }
  return maskOfRuns(new Int32Array(runs), width)
}

/** More crossings of a row than these are not sorted, so that a jagged outline takes no longer than its crossings. */
const SORTED = 64

/** The columns at which a row changes between outside and inside. `parity`: of each column, all 0 before and after. */
function inOrder(columns: Int32Array, parity: Uint8Array): ArrayLike<number> {
  if (columns.length <= SORTED) return columns.sort()
  for (let i = 0; i < columns.length; i++) {
    const at = columns[i] as number
    parity[at] = (parity[at] as number) ^ 1
  }
  const turns: number[] = []
  for (let at = parity.indexOf(1); at !== -1; at = parity.indexOf(1, at + 1)) {
    turns.push(at)
    parity[at] = 0
  }
  return turns
}

/** The first column whose centre is not left of x. */
const columnOf = (x: number, width: number): number => Math.min(width, Math.max(0, Math.ceil(x - 0.5)))

function edgesOf(rings: readonly Ring[], height: number): Edges {
  const most = rings.reduce((points, ring) => points + ring.length / 2, 0)
  const [from, to] = [new Int32Array(most), new Int32Array(most)]
  const [x, slope] = [new Float64Array(most), new Float64Array(most)]
  let count = 0
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      const after = i + 2 < ring.length ? i + 2 : 0
      const isDown = (ring[i + 1] as number) < (ring[after + 1] as number)
      const [top, bottom] = isDown ? [i, after] : [after, i]
      const [x1, y1] = [ring[top] as number, ring[top + 1] as number]
      const [x2, y2] = [ring[bottom] as number, ring[bottom + 1] as number]
      const first = Math.max(0, Math.ceil(y1 - 0.5))
      const end = Math.min(height, Math.ceil(y2 - 0.5))
      if (first >= end) continue
      slope[count] = (x2 - x1) / (y2 - y1)
      x[count] = x1 + (first + 0.5 - y1) * (slope[count] as number)
      from[count] = first
      to[count++] = end
    }
  }
  return { count, from, to, x, slope, order: byFirstRow(from.subarray(0, count), height) }
}

/** Edges by first row, placed by the number of edges that begin before theirs. */
function byFirstRow(from: Int32Array, height: number): Uint32Array {
  const next = new Uint32Array(height + 1)
  for (const row of from) next[row + 1] = (next[row + 1] as number) + 1
  for (let row = 0; row < height; row++) next[row + 1] = (next[row + 1] as number) + (next[row] as number)
  const order = new Uint32Array(from.length)
  for (let edge = 0; edge < from.length; edge++) {
    const row = from[edge] as number
    order[next[row] as number] = edge
    next[row] = (next[row] as number) + 1
  }
  return order
}
