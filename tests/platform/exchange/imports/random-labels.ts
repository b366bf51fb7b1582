/** Random annotations on the images of the scripted engine, which are 1280 × 720. */
import fc from 'fast-check'

export const CLASSES = ['car', 'two words', '人']

// Whole quarters of pixels, which formats with six decimals keep.
const x = fc.integer({ min: 0, max: 1280 * 4 }).map((quarter) => quarter / 4)
const y = fc.integer({ min: 0, max: 720 * 4 }).map((quarter) => quarter / 4)
const point = fc.record({ x, y })
const span = (all: fc.Arbitrary<number>) =>
  fc.uniqueArray(all, { minLength: 2, maxLength: 2 }).map((two) => two.sort((a, b) => a - b) as [number, number])
const box = fc.tuple(span(x), span(y)).map(([[x1, x2], [y1, y2]]) => ({ x: x1, y: y1, w: x2 - x1, h: y2 - y1 }))
const triangle = fc
  .tuple(point, point, point)
  .filter(([a, b, c]) => Math.abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) > 8)
const square = (left: number, top: number, size: number) => [
  { x: left, y: top },
  { x: left + size, y: top },
  { x: left + size, y: top + size },
  { x: left, y: top + size },
]
const holed = fc
  .record({ left: fc.nat(600), top: fc.nat(300), size: fc.integer({ min: 8, max: 300 }) })
  .map(({ left, top, size }) => ({ paths: [square(left, top, size), square(left + 2, top + 2, size - 4)] }))
const polyline = fc.record({ points: fc.array(point, { minLength: 2, maxLength: 5 }) })

const name = fc.constantFrom(...CLASSES)
const extras = fc.record(
  {
    confidence: fc.integer({ min: 0, max: 8 }).map((eighth) => eighth / 8),
    review: fc.constantFrom('accepted', 'pending'),
    track_id: fc.constantFrom('1', '2'),
    occluded: fc.boolean(),
    attributes: fc.constant({ colour: 'red' }),
  },
  { requiredKeys: [] },
)
const shape = fc.oneof(
  fc.record({ name, type: fc.constant('bbox'), bounding_box: box }),
  fc.record({ name, type: fc.constant('polygon'), polygon: triangle.map((ring) => ({ paths: [ring] })) }),
  fc.record({ name, type: fc.constant('polygon'), polygon: holed }),
  fc.record({ name, type: fc.constant('polyline'), polyline }),
  fc.record({ name, type: fc.constant('keypoint'), keypoint: point }),
)

export const annotations = fc.array(
  fc.tuple(shape, extras).map(([one, more]) => ({ ...one, ...more })),
  { minLength: 1, maxLength: 8, size: 'max' },
)
