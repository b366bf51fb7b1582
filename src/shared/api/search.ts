/** Search for images: similar ones, and those with content tags. */
import { type Static, Type } from 'typebox'
import { IMAGE_STATUSES } from './datasets.ts'
import { defineEndpoint, offsetField } from './endpoint.ts'

export const ImageAutoTags = Type.Object(
  { objects: Type.Array(Type.String()), scenes: Type.Array(Type.String()), attributes: Type.Array(Type.String()) },
  { $id: 'ImageAutoTags' },
)

const found = {
  filename: Type.String(),
  virtual_directory_path: Type.String({ default: '/' }),
  status: Type.Enum([...IMAGE_STATUSES]),
  annotation_count: Type.Integer(),
  image_auto_tags: ImageAutoTags,
}

export const SimilarImage = Type.Object(
  {
    id: Type.String(),
    ...found,
    similarity: Type.Number({ description: 'Cosine of the vectors, -1 to 1' }),
  },
  { $id: 'SimilarImage' },
)
export type SimilarImage = Static<typeof SimilarImage>

export const TaggedImage = Type.Object(
  { id: Type.String(), dataset_id: Type.String(), ...found },
  { $id: 'TaggedImage' },
)
export type TaggedImage = Static<typeof TaggedImage>

const limit = Type.Integer({ minimum: 1, maximum: 500, default: 50 })
const tags = (description: string) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 50, description }))

export const search = {
  similar: defineEndpoint({
    method: 'GET',
    path: '/search/similar',
    role: 'viewer',
    summary: 'Find images that look like an image, or have such a subject, the most similar one first',
    query: Type.Object(
      {
        image_id: Type.String({ minLength: 1 }),
        by: Type.Enum(['layout', 'model'], {
          default: 'layout',
          description:
            'layout compares colours and edges within the directory; model compares subjects within the data set, with an installed model',
        }),
        threshold: Type.Number({ minimum: -1, maximum: 1, default: 0.6, description: 'Least cosine similarity' }),
        limit,
      },
      { additionalProperties: false },
    ),
    reply: { as: 'json', schema: Type.Array(SimilarImage) },
    errors: ['not_found', 'server_busy', 'model_not_installed'],
    idempotent: true,
  }),
  byText: defineEndpoint({
    method: 'GET',
    path: '/search/by-text',
    role: 'viewer',
    summary:
      'Find images of a data set by a description, the best match first; needs an installed model that knows texts',
    query: Type.Object(
      {
        text: Type.String({ minLength: 1, maxLength: 500, description: 'Such as “a red car at night”' }),
        dataset_name: Type.String({ minLength: 1, description: 'Name or id' }),
        limit,
      },
      { additionalProperties: false },
    ),
    reply: { as: 'json', schema: Type.Array(SimilarImage) },
    errors: ['not_found', 'server_busy', 'model_not_installed', 'model_unreadable'],
    idempotent: true,
  }),
  byTags: defineEndpoint({
    method: 'GET',
    path: '/search/by-tags',
    role: 'viewer',
    summary: 'Find images that have all of these content tags, the newest first; at least one tag is needed',
    query: Type.Object(
      {
        objects: tags('May be repeated; the tags that are known are listed in docs/search.md'),
        scenes: tags('May be repeated'),
        attributes: tags('May be repeated, such as dark'),
        dataset_name: Type.Optional(
          Type.String({ minLength: 1, description: 'Name or id; the whole organization when omitted' }),
        ),
        limit,
        offset: offsetField(),
      },
      { additionalProperties: false },
    ),
    reply: { as: 'json', schema: Type.Array(TaggedImage) },
    errors: ['not_found', 'no_tags'],
    idempotent: true,
  }),
} as const
