/** Vectors that an installed model makes of images, for searches by their subject. The specification has no such calls; ours. */
import { type Static, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { defineEndpoint } from './endpoint.ts'

export const EmbeddingState = Type.Object(
  {
    dataset_id: Type.String(),
    model: nullable(Type.String({ description: 'Name of the installed model; null without one' })),
    has_text: Type.Boolean({ description: 'True when its images can be searched by texts' }),
    images: Type.Integer({ description: 'Including archived ones' }),
    embedded_images: Type.Integer({ description: 'Those that the model has read' }),
    job_id: nullable(Type.String({ description: 'The job that reads the others; null when none waits or runs' })),
  },
  { $id: 'EmbeddingState' },
)
export type EmbeddingState = Static<typeof EmbeddingState>

export const embeddings = {
  get: defineEndpoint({
    method: 'GET',
    path: '/datasets/{dataset}/embeddings',
    role: 'viewer',
    summary: 'Read how many images of a data set can be searched by their subject',
    reply: { as: 'json', schema: EmbeddingState },
    errors: ['not_found'],
    idempotent: true,
  }),
  start: defineEndpoint({
    method: 'POST',
    path: '/datasets/{dataset}/embeddings',
    role: 'member',
    summary: 'Have the installed model read the images of a data set that it has not read; a job, unless there is one',
    reply: { as: 'json', schema: EmbeddingState },
    errors: ['not_found', 'model_not_installed'],
    idempotent: true,
  }),
} as const
