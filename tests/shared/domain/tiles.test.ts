import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Box } from '../../../src/shared/domain/geometry.ts'
import { tilesAndWhole, tilesOf } from '../../../src/shared/domain/tiles.ts'

const area = fc
  .record({
    x: fc.integer({ min: 0, max: 500 }),
    y: fc.integer({ min: 0, max: 500 }),
    width: fc.integer({ min: 1, max: 3000 }),
    height: fc.integer({ min: 1, max: 3000 }),
  })
  .map(({ x, y, width, height }): Box => ({ x1: x, y1: y, x2: x + width, y2: y + height }))
const tiling = fc.record({
  size: fc.integer({ min: 256, max: 2000 }),
  overlap: fc.double({ min: 0, max: 0.5, noNaN: true }),
})

test('tiles lie inside the area, cover all of it, and have the given size if the area is that large', () => {
  fc.assert(
    fc.property(
      area,
      tiling,
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (whole, how, u, v) => {
        const tiles = tilesOf(whole, how)
        const [width, height] = [whole.x2 - whole.x1, whole.y2 - whole.y1]
        for (const tile of tiles) {
          expect(tile.x2 - tile.x1).toBe(Math.min(how.size, width))
          expect(tile.y2 - tile.y1).toBe(Math.min(how.size, height))
          expect(
            Math.min(tile.x1 - whole.x1, tile.y1 - whole.y1, whole.x2 - tile.x2, whole.y2 - tile.y2),
          ).toBeGreaterThanOrEqual(0)
        }
        const [x, y] = [whole.x1 + u * width, whole.y1 + v * height]
        expect(tiles.some((t) => t.x1 <= x && x < t.x2 && t.y1 <= y && y < t.y2)).toBe(true)
      },
    ),
  )
})

test('neighbours share at least the given overlap', () => {
  fc.assert(
    fc.property(area, tiling, (whole, how) => {
      const row = tilesOf(whole, how).filter((t) => t.y1 === whole.y1)
      for (const [i, tile] of row.entries()) {
        const next = row[i + 1]
        if (next) expect(tile.x2 - next.x1).toBeGreaterThanOrEqual(Math.round(how.size * how.overlap))
      }
    }),
  )
})

test('a full HD frame in tiles of 640 with an overlap of a fifth gives four by two tiles, and the whole', () => {
  const frame = { x1: 0, y1: 0, x2: 1920, y2: 1080 }
  const results = tilesAndWhole(frame, { size: 640, overlap: 0.2 })
  expect(results.map((t) => [t.x1, t.y1])).toEqual([
    ...[0, 512, 1024, 1280].map((x) => [x, 0]),
    ...[0, 512, 1024, 1280].map((x) => [x, 440]),
    [0, 0],
  ])
  expect(results.at(-1)).toEqual(frame)
})

test('an area no larger than a tile is one tile, unchanged', () => {
  const small = { x1: 100, y1: 50, x2: 740, y2: 500 }
  expect(tilesAndWhole(small, { size: 640, overlap: 0.2 })).toEqual([small])
})
