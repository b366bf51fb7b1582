/** The splits of images: set for some images, or distributed over a data set by shares. */
import { type Static, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { IMAGE_SPLITS } from './datasets.ts'
import { BODY_BYTES, defineEndpoint } from './endpoint.ts'
import { BatchResult, ImageIds } from './image-batches.ts'

export const SPLIT_GROUPINGS = ['image', 'directory_hour', 'near_duplicates'] as const
export type SplitGrouping = (typeof SPLIT_GROUPINGS)[number]

const share = (value: number) => Type.Number({ minimum: 0, maximum: 1, default: value })

export const SplitRebalance = Type.Object(
  {
    train: share(0.8),
    valid: share(0.1),
    test: share(0.1),
    seed: Type.Integer({ minimum: 0, maximum: 2_147_483_647, default: 0 }),
    group_by: Type.Enum([...SPLIT_GROUPINGS], {
      default: 'image',
      description:
        'Frames of one video, and images with the same bytes, always stay together. directory_hour: also the images of a directory that were added in the same hour. near_duplicates: also the images of a group of the last scan for near-duplicates',
    }),
  },
  { $id: 'SplitRebalance', additionalProperties: false },
)
export type SplitRebalance = Static<typeof SplitRebalance>

export const SplitBalance = Type.Object(
  {
    dataset_id: Type.String(),
    seed: Type.Integer(),
    groups: Type.Integer({ description: 'Groups of images that stay together' }),
    counts: Type.Object(
      { train: Type.Integer(), valid: Type.Integer(), test: Type.Integer() },
      { description: 'Images, excluding archived ones' },
    ),
    changed: Type.Integer({ description: 'Images whose split is another one now' }),
    left: Type.Integer({
      description:
        'Images that still have their split from before, since the disk is full; call again with the same seed',
    }),
  },
  { $id: 'SplitBalance' },
)
export type SplitBalance = Static<typeof SplitBalance>

export const imageSplits = {
  assign: defineEndpoint({
    method: 'POST',
    path: '/batch/images/split',
    role: 'member',
    summary: 'Assign images to the train, valid or test split, or to none',
    body: Type.Object(
      {
        dataset: Type.String({ minLength: 1, maxLength: 200, description: 'Name or id' }),
        image_ids: ImageIds,
        split: nullable(Type.Enum([...IMAGE_SPLITS])),
      },
      { $id: 'ImageSplitRequest', additionalProperties: false },
    ),
    maxBodyBytes: BODY_BYTES.large,
    reply: { as: 'json', schema: BatchResult },
    errors: ['not_found'],
    idempotent: true,
  }),
  rebalance: defineEndpoint({
    method: 'POST',
    path: '/datasets/{dataset}/splits',
    role: 'member',
    summary: 'Distribute the images of a data set over the splits; the shares add up to 1, and groups stay together',
    body: SplitRebalance,
    reply: { as: 'json', schema: SplitBalance },
    errors: ['not_found'],
    idempotent: true,
  }),
} as const
