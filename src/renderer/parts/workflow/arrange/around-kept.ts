/** Positions blocks around others that keep their positions. */
import type { Position } from '../document/document.ts'

export interface Arranged {
  id: string
  width: number
  height: number
  /** Position in the automatic layout of the whole graph. */
  at: Position
}

const GAP = 20

/**
 * Keeps each block at its offset from the nearest kept block in the automatic layout, moved down until it overlaps
 * nothing. Returns the positions of the blocks that are not kept.
 */
export function aroundKept(
  all: readonly Arranged[],
  kept: Readonly<Record<string, Position>>,
): Record<string, Position> {
  const anchors = all.filter((block) => kept[block.id])
  const taken = anchors.map((block) => ({ ...block, at: kept[block.id] as Position }))
  const places: Record<string, Position> = Object.create(null)
  const others = all.filter((block) => !kept[block.id]).sort((a, b) => a.at.y - b.at.y || a.at.x - b.at.x)
  for (const block of others) {
    const anchor = nearest(block, anchors)
    const now = anchor && kept[anchor.id]
    const at = now
      ? { x: block.at.x - anchor.at.x + now.x, y: block.at.y - anchor.at.y + now.y }
      : { x: block.at.x, y: block.at.y }
    for (let hit = hitOf(block, at, taken); hit; hit = hitOf(block, at, taken)) at.y = hit.at.y + hit.height + GAP
    taken.push({ ...block, at })
    places[block.id] = at
  }
  return places
}

function nearest(block: Arranged, anchors: readonly Arranged[]): Arranged | undefined {
  const distance = (a: Arranged) => Math.hypot(a.at.x - block.at.x, a.at.y - block.at.y)
  return anchors.reduce<Arranged | undefined>(
    (best, a) => (best && distance(best) <= distance(a) ? best : a),
    undefined,
  )
}

const hitOf = (block: Arranged, at: Position, taken: readonly Arranged[]): Arranged | undefined =>
  taken.find(
    (o) =>
      at.x < o.at.x + o.width + GAP &&
      o.at.x < at.x + block.width + GAP &&
      at.y < o.at.y + o.height + GAP &&
      o.at.y < at.y + block.height + GAP,
  )
