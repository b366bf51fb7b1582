/** Annotations that are followed from one image to another. The specification has no such call; ours. */
import { type Static, Type } from 'typebox'
import { Annotation, annotationFields, annotationGeometry } from '../domain/annotation.ts'
import { BODY_BYTES, defineEndpoint } from './endpoint.ts'

/** Annotations of one call. */
export const MAX_FOLLOWED = 500

const shape = { id: annotationFields.id, type: Annotation.properties.type, ...annotationGeometry }

export const PropagatedShape = Type.Object(
  {
    ...shape,
    score: Type.Number({ minimum: 0, maximum: 1, description: 'Likeness of the two pictures of the object' }),
  },
  { $id: 'PropagatedShape' },
)
export type PropagatedShape = Static<typeof PropagatedShape>

export const Propagation = Type.Object(
  {
    image_id: Type.String({ description: 'Of the target' }),
    shapes: Type.Array(PropagatedShape, { description: 'Within the target image, in the order of the request' }),
    lost: Type.Array(Type.String(), { description: 'Ids of annotations whose object was not found' }),
  },
  { $id: 'Propagation' },
)
export type Propagation = Static<typeof Propagation>

export const propagation = {
  follow: defineEndpoint({
    method: 'POST',
    path: '/images/{image_id}/propagations',
    role: 'member',
    summary: 'Find the objects of annotations again in another image of the same size; nothing is saved',
    body: Type.Object(
      {
        target_image_id: Type.String({ minLength: 1, maxLength: 100, description: 'Of the same data set' }),
        annotations: Type.Array(Type.Object(shape, { additionalProperties: false }), {
          minItems: 1,
          maxItems: MAX_FOLLOWED,
          description: 'As they are now, saved or not',
        }),
      },
      { $id: 'PropagationRequest', additionalProperties: false },
    ),
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: Propagation },
    errors: ['not_found', 'image_unreadable'],
    idempotent: true,
    readsOnly: true,
  }),
} as const
