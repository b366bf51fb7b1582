import { type Static, Type } from 'typebox'
import { ANNOTATION_TYPES, type AnnotationType, ClassName } from '../domain/annotation.ts'
import { nullable } from '../domain/nullable.ts'
import { BODY_BYTES, defineEndpoint, offsetField, pageQuery, paginatedList } from './endpoint.ts'
import { ResourceUsers } from './resource-users.ts'

export const IMAGE_STATUSES = ['new', 'annotate', 'review', 'complete'] as const
export type ImageStatus = (typeof IMAGE_STATUSES)[number]

export const IMAGE_SPLITS = ['train', 'valid', 'test'] as const
export type ImageSplit = (typeof IMAGE_SPLITS)[number]

/** `box` is an alias of `bbox`; replies use `bbox`. */
const GivenType = Type.Enum([...ANNOTATION_TYPES, 'box'])
export const plainType = (type: AnnotationType | 'box'): AnnotationType => (type === 'box' ? 'bbox' : type)

export const DatasetClass = Type.Object(
  {
    name: ClassName,
    type: Type.Enum([...ANNOTATION_TYPES]),
    color: Type.String({ description: 'Of the form #rrggbb' }),
  },
  { $id: 'DatasetClass' },
)
export type DatasetClass = Static<typeof DatasetClass>

const NewClass = Type.Object(
  {
    name: ClassName,
    type: Type.Optional(GivenType),
    color: Type.Optional(Type.String({ pattern: '^#[0-9a-fA-F]{6}$' })),
  },
  { $id: 'NewDatasetClass', additionalProperties: false },
)
export type NewDatasetClass = Static<typeof NewClass>

export const Image = Type.Object(
  {
    id: Type.String(),
    dataset_id: Type.String(),
    filename: Type.String(),
    display_name: nullable(Type.String()),
    directory_path: Type.String({ description: '/ is the root' }),
    status: Type.Enum([...IMAGE_STATUSES]),
    is_archived: Type.Boolean(),
    width: Type.Integer({ description: 'Pixels, upright' }),
    height: Type.Integer({ description: 'Pixels, upright' }),
    content_type: Type.String(),
    size_bytes: Type.Integer(),
    annotation_count: Type.Integer(),
    split: nullable(Type.Enum([...IMAGE_SPLITS])),
    image_url: Type.String({ description: 'Absolute; asks for the key' }),
    thumbnail_url: Type.String({ description: 'Absolute; asks for the key' }),
    annotation_url: Type.String({ description: 'Absolute; asks for the key' }),
    created_at: Type.String(),
    updated_at: nullable(Type.String()),
  },
  { $id: 'Image' },
)
export type Image = Static<typeof Image>

export const Dataset = Type.Object(
  {
    id: Type.String(),
    organization_id: nullable(Type.String()),
    name: Type.String(),
    description: nullable(Type.String()),
    readme: nullable(Type.String()),
    annotation_types: Type.Array(Type.Enum([...ANNOTATION_TYPES])),
    classes: Type.Array(DatasetClass),
    image_count: Type.Integer({ description: 'Excluding archived images' }),
    completed_image_count: Type.Integer(),
    archived_image_count: Type.Integer(),
    total_size: Type.Integer({ description: 'Bytes of all images, including archived ones' }),
    is_public: Type.Boolean(),
    is_archived: Type.Boolean(),
    archived_at: nullable(Type.String()),
    storage_class: Type.String(),
    images: nullable(Type.Array(Image)),
    created_at: Type.String(),
    updated_at: nullable(Type.String()),
  },
  { $id: 'Dataset' },
)
export type Dataset = Static<typeof Dataset>

const Counts = Type.Record(Type.String(), Type.Integer())

export const DatasetInsights = Type.Object(
  {
    total_images: Type.Integer(),
    total_annotations: Type.Integer(),
    annotated_images: Type.Integer(),
    unannotated_images: Type.Integer(),
    avg_annotations_per_image: Type.Number(),
    total_bytes: Type.Integer(),
    status_counts: Type.Object({
      new: Type.Integer(),
      annotate: Type.Integer(),
      review: Type.Integer(),
      complete: Type.Integer(),
    }),
    class_annotation_counts: Counts,
    class_image_counts: Counts,
    type_counts: Counts,
    annotation_density: Type.Record(Type.String(), Type.Integer(), {
      description: 'Number of annotations, mapped to the number of images with that many',
    }),
    dimensions: Type.Object({
      min_width: nullable(Type.Integer()),
      max_width: nullable(Type.Integer()),
      avg_width: nullable(Type.Number()),
      min_height: nullable(Type.Integer()),
      max_height: nullable(Type.Integer()),
      avg_height: nullable(Type.Number()),
      orientation: Type.Object({ landscape: Type.Integer(), portrait: Type.Integer(), square: Type.Integer() }),
      sizes: Type.Array(Type.Object({ width: Type.Integer(), height: Type.Integer(), count: Type.Integer() }), {
        description: 'Most frequent first, at most 50',
      }),
      distinct_size_count: Type.Integer(),
      images_with_dimensions: Type.Integer(),
      images_missing_dimensions: Type.Integer(),
    }),
    model_confidence: nullable(
      Type.Object({
        flagged: Type.Integer({ description: 'Images with a prediction below 100 %' }),
        lowest: Type.Number(),
        avg_flagged: nullable(Type.Number({ description: 'Mean of the lowest confidence of each flagged image' })),
        buckets: Type.Array(Type.Object({ from: Type.Number(), to: Type.Number(), images: Type.Integer() })),
      }),
    ),
  },
  { $id: 'DatasetInsights' },
)
export type DatasetInsights = Static<typeof DatasetInsights>

const Name = Type.String({ minLength: 1, maxLength: 100 })
const fields = {
  description: Type.Optional(nullable(Type.String({ maxLength: 2000 }))),
  readme: Type.Optional(nullable(Type.String({ maxLength: 100_000, description: 'Markdown' }))),
  annotation_types: Type.Optional(Type.Array(GivenType, { minItems: 1, maxItems: 8, description: 'Default bbox' })),
  classes: Type.Optional(Type.Array(NewClass, { maxItems: 10_000, description: 'The full list' })),
}

export const DatasetCreate = Type.Object(
  { name: Name, ...fields },
  { $id: 'DatasetCreate', additionalProperties: false },
)
export type DatasetCreate = Static<typeof DatasetCreate>

export const DatasetUpdate = Type.Object(
  { new_name: Type.Optional(Name), ...fields },
  { $id: 'DatasetUpdate', additionalProperties: false },
)
export type DatasetUpdate = Static<typeof DatasetUpdate>

export const datasets = {
  list: defineEndpoint({
    method: 'GET',
    path: '/datasets/',
    role: 'viewer',
    summary: 'List data sets, newest first',
    query: Type.Object(
      {
        ...pageQuery({ limit: 100, max: 1000 }),
        archived: Type.Boolean({ default: false, description: 'True lists archived data sets instead' }),
      },
      { additionalProperties: false },
    ),
    reply: {
      as: 'json',
      schema: paginatedList(Dataset, 'DatasetList'),
    },
    idempotent: true,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/datasets/{dataset}',
    role: 'viewer',
    summary: 'Read a data set by name or id, optionally with its images',
    query: Type.Object(
      {
        include_images: Type.Boolean({ default: false }),
        images_limit: Type.Integer({ minimum: 1, maximum: 10_000, default: 1000 }),
        images_offset: offsetField(),
      },
      { additionalProperties: false },
    ),
    reply: { as: 'json', schema: Dataset },
    errors: ['not_found'],
    idempotent: true,
  }),
  create: defineEndpoint({
    method: 'POST',
    path: '/datasets/',
    role: 'member',
    summary: 'Create a data set; a name that is taken gets a number appended',
    body: DatasetCreate,
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: Dataset, status: 201 },
    idempotent: false,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/datasets/{dataset}',
    role: 'member',
    summary: 'Rename or describe a data set, or replace its types or classes',
    body: DatasetUpdate,
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: Dataset },
    errors: ['not_found', 'empty_update', 'name_conflict'],
    idempotent: true,
  }),
  archive: defineEndpoint({
    method: 'POST',
    path: '/datasets/{dataset}/archive',
    role: 'admin',
    summary: 'Hide a data set from the list; everything in it stays',
    reply: { as: 'json', schema: Dataset },
    errors: ['not_found', 'dataset_public'],
    idempotent: true,
  }),
  unarchive: defineEndpoint({
    method: 'POST',
    path: '/datasets/{dataset}/unarchive',
    role: 'admin',
    summary: 'Restore an archived data set',
    reply: { as: 'json', schema: Dataset },
    errors: ['not_found'],
    idempotent: true,
  }),
  users: defineEndpoint({
    method: 'GET',
    path: '/datasets/{dataset}/users',
    role: 'viewer',
    summary: 'List the workflows and live runs that use a data set',
    reply: { as: 'json', schema: ResourceUsers },
    errors: ['not_found'],
    idempotent: true,
  }),
  delete: defineEndpoint({
    method: 'DELETE',
    path: '/datasets/{dataset}',
    role: 'admin',
    summary: 'Delete a data set with its images and annotations',
    reply: {
      as: 'json',
      schema: Type.Object(
        { images_deleted: Type.Integer(), store_blobs_deleted: Type.Integer() },
        { $id: 'DatasetDeleted' },
      ),
    },
    errors: ['not_found'],
    idempotent: true,
  }),
  insights: defineEndpoint({
    method: 'GET',
    path: '/datasets/{dataset}/insights',
    role: 'viewer',
    summary: 'Read statistics of images and annotations, excluding archived images',
    reply: { as: 'json', schema: DatasetInsights },
    errors: ['not_found'],
    idempotent: true,
  }),
} as const
