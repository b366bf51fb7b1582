/** Data sets that are made of the images of another one. The specification names the tools but shows no paths; ours. */

import { type Static, Type } from 'typebox'
import { ANNOTATION_TYPES, annotationGeometry } from '../domain/annotation.ts'
import { cutBefore } from '../domain/cut-text.ts'
import { nullable } from '../domain/nullable.ts'
import { defineEndpoint } from './endpoint.ts'

const range = (least: number, most: number, description: string) =>
  Type.Optional(
    Type.Object(
      { min: Type.Number({ minimum: least, maximum: most }), max: Type.Number({ minimum: least, maximum: most }) },
      { additionalProperties: false, description: `${description}; drawn evenly from min to max` },
    ),
  )
const chance = (description: string) =>
  Type.Optional(Type.Number({ minimum: 0, maximum: 1, description: `${description}: the share of copies` }))

export const AugmentSettings = Type.Object(
  {
    copies: Type.Integer({ minimum: 1, maximum: 20, default: 1, description: 'Of each image' }),
    include_originals: Type.Boolean({ default: true, description: 'True to have the unchanged images too' }),
    flip_horizontal: chance('Mirrored left to right'),
    flip_vertical: chance('Mirrored top to bottom'),
    rotate: range(-180, 180, 'Degrees, clockwise, about the centre'),
    scale: range(0.25, 4, 'Factor; above 1 it keeps a part at a place by chance, below 1 it leaves a black border'),
    brightness: range(0, 3, 'Factor'),
    contrast: range(0, 3, 'Factor'),
    saturation: range(0, 3, 'Factor'),
    blur: range(0, 20, 'Standard deviation in pixels'),
    noise: range(0, 100, 'Standard deviation, of values from 0 to 255'),
    grayscale: chance('Grey'),
    cutout: Type.Optional(
      Type.Object(
        {
          count: Type.Integer({ minimum: 1, maximum: 8, default: 1 }),
          size: Type.Number({ minimum: 0.01, maximum: 0.8, default: 0.2, description: 'Share of width and height' }),
        },
        { additionalProperties: false, description: 'Black rectangles at places by chance' },
      ),
    ),
  },
  { $id: 'AugmentSettings', additionalProperties: false },
)
export type AugmentSettings = Static<typeof AugmentSettings>

export const TileSettings = Type.Object(
  {
    rows: Type.Optional(Type.Integer({ minimum: 1, maximum: 32 })),
    columns: Type.Optional(Type.Integer({ minimum: 1, maximum: 32 })),
    size: Type.Optional(
      Type.Integer({ minimum: 64, maximum: 8192, description: 'Side in pixels, instead of rows and columns' }),
    ),
    overlap: Type.Number({
      minimum: 0,
      maximum: 0.9,
      default: 0,
      description: 'Share of a tile that its neighbour has too',
    }),
  },
  { $id: 'TileSettings', additionalProperties: false },
)
export type TileSettings = Static<typeof TileSettings>

export const DatasetDerive = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: 'Of the new data set' })),
    augment: Type.Optional(AugmentSettings),
    tile: Type.Optional(TileSettings),
    seed: Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0 }),
    min_visible: Type.Number({
      minimum: 0,
      maximum: 1,
      default: 0.2,
      description: 'Annotations of which a smaller share is visible in a picture are left out of it',
    }),
    dry_run: Type.Boolean({ default: false, description: 'True to only count; nothing is made' }),
  },
  { $id: 'DatasetDerive', additionalProperties: false, description: 'Either `augment` or `tile`' },
)
export type DatasetDerive = Static<typeof DatasetDerive>

export const DERIVED_KINDS = ['augment', 'tile'] as const

/** The name of a new data set without one of its own, unless it is taken. */
export const usualNameOf = (source: string, kind: (typeof DERIVED_KINDS)[number]): string =>
  cutBefore(source, kind === 'augment' ? ' augmented' : ' tiles', 100)

export const DerivedDataset = Type.Object(
  {
    kind: Type.Enum([...DERIVED_KINDS]),
    source_dataset_id: Type.String(),
    dataset_id: nullable(Type.String({ description: 'The new data set; null for a dry run' })),
    dataset_name: nullable(Type.String()),
    job_id: nullable(Type.String({ description: 'The job that fills it, in /jobs; null for a dry run' })),
    source_images: Type.Integer({ description: 'Without archived ones' }),
    images: Type.Integer({ description: 'That the new data set will have' }),
    estimated_bytes: Type.Integer({ description: 'Of its files, if they compress as the source does' }),
  },
  { $id: 'DerivedDataset' },
)
export type DerivedDataset = Static<typeof DerivedDataset>

/** Pictures of one preview. */
export const MAX_PREVIEWED = 12

export const DerivedPicture = Type.Object(
  {
    width: Type.Integer({ description: 'Pixels that it will have' }),
    height: Type.Integer(),
    jpeg: Type.String({ description: 'Base64; at most 480 pixels wide and high' }),
    annotations: Type.Array(
      Type.Object({ name: Type.String(), type: Type.Enum([...ANNOTATION_TYPES]), ...annotationGeometry }),
      { description: 'In pixels of the picture' },
    ),
  },
  { $id: 'DerivedPicture' },
)
export type DerivedPicture = Static<typeof DerivedPicture>

export const DerivePreview = Type.Object(
  {
    image_id: Type.String(),
    filename: Type.String(),
    pictures: Type.Array(DerivedPicture, { description: `The first ${MAX_PREVIEWED} at most` }),
    total: Type.Integer({ description: 'Pictures of the image' }),
  },
  { $id: 'DerivePreview' },
)
export type DerivePreview = Static<typeof DerivePreview>

const { dry_run: _, name: __, ...settings } = DatasetDerive.properties

export const derivedDatasets = {
  create: defineEndpoint({
    method: 'POST',
    path: '/datasets/{dataset}/derive',
    role: 'member',
    summary:
      'Make a new data set of changed copies (augment) or tiles of the images of this one, with their labels; a job',
    body: DatasetDerive,
    reply: { as: 'json', schema: DerivedDataset },
    errors: ['not_found', 'image_quota_reached', 'storage_quota_reached'],
    idempotent: false,
  }),
  preview: defineEndpoint({
    method: 'POST',
    path: '/datasets/{dataset}/derive-preview',
    role: 'member',
    summary: 'Make small pictures of one image with such settings, with their annotations; nothing is saved',
    body: Type.Object(
      { ...settings, image_id: Type.String({ minLength: 1, maxLength: 100 }) },
      { $id: 'DerivePreviewRequest', additionalProperties: false },
    ),
    reply: { as: 'json', schema: DerivePreview },
    errors: ['not_found', 'image_unreadable'],
    idempotent: true,
    readsOnly: true,
  }),
} as const
