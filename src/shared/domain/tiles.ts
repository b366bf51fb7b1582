/** Sliced inference, layout: overlapping tiles that cover an area (SAHI, Akyon et al. 2022). */
import type { Box } from './geometry.ts'

export interface Tiling {
  /** Side of a tile in pixels of the frame. */
  size: number
  /** Share of a tile that overlaps its neighbour, 0 to below 1. */
  overlap: number
}

/** Share of a tile that overlaps its neighbour where nobody chooses. */
export const USUAL_OVERLAP = 0.2

/**
 * Tiles of `size` in rows from the top left; the last tile of a row and of a column is moved back so that it ends with
 * the area. An area no larger than a tile is itself the only tile. Whole pixels if the area has whole pixels.
 */
export function tilesOf(area: Box, { size, overlap }: Tiling): Box[] {
  const step = Math.max(1, size - Math.round(size * overlap))
  const rows = spans(area.y1, area.y2, size, step)
  const columns = spans(area.x1, area.x2, size, step)
  return rows.flatMap(([y1, y2]) => columns.map(([x1, x2]) => ({ x1, y1, x2, y2 })))
}

/**
 * All regions that tiled inference on `area` covers: its tiles, and the whole area for objects larger than a tile. Only
 * the whole area if that is one tile.
 */
export function tilesAndWhole(area: Box, tiling: Tiling): Box[] {
  const tiles = tilesOf(area, tiling)
  return tiles.length > 1 ? [...tiles, area] : [area]
}

function spans(from: number, to: number, size: number, step: number): [number, number][] {
  if (to - from <= size) return [[from, to]]
  const starts: number[] = []
  for (let start = from; start + size < to; start += step) starts.push(start)
  return [...starts, to - size].map((start) => [start, start + size])
}
