/** The annotation of an image: its class, its type, and its outline in pixels. */
import { type Static, Type } from 'typebox'
import { nullable } from './nullable.ts'

export const ANNOTATION_TYPES = ['bbox', 'polygon', 'polyline', 'keypoint'] as const
export type AnnotationType = (typeof ANNOTATION_TYPES)[number]

export const ClassName = Type.String({ minLength: 1, maxLength: 200 })

const Coordinate = Type.Number({ description: 'Pixels of the upright image' })
const Point = Type.Object({ x: Coordinate, y: Coordinate }, { additionalProperties: false })
/** The box of a straight line has no width or no height; one of type `bbox` has both. */
const Extent = Type.Number({ minimum: 0 })
const BoundingBox = Type.Object(
  { x: Coordinate, y: Coordinate, w: Extent, h: Extent },
  { $id: 'BoundingBox', additionalProperties: false },
)
export type BoundingBox = Static<typeof BoundingBox>

/** The smallest box around at least one point. */
export function boundsOf(points: readonly Static<typeof Point>[]): BoundingBox {
  let [x1, y1, x2, y2] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of points) {
    x1 = Math.min(x1, x)
    y1 = Math.min(y1, y)
    x2 = Math.max(x2, x)
    y2 = Math.max(y2, y)
  }
  return { x: x1, y: y1, w: x2 - x1, h: y2 - y1 }
}

const Polygon = Type.Object(
  {
    paths: Type.Array(Type.Array(Point, { minItems: 3, maxItems: 100_000 }), {
      minItems: 1,
      maxItems: 10_000,
      description: 'Rings; filled by the even-odd rule, so that further rings can be holes',
    }),
  },
  { $id: 'Polygon', additionalProperties: false },
)
const Polyline = Type.Object(
  { points: Type.Array(Point, { minItems: 2, maxItems: 100_000 }) },
  { $id: 'Polyline', additionalProperties: false },
)

export const annotationFields = {
  id: Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' }),
  name: ClassName,
  type: Type.Enum([...ANNOTATION_TYPES]),
  confidence: nullable(Type.Number({ minimum: 0, maximum: 1 })),
}
export const annotationGeometry = {
  bounding_box: Type.Optional(BoundingBox),
  polygon: Type.Optional(Polygon),
  polyline: Type.Optional(Polyline),
  keypoint: Type.Optional(Point),
}

export const REVIEWS = ['none', 'pending', 'accepted', 'corrected', 'rejected'] as const
export type Review = (typeof REVIEWS)[number]
export const ORIGINS = ['person', 'model', 'import'] as const

export const Origin = Type.Object(
  {
    source: Type.Enum([...ORIGINS]),
    model: Type.Optional(Type.String({ maxLength: 200, description: 'Name or id of the model' })),
    version: Type.Optional(Type.String({ maxLength: 100 })),
    confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: 'Of the model, before a review' })),
  },
  { $id: 'AnnotationOrigin', additionalProperties: false },
)
export type Origin = Static<typeof Origin>

/** Attributes of an annotation. */
const MOST_ATTRIBUTES = 100
const AttributeName = Type.String({ minLength: 1, maxLength: 100 })
const AttributeValue = Type.Union([Type.String({ maxLength: 1000 }), Type.Number(), Type.Boolean()])
/** Fields that few annotations have; one that has its usual value is left out. */
export const annotationExtras = {
  review: Type.Optional(Type.Enum([...REVIEWS], { description: 'none when omitted; a rejected one leaves the list' })),
  origin: Type.Optional(Origin),
  track_id: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  z: Type.Optional(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000, description: 'Higher ones lie in front' })),
  occluded: Type.Optional(Type.Boolean()),
  outside: Type.Optional(Type.Boolean({ description: 'The tracked object is not in this frame' })),
  keyframe: Type.Optional(Type.Boolean({ description: 'Of a track; false when it was interpolated' })),
  attributes: Type.Optional(
    Type.Record(AttributeName, AttributeValue, {
      maxProperties: MOST_ATTRIBUTES,
      description: 'Texts, numbers and booleans by name',
    }),
  ),
}
/** The same with null for fields to clear, and for attributes to remove. */
export const annotationExtraChanges = {
  review: annotationExtras.review,
  origin: Type.Optional(nullable(Origin)),
  track_id: Type.Optional(nullable(Type.String({ minLength: 1, maxLength: 100 }))),
  z: Type.Optional(nullable(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 }))),
  occluded: annotationExtras.occluded,
  outside: annotationExtras.outside,
  keyframe: Type.Optional(nullable(Type.Boolean())),
  attributes: Type.Optional(
    Type.Record(AttributeName, nullable(AttributeValue), {
      maxProperties: MOST_ATTRIBUTES,
      description: 'Only the attributes that change; null removes one',
    }),
  ),
}

export const Annotation = Type.Object(
  { ...annotationFields, ...annotationGeometry, ...annotationExtras },
  { $id: 'Annotation' },
)
export type Annotation = Static<typeof Annotation>

/** False for an annotation of a track in an image that its object has left: its geometry is no object of the image. */
export const isVisible = ({ outside }: Pick<Annotation, 'outside'>): boolean => outside !== true
