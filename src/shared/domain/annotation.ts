/** The annotation of an image: its class, its type, and its outline in pixels. */
import { type Static, Type } from 'typebox'
import { nullable } from './nullable.ts'

export const ANNOTATION_TYPES = ['bbox', 'polygon', 'polyline', 'keypoint'] as const
export type AnnotationType = (typeof ANNOTATION_TYPES)[number]

export const ClassName = Type.String({ minLength: 1, maxLength: 200 })

const Coordinate = Type.Number({ description: 'Pixels of the upright image' })
const Point = Type.Object({ x: Coordinate, y: Coordinate }, { additionalProperties: false })
const BoundingBox = Type.Object(
  { x: Coordinate, y: Coordinate, w: Type.Number({ exclusiveMinimum: 0 }), h: Type.Number({ exclusiveMinimum: 0 }) },
  { $id: 'BoundingBox', additionalProperties: false },
)
export type BoundingBox = Static<typeof BoundingBox>
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

export const Annotation = Type.Object({ ...annotationFields, ...annotationGeometry }, { $id: 'Annotation' })
export type Annotation = Static<typeof Annotation>
