/** Random annotations on the images of the scripted engine, which are 1280 × 720. */
import fc from 'fast-check'
import { randomShapes } from './random-shapes.ts'

export const CLASSES = ['car', 'two words', '人']

const { point, box, triangle, holed } = randomShapes({ width: 1280, height: 720 })
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
