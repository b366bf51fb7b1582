/** The images of a data set in an order, and summaries of them for a grid. The specification shows no listing; ours. */
import { type Static, Type } from 'typebox'
import { ANNOTATION_TYPES } from '../domain/annotation.ts'
import { nullable } from '../domain/nullable.ts'
import { IMAGE_SPLITS, IMAGE_STATUSES, Image } from './datasets.ts'
import { defineEndpoint } from './endpoint.ts'

/**
 * A leading dash reverses an order. `confidence` begins with the lowest, and ends with images that have none;
 * `disagreement` begins with the image whose proposals differ most from its annotations.
 */
export const IMAGE_SORTS = [
  'name',
  '-name',
  'created',
  '-created',
  'annotations',
  '-annotations',
  'confidence',
  'disagreement',
] as const
export type ImageSort = (typeof IMAGE_SORTS)[number]

/** Ids of one answer. */
export const MAX_LISTED_IDS = 1_000_000
/** Images of one call. */
export const MAX_SUMMARIES = 500
/** Content tags of one answer. */
export const MAX_LISTED_TAGS = 1000
/** Boxes of one summary. */
export const MAX_SUMMARY_BOXES = 100

const filter = {
  status: Type.Optional(Type.Array(Type.Enum([...IMAGE_STATUSES]), { maxItems: 10, description: 'One of these' })),
  split: Type.Optional(Type.Enum([...IMAGE_SPLITS, 'none'], { description: 'none: those without a split' })),
  class: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
      maxItems: 100,
      description: 'With an annotation of one of these classes',
    }),
  ),
  directory: Type.Optional(Type.String({ maxLength: 1000, description: 'Path; empty or / is the root' })),
  recursive: Type.Boolean({ default: false, description: 'Also the images below the directory' }),
  text: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description: 'Part of the file name, whatever the case of its letters',
    }),
  ),
  has_annotations: Type.Optional(Type.Boolean()),
  pending: Type.Optional(Type.Boolean({ description: 'With or without proposals that wait for a review' })),
  task: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Id of a task: its images' })),
  tag: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
      maxItems: 20,
      description: 'With all of these content tags, each with its kind, such as attributes:dark',
    }),
  ),
  archived: Type.Boolean({ default: false, description: 'True lists archived images instead' }),
  sort: Type.Enum([...IMAGE_SORTS], { default: 'name' }),
}

export const ImageFilter = Type.Object(filter)
export type ImageFilter = Static<typeof ImageFilter>

export const ImagePage = Type.Object(
  {
    data: Type.Array(Image),
    next_cursor: nullable(Type.String({ description: 'For the next page; null on the last one' })),
  },
  { $id: 'ImagePage' },
)
export type ImagePage = Static<typeof ImagePage>

export const ImageIdList = Type.Object(
  {
    data: Type.Array(Type.String(), { description: 'Ids in the order of the list' }),
    total: Type.Integer({ description: 'Number of images that match' }),
    has_more: Type.Boolean({ description: `True when there are more than ${MAX_LISTED_IDS}` }),
  },
  { $id: 'ImageIdList' },
)
export type ImageIdList = Static<typeof ImageIdList>

export const ImageSummary = Type.Object(
  {
    id: Type.String(),
    filename: Type.String(),
    display_name: nullable(Type.String()),
    directory_path: Type.String(),
    status: Type.Enum([...IMAGE_STATUSES]),
    split: nullable(Type.Enum([...IMAGE_SPLITS])),
    width: Type.Integer({ description: 'Pixels, upright' }),
    height: Type.Integer({ description: 'Pixels, upright' }),
    annotation_count: Type.Integer(),
    is_archived: Type.Boolean(),
    thumbnail_url: Type.String({ description: 'Absolute; asks for the key' }),
    boxes: Type.Array(Type.Number(), {
      description: `Five numbers for each of the first ${MAX_SUMMARY_BOXES} boxes: index of its class in classes, x, y, w, h in pixels`,
    }),
  },
  { $id: 'ImageSummary' },
)
export type ImageSummary = Static<typeof ImageSummary>

export const ImageSummaries = Type.Object(
  {
    data: Type.Array(ImageSummary, { description: 'In the order of the ids' }),
    classes: Type.Array(
      Type.Object({ name: Type.String(), type: Type.Enum([...ANNOTATION_TYPES]), color: Type.String() }),
      { description: 'Those of the boxes' },
    ),
    missing: Type.Array(Type.String(), { description: 'Ids without an image in the data set' }),
  },
  { $id: 'ImageSummaries' },
)
export type ImageSummaries = Static<typeof ImageSummaries>

export const ImageTagList = Type.Object(
  {
    data: Type.Array(Type.String(), {
      maxItems: MAX_LISTED_TAGS,
      description: 'With their kinds, such as attributes:dark, in the order of their letters',
    }),
  },
  { $id: 'ImageTagList' },
)
export type ImageTagList = Static<typeof ImageTagList>

export const imageLists = {
  list: defineEndpoint({
    method: 'GET',
    path: '/datasets/{dataset}/images',
    role: 'viewer',
    summary: 'List the images of a data set, filtered and sorted, in pages',
    query: Type.Object(
      {
        ...filter,
        limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
        cursor: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 5000,
            description: 'The next_cursor of the page before, in the same order',
          }),
        ),
      },
      { additionalProperties: false },
    ),
    reply: { as: 'json', schema: ImagePage },
    errors: ['not_found'],
    idempotent: true,
  }),
  ids: defineEndpoint({
    method: 'GET',
    path: '/datasets/{dataset}/image-ids',
    role: 'viewer',
    summary: 'List the ids of all images of a data set in order, filtered and sorted',
    query: Type.Object(filter, { additionalProperties: false }),
    reply: { as: 'json', schema: ImageIdList },
    errors: ['not_found'],
    idempotent: true,
  }),
  tags: defineEndpoint({
    method: 'GET',
    path: '/datasets/{dataset}/image-tags',
    role: 'viewer',
    summary: 'List the content tags that images of a data set have',
    reply: { as: 'json', schema: ImageTagList },
    errors: ['not_found'],
    idempotent: true,
  }),
  summaries: defineEndpoint({
    method: 'POST',
    path: '/image-summaries',
    role: 'viewer',
    summary: 'Read names, states, sizes and first boxes of some images, for a grid',
    body: Type.Object(
      {
        dataset: Type.String({ minLength: 1, maxLength: 200, description: 'Name or id' }),
        image_ids: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { minItems: 1, maxItems: MAX_SUMMARIES }),
        boxes: Type.Boolean({ default: false }),
      },
      { $id: 'ImageSummariesRequest', additionalProperties: false },
    ),
    reply: { as: 'json', schema: ImageSummaries },
    errors: ['not_found'],
    idempotent: true,
    readsOnly: true,
  }),
} as const
