/** Masks as runs of pixels, counted along the rows of an image. */
import type { Pauses } from '../../../machine/pauses.ts'

export interface Extent {
  x: number
  y: number
  w: number
  h: number
}

export interface Mask {
  /** Start and end of each run: start1, end1, start2 … rising, without overlap; a pixel's number is y * width + x. */
  readonly runs: Int32Array
  /** Pixels. */
  readonly area: number
  /** The smallest box around its pixels. */
  readonly extent: Extent
}

/** Pixels that two masks of the same image have in common. */
export function commonPixels(a: Int32Array, b: Int32Array): number {
  let common = 0
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const end = Math.min(a[i + 1] as number, b[j + 1] as number)
    const start = Math.max(a[i] as number, b[j] as number)
    if (end > start) common += end - start
    if ((a[i + 1] as number) <= end) i += 2
    if ((b[j + 1] as number) <= end) j += 2
  }
  return common
}

export function pixelsOf(runs: Int32Array): number {
  let pixels = 0
  for (let i = 0; i < runs.length; i += 2) pixels += (runs[i + 1] as number) - (runs[i] as number)
  return pixels
}

/** The runs of all pixels that are in any of the masks. */
export async function unionOf(masks: readonly Mask[], pauses: Pauses): Promise<Int32Array> {
  let level = masks.map(({ runs }) => runs)
  while (level.length > 1) {
    const next: Int32Array[] = []
    for (let i = 0; i < level.length; i += 2) {
      const [a, b] = [level[i] as Int32Array, level[i + 1]]
      next.push(b ? merged(a, b) : a)
      if (pauses.isDue) await pauses.take()
    }
    level = next
  }
  return level[0] ?? new Int32Array()
}

function merged(a: Int32Array, b: Int32Array): Int32Array {
  const runs = new Int32Array(a.length + b.length)
  let length = 0
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const fromA = j >= b.length || (i < a.length && (a[i] as number) <= (b[j] as number))
    const [source, at] = fromA ? [a, i] : [b, j]
    if (fromA) i += 2
    else j += 2
    const [start, end] = [source[at] as number, source[at + 1] as number]
    if (length > 0 && start <= (runs[length - 1] as number)) {
      runs[length - 1] = Math.max(runs[length - 1] as number, end)
    } else {
      runs[length++] = start
      runs[length++] = end
    }
  }
  return runs.slice(0, length)
}

/** `width`: of the image. */
export function maskOfRuns(runs: Int32Array, width: number): Mask {
  if (runs.length === 0) return { runs, area: 0, extent: { x: 0, y: 0, w: 0, h: 0 } }
  let left = width
  let right = 0
  for (let i = 0; i < runs.length; i += 2) {
    const [start, last] = [runs[i] as number, (runs[i + 1] as number) - 1]
    const isOneRow = Math.floor(start / width) === Math.floor(last / width)
    left = Math.min(left, isOneRow ? start % width : 0)
    right = Math.max(right, isOneRow ? (last % width) + 1 : width)
  }
  const top = Math.floor((runs[0] as number) / width)
  const bottom = Math.floor(((runs[runs.length - 1] as number) - 1) / width) + 1
  return { runs, area: pixelsOf(runs), extent: { x: left, y: top, w: right - left, h: bottom - top } }
}
