import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OverlayGeometry } from '../../../src/engine/draw/geometry-art.ts'
import { measuresFor } from '../../../src/engine/draw/ink.ts'
import { createOverlay } from '../../../src/engine/draw/overlay.ts'
import { type ConfigOf, withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import type { Detection } from '../../../src/shared/domain/detection.ts'
import type { Box } from '../../../src/shared/domain/geometry.ts'
import { canvas, lumaAt, painted } from './canvas.ts'

const NOTHING = {
  boxes: false,
  masks: false,
  keypoints: false,
  labels: false,
  confidence: false,
  trails: false,
  geometries: false,
}
const config = (c: Partial<ConfigOf<'visualize'>>) => withDefaults('visualize', { ...NOTHING, ...c })
const detection = (box: Box, extra: Partial<Detection> = {}): Detection => ({
  box,
  score: 0.87,
  classId: 0,
  className: 'car',
  modelNodeId: 'm',
  id: 1,
  ...extra,
})
const scene = (detections: Detection[], geometries: OverlayGeometry[] = [], ptsS = 0) => ({
  ptsS,
  detections,
  geometries,
})
const BOX = { x1: 100, y1: 80, x2: 180, y2: 160 }

describe('overlay', () => {
  it('draws only inside the frame, whatever the input', () => {
    const number = fc.oneof(
      fc.double({ min: -400, max: 800, noNaN: true }),
      fc.constantFrom(0, -0.5, 1e-9, 1e9, -1e9, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN),
    )
    const box = fc.record({ x1: number, y1: number, x2: number, y2: number })
    const share = fc.double({ min: -0.5, max: 1.5, noNaN: true })
    const geometry = fc.record({
      kind: fc.constantFrom('line' as const, 'zone' as const),
      name: fc.string({ maxLength: 30 }),
      points: fc.array(fc.tuple(share, share), { maxLength: 7 }),
      label: fc.string({ maxLength: 30 }),
    })
    const sizes = fc.constantFrom([320, 180], [33, 65], [1, 1], [2, 2], [7, 201], [640, 3])
    fc.assert(
      fc.property(
        sizes,
        fc.array(fc.tuple(box, fc.string({ unit: 'binary', maxLength: 12 })), { maxLength: 6 }),
        fc.array(geometry, { maxLength: 3 }),
        ([w, h], boxes, geometries) => {
          const { image, intact } = canvas(w as number, h as number)
          const all = config({
            boxes: true,
            masks: true,
            keypoints: true,
            labels: true,
            confidence: true,
            trails: true,
            geometries: true,
            watermark: 'watermark',
            blur_classes: boxes.slice(0, 2).map(([, name]) => name),
          })
          const overlay = createOverlay(all, {})
          for (const ptsS of [0, 0.04, 0.08]) {
            const detections = boxes.map(([b, className], i) => {
              const rings = [
                [b.x1, b.y1, b.x2, b.y1, b.x2, b.y2],
                [b.x1, b.y2],
              ]
              const keypoints = Array.from({ length: 17 }, (_, k) => ({ x: k % 2 ? b.x1 : b.x2, y: b.y1, score: 1 }))
              return detection(b, { className, id: i, trackId: i + 1, rings, keypoints })
            })
            overlay.draw(image, scene(detections, geometries, ptsS))
          }
          expect(intact()).toBe(true)
        },
      ),
      { numRuns: 80 },
    )
  })

  it('draws a border around the box and leaves its inside unchanged', () => {
    const { image } = canvas(320, 240)
    createOverlay(config({ boxes: true }), {}).draw(image, scene([detection(BOX)]))
    expect(lumaAt(image, 101, 120)).not.toBe(120)
    expect(lumaAt(image, 140, 81)).not.toBe(120)
    expect(painted(image, 120, 115, 95, 165, 145)).toBe(0)
    expect(painted(image, 120, 0, 0, 95, 240)).toBe(0)
  })

  it('draws nothing for a hidden class, and a chosen colour and label for a styled one', () => {
    const plain = canvas(320, 240)
    const everything = config({ boxes: true, labels: true, trails: true })
    createOverlay(everything, { car: { hidden: true } }).draw(plain.image, scene([detection(BOX, { trackId: 1 })]))
    expect(painted(plain.image)).toBe(0)

    const black = canvas(320, 240)
    createOverlay(config({ boxes: true }), { car: { color: '#000000' } }).draw(black.image, scene([detection(BOX)]))
    const white = canvas(320, 240)
    createOverlay(config({ boxes: true }), { car: { color: '#ffffff' } }).draw(white.image, scene([detection(BOX)]))
    expect(lumaAt(black.image, 100, 120)).toBeLessThan(40)
    expect(lumaAt(white.image, 100, 120)).toBeGreaterThan(200)

    const short = canvas(320, 240)
    createOverlay(config({ labels: true }), {}).draw(short.image, scene([detection(BOX)]))
    const long = canvas(320, 240)
    createOverlay(config({ labels: true }), { car: { label: 'a long label' } }).draw(
      long.image,
      scene([detection(BOX)]),
    )
    expect(painted(long.image)).toBeGreaterThan(1.5 * painted(short.image))
  })

  it('does not treat a class named like a method of Object as a styled one', () => {
    const { image } = canvas(320, 240)
    const strange = ['constructor', '__proto__', 'toString'].map((className) => detection(BOX, { className }))
    createOverlay(config({ boxes: true, labels: true }), {}).draw(image, scene(strange))
    expect(painted(image)).toBeGreaterThan(0)
  })

  it.each([
    ['at the top', { x1: 100, y1: -5, x2: 200, y2: 100 }],
    ['at the right', { x1: 300, y1: 100, x2: 400, y2: 150 }],
    ['larger than the picture', { x1: -50, y1: -50, x2: 500, y2: 500 }],
  ])('keeps the label of a box inside the frame: %s', (_, box) => {
    const { image } = canvas(320, 240)
    createOverlay(config({ labels: true }), {}).draw(image, scene([detection(box, { trackId: 12 })]))
    const { image: free } = canvas(320, 240)
    createOverlay(config({ labels: true }), {}).draw(free, scene([detection(BOX, { trackId: 12 })]))
    expect(Math.abs(painted(image) - painted(free))).toBeLessThan(0.1 * painted(free))
  })

  it('places labels of boxes at the same position beside each other', () => {
    const { image } = canvas(320, 240)
    createOverlay(config({ labels: true }), {}).draw(image, scene([detection(BOX)]))
    const one = painted(image)
    const { image: both } = canvas(320, 240)
    createOverlay(config({ labels: true }), {}).draw(both, scene([detection(BOX), detection(BOX)]))
    expect(painted(both)).toBeGreaterThan(1.8 * one)
  })

  it('draws lines and zones with their counts', () => {
    const { image } = canvas(320, 240)
    const line: OverlayGeometry = {
      kind: 'line',
      name: 'Gate',
      points: [
        [0.1, 0.5],
        [0.9, 0.5],
      ],
      label: 'A→B 7',
    }
    createOverlay(config({ geometries: true }), {}).draw(image, scene([], [line]))
    for (const x of [40, 100, 220, 280]) expect(lumaAt(image, x, 120)).not.toBe(120)
    const zone: OverlayGeometry = {
      kind: 'zone',
      name: 'Yard',
      points: [
        [0.2, 0.3],
        [0.8, 0.3],
        [0.8, 0.9],
        [0.2, 0.9],
      ],
      label: '3 inside',
    }
    const { image: yard } = canvas(320, 240)
    createOverlay(config({ geometries: true }), {}).draw(yard, scene([], [zone]))
    expect(lumaAt(yard, 160, 180)).not.toBe(120)
    expect(lumaAt(yard, 20, 180)).toBe(120)
    const { image: off } = canvas(320, 240)
    createOverlay(config({ geometries: false }), {}).draw(off, scene([], [line, zone]))
    expect(painted(off)).toBe(0)
  })

  it.each([
    [
      'across the picture',
      [
        [0, 0.5],
        [1, 0.5],
      ],
    ],
    [
      'from top to bottom',
      [
        [0.5, 0],
        [0.5, 1],
      ],
    ],
    [
      'short and slanted',
      [
        [0.45, 0.45],
        [0.55, 0.6],
      ],
    ],
    [
      'in a corner',
      [
        [0.8, 0.95],
        [1, 0.8],
      ],
    ],
    [
      'of no length',
      [
        [0.5, 0.5],
        [0.5, 0.5],
      ],
    ],
  ] as const)('places the counts of a line so that they hide neither the line nor its sides: %s', (_, points) => {
    const line = { kind: 'line', name: '', points, label: '' } as const
    const labelled = { ...line, name: 'Main road', label: 'A→B 3  B→A 4' }
    const { image: bare } = canvas(640, 360)
    createOverlay(config({ geometries: true }), {}).draw(bare, scene([], [line]))
    const { image } = canvas(640, 360)
    createOverlay(config({ geometries: true }), {}).draw(image, scene([], [labelled]))
    let chip = 0
    let hidden = 0
    for (const [i, luma] of image.y.entries()) {
      if (luma === bare.y[i]) continue
      if (bare.y[i] === 120) chip++
      else hidden++
    }
    expect(chip).toBeGreaterThan(1000)
    // A line without length is a dot, which its label may cover.
    if (points[0].join() !== points[1].join()) expect(hidden).toBe(0)
  })

  it('keeps labels of objects off the sides of a line', () => {
    const line: OverlayGeometry = {
      kind: 'line',
      name: '',
      label: '',
      points: [
        [0.2, 0.5],
        [0.8, 0.5],
      ],
    }
    const onLetter = { x1: 150, y1: 105, x2: 190, y2: 150 }
    const { image: bare } = canvas(320, 240)
    createOverlay(config({ geometries: true }), {}).draw(bare, scene([], [line]))
    const { image } = canvas(320, 240)
    createOverlay(config({ geometries: true, labels: true }), {}).draw(image, scene([detection(onLetter)], [line]))
    let changed = 0
    for (let y = 95; y < 145; y++)
      for (let x = 155; x < 165; x++) if (lumaAt(image, x, y) !== lumaAt(bare, x, y)) changed++
    expect(changed).toBe(0)
    expect(painted(image)).toBeGreaterThan(painted(bare))
  })

  it('keeps the counts of a line on top in a crowd', () => {
    const line: OverlayGeometry = {
      kind: 'line',
      name: 'Gate',
      label: 'A→B 7',
      points: [
        [0.3, 0.5],
        [0.6, 0.5],
      ],
    }
    const crowd = Array.from({ length: 400 }, (_, i) => {
      const [x, y] = [16 * (i % 20), 12 * Math.floor(i / 20)]
      return detection({ x1: x, y1: y, x2: x + 20, y2: y + 20 })
    })
    const { image: bare } = canvas(320, 240)
    createOverlay(config({ geometries: true }), {}).draw(bare, scene([], [{ ...line, name: '', label: '' }]))
    const { image: alone } = canvas(320, 240)
    createOverlay(config({ geometries: true }), {}).draw(alone, scene([], [line]))
    const { image } = canvas(320, 240)
    createOverlay(config({ geometries: true, labels: true }), {}).draw(image, scene(crowd, [line]))
    let [chip, hidden] = [0, 0]
    for (const [i, luma] of alone.y.entries()) {
      // Faint pixels at the label's edge show the background.
      if (luma === bare.y[i]) continue
      chip++
      if (Math.abs((image.y[i] as number) - luma) > 12) hidden++
    }
    expect(chip).toBeGreaterThan(500)
    expect(hidden / chip).toBeLessThan(0.03)
  })

  it.each([
    [640, 360, 11],
    [1280, 720, 11],
    [1920, 1080, 14],
    [3840, 2160, 24],
  ])('renders labels at %i x %i in %i px', (width, height, px) => {
    expect(measuresFor({ width, height }).fontPx).toBe(px)
  })

  it('hides additional boxes, and draws nothing on them', () => {
    const { image } = canvas(240, 180)
    for (let i = 0; i < image.y.length; i++) image.y[i] = (i * 7919) & 255
    const before = image.y.slice()
    createOverlay(config({ boxes: true, labels: true }), {}).draw(image, { ...scene([]), conceal: [{ box: BOX }] })
    expect(lumaAt(image, 120, 120)).toBe(lumaAt(image, 121, 120))
    const at = (x: number, y: number) => y * image.strideY + x
    expect(image.y[at(120, 120)]).not.toBe(before[at(120, 120)])
    expect(image.y[at(90, 120)]).toBe(before[at(90, 120)])
  })

  it('renders the watermark in the lower right corner', () => {
    const { image } = canvas(320, 240)
    createOverlay(config({ watermark: 'Sightline' }), {}).draw(image, scene([]))
    expect(painted(image, 120, 160, 200)).toBeGreaterThan(50)
    expect(painted(image, 120, 0, 0, 160, 200)).toBe(0)
  })
})

describe('blur', () => {
  it('pixelates the region into large uniform cells and changes nothing else', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 20, max: 120 }),
        fc.integer({ min: 20, max: 90 }),
        fc.integer({ min: 12, max: 90 }),
        fc.integer({ min: 12, max: 60 }),
        (x, y, w, h) => {
          const { image, intact } = canvas(240, 180)
          for (let j = 0; j < 180; j++)
            for (let i = 0; i < 240; i++) image.y[j * image.strideY + i] = ((i * 53) ^ (j * 97)) & 255
          for (let j = 0; j < 90; j++)
            for (let i = 0; i < 120; i++) image.u[j * image.strideUV + i] = ((i * 29) ^ (j * 41)) & 255
          const before = { y: image.y.slice(), u: image.u.slice(), v: image.v.slice() }
          const box = { x1: x, y1: y, x2: x + w, y2: y + h }
          createOverlay(config({ blur_classes: ['car'] }), {}).draw(image, scene([detection(box)]))
          let changed = 0
          let outside = 0
          for (let j = 0; j < 180; j++) {
            for (let i = 0; i < 240; i++) {
              if (image.y[j * image.strideY + i] === before.y[j * image.strideY + i]) continue
              // The region grows by at most a pixel to even edges.
              if (i >= x - 1 && i <= x + w && j >= y - 1 && j <= y + h) changed++
              else outside++
            }
          }
          for (let j = 0; j < 90; j++) {
            for (let i = 0; i < 120; i++) {
              const at = j * image.strideUV + i
              if (image.u[at] === before.u[at]) continue
              if (!(2 * i >= x - 2 && 2 * i <= x + w && 2 * j >= y - 2 && 2 * j <= y + h)) outside++
            }
          }
          expect(outside).toBe(0)
          expect(changed).toBeGreaterThan(0.8 * w * h)
          // At most as many different values as cells: about six along the shorter side.
          const values = new Set<number>()
          for (let j = y; j < y + h; j++) values.add(image.y[j * image.strideY + x + (w >> 1)] as number)
          expect(values.size).toBeLessThanOrEqual(Math.ceil((7 * h) / Math.min(w, h)) + 1)
          expect(intact()).toBe(true)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('also hides a class that is not drawn', () => {
    const { image } = canvas(240, 180)
    for (let i = 0; i < image.y.length; i++) image.y[i] = (i * 7919) & 255
    const before = image.y.slice()
    const overlay = createOverlay(config({ blur_classes: ['car'], boxes: true }), { car: { hidden: true } })
    overlay.draw(image, scene([detection(BOX)]))
    expect(image.y).not.toEqual(before)
  })
})

describe('trails', () => {
  const run = (from: number, to: number, trailS: number, restS = 0) => {
    const overlay = createOverlay(config({ trails: true, trail_s: trailS }), {})
    let last = canvas(320, 240)
    for (let i = from; i <= to; i++) {
      last = canvas(320, 240)
      const box = { x1: i * 4, y1: 80, x2: i * 4 + 20, y2: 120 }
      overlay.draw(last.image, scene([detection(box, { trackId: 1 })], [], i / 25))
    }
    if (restS > 0) {
      last = canvas(320, 240)
      overlay.draw(last.image, scene([], [], to / 25 + restS))
    }
    return last.image
  }
  it('show the positions of an object for as long as configured', () => {
    const image = run(0, 50, 1)
    // At x = 210 now, at x = 110 a second ago.
    expect(painted(image, 120, 115, 110, 205, 130)).toBeGreaterThan(80)
    expect(painted(image, 120, 0, 0, 100, 240)).toBe(0)
  })
  it('vanish after their object', () => {
    expect(painted(run(0, 20, 1, 0.5))).toBeGreaterThan(0)
    expect(painted(run(0, 20, 1, 1.5))).toBe(0)
  })
})
