/** Resolves overlaps of boxes by the shortest move. Pure. */

import type { Position } from '../document/document.ts'
import type { Box } from '../document/guides.ts'

export type Direction = 'down' | 'right' | 'left' | 'up'

/** In order of preference when two directions are equally short. */
export const EVERY_WAY: readonly Direction[] = ['down', 'right', 'left', 'up']

/** Minimum distance between boxes, in canvas pixels; figures and marks overhang a block by less. */
export const GAP = 16
const GRID = 10

export const covers = (a: Box, b: Box, gap = 0): boolean =>
  a.x < b.x + b.width + gap && b.x < a.x + a.width + gap && a.y < b.y + b.height + gap && b.y < a.y + a.height + gap

/** Returns the shortest straight move, in grid steps, after which no box of the group overlaps a taken one. */
export function wayOut(group: readonly Box[], taken: readonly Box[], ways: readonly Direction[] = EVERY_WAY): Position {
  const lengths = ways.map((way) => ({ way, length: lengthOf(way, group, taken) }))
  const shortest = lengths.reduce((best, one) => (one.length < best.length ? one : best))
  return step(shortest.way, shortest.length)
}

/** Returns the distance that the group must move in one direction to overlap nothing. */
function lengthOf(way: Direction, group: readonly Box[], taken: readonly Box[]): number {
  const [at, size, across, breadth] =
    way === 'down' || way === 'up' ? (['y', 'height', 'x', 'width'] as const) : (['x', 'width', 'y', 'height'] as const)
  const forward = way === 'down' || way === 'right'
  const blocked: [from: number, to: number][] = []
  for (const box of group) {
    for (const other of taken) {
      if (box[across] >= other[across] + other[breadth] + GAP || other[across] >= box[across] + box[breadth] + GAP) {
        continue
      }
      const low = other[at] - GAP - box[at] - box[size]
      const high = other[at] + other[size] + GAP - box[at]
      const [from, to] = forward ? [low, high] : [-high, -low]
      if (to > 0) blocked.push([from, to])
    }
  }
  let length = 0
  for (const [from, to] of blocked.sort((a, b) => a[0] - b[0])) {
    if (from < length && length < to) length = Math.ceil(to / GRID) * GRID
  }
  return length
}

function step(way: Direction, length: number): Position {
  if (length === 0) return { x: 0, y: 0 }
  switch (way) {
    case 'down':
      return { x: 0, y: length }
    case 'up':
      return { x: 0, y: -length }
    case 'right':
      return { x: length, y: 0 }
    case 'left':
      return { x: -length, y: 0 }
  }
}

/** Returns new corners for overlapping boxes: the first in reading order stays, the others move in one direction. */
export function apart(boxes: ReadonlyMap<string, Box>, way: 'down' | 'right' = 'down'): Record<string, Position> {
  if (!anyCovered([...boxes.values()])) return {}
  const first = way === 'down' ? ('y' as const) : ('x' as const)
  const second = way === 'down' ? ('x' as const) : ('y' as const)
  const order = [...boxes].sort(([, a], [, b]) => a[first] - b[first] || a[second] - b[second])
  const placed: Box[] = []
  const moved: Record<string, Position> = Object.create(null)
  for (const [id, box] of order) {
    if (!placed.some((other) => covers(box, other))) {
      placed.push(box)
      continue
    }
    const by = wayOut([box], placed, [way])
    moved[id] = { x: box.x + by.x, y: box.y + by.y }
    placed.push({ ...box, ...moved[id] })
  }
  return moved
}

/** Sweeps from left to right and compares only boxes that share a column. */
function anyCovered(boxes: readonly Box[]): boolean {
  let open: Box[] = []
  for (const box of [...boxes].sort((a, b) => a.x - b.x)) {
    open = open.filter((o) => o.x + o.width > box.x)
    if (open.some((o) => covers(o, box))) return true
    open.push(box)
  }
  return false
}
