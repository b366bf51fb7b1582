import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pixelate } from '../../../src/engine/draw/blur.ts'
import { createOverlay } from '../../../src/engine/draw/overlay.ts'
import { fillRings } from '../../../src/engine/draw/shapes.ts'
import { Surface } from '../../../src/engine/draw/surface.ts'
import { type ConfigOf, withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import type { Detection, Keypoint } from '../../../src/shared/domain/detection.ts'
import { canvas, lumaAt, painted } from './canvas.ts'

const NOTHING = { boxes: false, masks: false, keypoints: false, labels: false, trails: false, geometries: false }
const config = (c: Partial<ConfigOf<'visualize'>>) => withDefaults('visualize', { ...NOTHING, ...c })
const BOX = { x1: 40, y1: 40, x2: 160, y2: 140 }
const detection = (extra: Partial<Detection>): Detection => ({
  box: BOX,
  score: 0.9,
  classId: 0,
  className: 'person',
  modelNodeId: 'm',
  id: 1,
  ...extra,
})
const draw = (image: ReturnType<typeof canvas>['image'], c: Partial<ConfigOf<'visualize'>>, d: Partial<Detection>) =>
  createOverlay(config(c), {}).draw(image, { ptsS: 0, detections: [detection(d)], geometries: [] })

const square = (x1: number, y1: number, x2: number, y2: number) => [x1, y1, x2, y1, x2, y2, x1, y2]
/** A frame of a square with a square hole. */
const RINGS = [square(50, 50, 150, 130), square(80, 70, 120, 110)]

describe('masks', () => {
  it('tint and outline the shape, and leave its hole and the surroundings unchanged', () => {
    const { image } = canvas(200, 180)
    draw(image, { masks: true }, { rings: RINGS })
    const tint = lumaAt(image, 65, 90)
    expect(tint).not.toBe(120)
    expect(lumaAt(image, 135, 90)).toBe(tint)
    expect(lumaAt(image, 100, 90)).toBe(120)
    expect(lumaAt(image, 50, 90)).not.toBe(tint)
    expect(painted(image, 120, 0, 0, 200, 44)).toBe(0)
    expect(painted(image, 120, 0, 136, 200, 180)).toBe(0)
  })

  it('are drawn only when they are enabled and present', () => {
    const { image } = canvas(200, 180)
    draw(image, { masks: false }, { rings: RINGS })
    draw(image, { masks: true }, {})
    draw(image, { masks: true }, { rings: [] })
    expect(painted(image)).toBe(0)
  })

  it('cover the area of the even-odd rule, for any outlines', () => {
    const coordinate = fc.integer({ min: -20, max: 84 })
    const ring = fc.array(coordinate, { minLength: 6, maxLength: 14 }).map((r) => r.slice(0, r.length & ~1))
    fc.assert(
      fc.property(fc.array(ring, { minLength: 1, maxLength: 3 }), (rings) => {
        const { image, intact } = canvas(64, 64, 0)
        fillRings(new Surface(image), rings, { y: 255, u: 128, v: 128, rgb: [255, 255, 255] }, 1)
        expect(intact()).toBe(true)
        const wrong: string[] = []
        for (let y = 0; y < 64; y++) {
          for (let x = 0; x < 64; x++) {
            if (nearAnEdge(rings, x + 0.5, y + 0.5)) continue
            if (lumaAt(image, x, y) > 127 !== insideRings(rings, x + 0.5, y + 0.5)) wrong.push(`${x},${y}`)
          }
        }
        expect(wrong).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
})

function insideRings(rings: readonly (readonly number[])[], x: number, y: number): boolean {
  let inside = false
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [ax, ay, bx, by] = [ring[i], ring[i + 1], ring[j], ring[j + 1]] as [number, number, number, number]
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
    }
  }
  return inside
}

function nearAnEdge(rings: readonly (readonly number[])[], x: number, y: number): boolean {
  return rings.some((ring) => {
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      const [ax, ay, bx, by] = [ring[i], ring[i + 1], ring[j], ring[j + 1]] as [number, number, number, number]
      const squared = (bx - ax) ** 2 + (by - ay) ** 2
      const t = squared > 0 ? Math.max(0, Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / squared)) : 0
      if (Math.hypot(x - ax - t * (bx - ax), y - ay - t * (by - ay)) < 1.1) return true
    }
    return false
  })
}

describe('keypoints', () => {
  /** On a circle, so that few limbs cross. */
  const points = (count: number, score = 0.9): Keypoint[] =>
    Array.from({ length: count }, (_, i) => {
      const angle = (2 * Math.PI * i) / 17
      return { x: 200 + 150 * Math.cos(angle), y: 180 + 150 * Math.sin(angle), score }
    })
  const isDrawnAt = (image: ReturnType<typeof canvas>['image'], { x, y }: { x: number; y: number }) =>
    lumaAt(image, Math.floor(x), Math.floor(y)) !== 120
  const between = (a: Keypoint | undefined, b: Keypoint | undefined) => ({
    x: ((a?.x ?? 0) + (b?.x ?? 0)) / 2,
    y: ((a?.y ?? 0) + (b?.y ?? 0)) / 2,
  })

  it('are joined by a skeleton when they are the 17 of COCO', () => {
    const { image } = canvas(400, 360)
    const body = points(17)
    draw(image, { keypoints: true }, { keypoints: body })
    for (const point of body) expect(isDrawnAt(image, point)).toBe(true)
    // From shoulder to shoulder, and from ankle to ankle.
    expect(isDrawnAt(image, between(body[5], body[6]))).toBe(true)
    expect(isDrawnAt(image, between(body[15], body[16]))).toBe(false)
    const { image: others } = canvas(400, 360)
    draw(others, { keypoints: true }, { keypoints: points(16) })
    expect(isDrawnAt(others, body[5] as Keypoint)).toBe(true)
    expect(isDrawnAt(others, between(body[5], body[6]))).toBe(false)
  })

  it('skip points of low score, with the limbs that lead there', () => {
    const { image } = canvas(400, 360)
    draw(image, { keypoints: true }, { keypoints: points(17, 0.1) })
    expect(painted(image)).toBe(0)
    const body = points(17).map((k, i) => (i === 6 ? { ...k, score: 0 } : k))
    draw(image, { keypoints: true }, { keypoints: body })
    expect(isDrawnAt(image, body[5] as Keypoint)).toBe(true)
    expect(isDrawnAt(image, body[6] as Keypoint)).toBe(false)
    expect(isDrawnAt(image, between(body[5], body[6]))).toBe(false)
  })

  it('skip points that are NaN', () => {
    const { image, intact } = canvas(200, 180)
    const wild = [Number.NaN, Number.POSITIVE_INFINITY, -1e9, 1e9].map((x) => ({ x, y: x, score: 1 }))
    draw(image, { keypoints: true }, { keypoints: wild })
    expect(intact()).toBe(true)
    expect(painted(image)).toBe(0)
  })
})

describe('blur by shape', () => {
  const noisy = () => {
    const c = canvas(200, 180)
    for (let y = 0; y < 180; y++)
      for (let x = 0; x < 200; x++) c.image.y[y * c.image.strideY + x] = (x * 7 + y * 13) & 255
    return c
  }
  const changedAt = (image: ReturnType<typeof canvas>['image'], x: number, y: number) =>
    lumaAt(image, x, y) !== ((x * 7 + y * 13) & 255)

  it('hides every pixel of the shape, and spares the parts of the box that are far from it', () => {
    const { image, intact } = noisy()
    // A thin diagonal across the box.
    const rings = [[40, 40, 44, 40, 160, 136, 160, 140, 156, 140, 40, 44]]
    pixelate(image, { box: BOX, rings })
    let kept = 0
    for (let i = 0; i <= 110; i += 3) {
      const [x, y] = [42 + i, Math.round(42 + (i * 96) / 116)]
      if (!changedAt(image, x, y)) kept++
    }
    // A pixel may happen to have the mean of its cell.
    expect(kept).toBeLessThan(3)
    expect(changedAt(image, 150, 50)).toBe(false)
    expect(changedAt(image, 50, 130)).toBe(false)
    expect(intact()).toBe(true)
  })

  it('hides the whole box when the shape is outside of it, or missing', () => {
    for (const rings of [[square(300, 300, 320, 320)], [], undefined]) {
      const { image } = noisy()
      pixelate(image, { box: BOX, rings })
      for (const [x, y] of [
        [45, 45],
        [150, 50],
        [50, 130],
        [151, 131],
      ] as const) {
        const cell = [0, 1, 2].map((i) => lumaAt(image, x + i, y))
        expect(new Set(cell).size).toBe(1)
      }
    }
  })
})
