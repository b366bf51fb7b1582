import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { letteringOf } from '../../../src/engine/draw/lettering.ts'
import { fillPolygon, fillRoundBox, strokeBox, strokeSegment } from '../../../src/engine/draw/shapes.ts'
import { Surface } from '../../../src/engine/draw/surface.ts'
import { Trails } from '../../../src/engine/draw/trails.ts'
import { insidePolygon, type Point } from '../../../src/shared/domain/geometry.ts'
import { canvas, lumaAt, painted } from './canvas.ts'

const INK = { y: 220, u: 90, v: 160, rgb: [200, 240, 120] } as const
const point = fc.record({
  x: fc.double({ min: -30, max: 130, noNaN: true }),
  y: fc.double({ min: -30, max: 110, noNaN: true }),
})

const distanceTo = (p: Point, a: Point, b: Point): number => {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const squared = dx * dx + dy * dy
  const t = squared > 0 ? Math.max(0, Math.min(1, ((p.x - a.x) * dx + (p.y - a.y) * dy) / squared)) : 0
  return Math.hypot(p.x - a.x - t * dx, p.y - a.y - t * dy)
}

describe('shapes', () => {
  it('fill a polygon of any form by the even-odd rule', () => {
    fc.assert(
      fc.property(fc.array(point, { minLength: 3, maxLength: 8 }), (polygon) => {
        const { image } = canvas(101, 81, 20)
        fillPolygon(new Surface(image), polygon, INK, 1)
        const wrong: string[] = []
        for (let y = 0; y < 81; y++) {
          for (let x = 0; x < 101; x++) {
            const p = { x: x + 0.5, y: y + 0.5 }
            const expected = insidePolygon(p, polygon) ? INK.y : 20
            if (Math.abs(lumaAt(image, x, y) - expected) <= 1) continue
            const onEdge = polygon.some((a, i) => distanceTo(p, a, polygon[(i + 1) % polygon.length] as Point) < 1.2)
            if (!onEdge) wrong.push(`${x},${y}`)
          }
        }
        expect(wrong).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('stroke a segment at the given width, with round ends', () => {
    fc.assert(
      fc.property(point, point, fc.double({ min: 1, max: 12, noNaN: true }), (a, b, width) => {
        const { image } = canvas(101, 81, 20)
        strokeSegment(new Surface(image), a, b, width, width, INK)
        let wrong = 0
        for (let y = 0; y < 81; y++) {
          for (let x = 0; x < 101; x++) {
            const distance = distanceTo({ x: x + 0.5, y: y + 0.5 }, a, b)
            if (distance < width / 2 - 0.6 && lumaAt(image, x, y) !== INK.y) wrong++
            if (distance > width / 2 + 0.6 && lumaAt(image, x, y) !== 20) wrong++
          }
        }
        expect(wrong).toBe(0)
      }),
      { numRuns: 150 },
    )
  })

  it('stroke a box evenly on all four sides, at any offset', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 5, max: 30, noNaN: true }),
        fc.double({ min: 5, max: 30, noNaN: true }),
        fc.double({ min: 20, max: 60, noNaN: true }),
        fc.double({ min: 20, max: 45, noNaN: true }),
        fc.double({ min: 1, max: 5, noNaN: true }),
        (x1, y1, w, h, thickness) => {
          const { image } = canvas(101, 81, 20)
          strokeBox(new Surface(image), { x1, y1, x2: x1 + w, y2: y1 + h }, 4, thickness, INK, 1)
          // Across the middle, the ink of both sides adds up to twice the thickness.
          const middleY = Math.floor(y1 + h / 2)
          const middleX = Math.floor(x1 + w / 2)
          let across = 0
          let down = 0
          for (let x = 0; x < 101; x++) across += (lumaAt(image, x, middleY) - 20) / 200
          for (let y = 0; y < 81; y++) down += (lumaAt(image, middleX, y) - 20) / 200
          expect(Math.abs(across - 2 * thickness)).toBeLessThan(0.1)
          expect(Math.abs(down - 2 * thickness)).toBeLessThan(0.1)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('tint chroma with luma, at odd edges too', () => {
    const { image } = canvas(41, 31, 20)
    fillRoundBox(new Surface(image), { x1: 0, y1: 0, x2: 41, y2: 31 }, 0, INK, 1)
    for (let y = 0; y < 16; y++) {
      for (let x = 0; x < 21; x++) {
        expect(image.u[y * image.strideUV + x]).toBe(INK.u)
        expect(image.v[y * image.strideUV + x]).toBe(INK.v)
      }
    }
    const { image: half } = canvas(41, 31, 20)
    new Surface(half).fillRect(3, 4, 5, 6, INK)
    // 2 x 2 samples straddle the rectangle: each gets its share.
    expect(half.u[2 * half.strideUV + 1]).toBe(Math.round(128 + (INK.u - 128) / 2))
    expect(half.u[2 * half.strideUV + 3]).toBe(128)
  })
})

describe('lettering', () => {
  it('draws all characters, accents and arrows included', () => {
    const font = letteringOf(20)
    for (const text of ['car #12', 'Fußgänger', 'A→B', 'Велосипед']) {
      const { image } = canvas(300, 40, 20)
      font.draw(new Surface(image), text, 5, 28, INK)
      expect(painted(image, 20)).toBeGreaterThan(20 * text.length)
      expect(painted(image, 20, font.widthOf(text) + 8)).toBe(0)
    }
  })
  it('gives invisible characters no width', () => {
    const font = letteringOf(16)
    expect(font.widthOf('a\u0000\u200bb')).toBe(font.widthOf('ab'))
  })
})

describe('trails', () => {
  it('forget tracks that have disappeared, however many there were', () => {
    const trails = new Trails(2)
    for (let i = 0; i < 5000; i++) {
      trails.advance(i * 0.1)
      trails.add(i + 1, 'car', { x1: i % 90, y1: 0, x2: (i % 90) + 5, y2: 20 }, 100)
    }
    expect(trails.size).toBeLessThanOrEqual(22)
  })
  it('hold few points for an object that rests or moves straight, and keep a turn', () => {
    const trails = new Trails(60)
    for (let i = 0; i < 1000; i++) {
      trails.advance(i / 25)
      trails.add(1, 'car', { x1: 100, y1: 0, x2: 120, y2: 20 }, 1000)
      const [x, y] = i < 500 ? [i, 0] : [500, i - 500]
      trails.add(2, 'car', { x1: x, y1: y, x2: x + 20, y2: y + 20 }, 1000)
    }
    const [standing, turning] = [...trails.all()].map((t) => t.points)
    expect(standing?.length).toBeLessThan(5)
    expect(turning?.length).toBeLessThan(60)
    expect(turning?.some((p) => Math.hypot(p.x - 510, p.y - 20) < 3)).toBe(true)
    expect(turning?.at(-1)).toMatchObject({ x: 510, y: 519 })
  })
})
