/** The mask inside outlines: the pixels whose centres lie inside by the even-odd rule, found row by row. */

import type { Ring } from '../../../shared/domain/detection.ts'
import type { Size } from '../../../shared/domain/geometry.ts'
import type { Pauses } from '../../machine/pauses.ts'
import { type Mask, maskOfRuns } from './masks.ts'

interface Edge {
  /** First row whose centre it passes, and the row after the last one. */
  from: number
  to: number
  /** Where it crosses the centre of the row in turn, and how far that moves with each row. */
  x: number
  slope: number
}

/** `rings`: x, y, x, y … in pixels of the image; parts outside of it are cut off. */
export async function maskInside(rings: readonly Ring[], { width, height }: Size, pauses: Pauses): Promise<Mask> {
  const edges = rings.flatMap((ring) => edgesOf(ring, height)).sort((a, b) => a.from - b.from)
  const runs: number[] = []
  let active: Edge[] = []
  let next = 0
  for (let row = edges[0]?.from ?? height; row < height && (active.length > 0 || next < edges.length); row++) {
    while (next < edges.length && (edges[next] as Edge).from <= row) active.push(edges[next++] as Edge)
    active = active.filter(({ to }) => to > row)
    const crossings = active.map((edge) => edge.x + (row - edge.from) * edge.slope).sort((a, b) => a - b)
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const start = row * width + column(crossings[i] as number, width)
      const end = row * width + column(crossings[i + 1] as number, width)
      if (end <= start) continue
      if (runs.at(-1) === start) runs[runs.length - 1] = end
      else runs.push(start, end)
    }
    if (pauses.isDue) await pauses.take()
  }
  return maskOfRuns(Int32Array.from(runs), width)
}

/** The first column whose centre is not left of x. */
const column = (x: number, width: number): number => Math.min(width, Math.max(0, Math.ceil(x - 0.5)))

function edgesOf(ring: Ring, height: number): Edge[] {
  const edges: Edge[] = []
  for (let i = 0; i < ring.length; i += 2) {
    const after = i + 2 < ring.length ? i + 2 : 0
    const isDown = (ring[i + 1] as number) < (ring[after + 1] as number)
    const [top, bottom] = isDown ? [i, after] : [after, i]
    const [x1, y1] = [ring[top] as number, ring[top + 1] as number]
    const [x2, y2] = [ring[bottom] as number, ring[bottom + 1] as number]
    const from = Math.max(0, Math.ceil(y1 - 0.5))
    const to = Math.min(height, Math.ceil(y2 - 0.5))
    if (from >= to) continue
    const slope = (x2 - x1) / (y2 - y1)
    edges.push({ from, to, x: x1 + (from + 0.5 - y1) * slope, slope })
  }
  return edges
}
