/** Changes of many images of a data set at once. */
import { type Static, type TProperties, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { MessageText } from '../messages/message.ts'
import { IMAGE_STATUSES } from './datasets.ts'
import { BODY_BYTES, defineEndpoint } from './endpoint.ts'

/** Ids of one call. */
export const MAX_BATCH_IDS = 10_000

export const ImageIds = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
  minItems: 1,
  maxItems: MAX_BATCH_IDS,
})

export const BatchResult = Type.Object(
  {
    success: Type.Boolean({ description: 'False when no image was processed' }),
    processed: Type.Integer(),
    failed: Type.Array(Type.Object({ id: Type.String(), reason: Type.String(), text: Type.Optional(MessageText) })),
    affected_directories: Type.Array(Type.String(), { description: 'Paths; / is the root' }),
    renamed: Type.Integer({ description: 'Images that got a number, since another one had their name' }),
    operation: nullable(Type.Enum(['archived', 'deleted'])),
  },
  { $id: 'BatchResult' },
)
export type BatchResult = Static<typeof BatchResult>

const DUPLICATE_HANDLINGS = ['rename', 'skip', 'overwrite'] as const
export type DuplicateHandling = (typeof DUPLICATE_HANDLINGS)[number]

const dataset_name = Type.String({ minLength: 1, maxLength: 200, description: 'Name or id' })
const target_directory_path = Type.String({ maxLength: 1000, default: '/' })

const request = <const P extends TProperties>($id: string, fields: P) =>
  Type.Object({ dataset_name, image_ids: ImageIds, ...fields }, { $id, additionalProperties: false })

const json = { as: 'json', schema: BatchResult } as const

export const imageBatches = {
  move: defineEndpoint({
    method: 'POST',
    path: '/batch/images/move',
    role: 'member',
    summary: 'Move images to a directory; one whose name is taken there gets a number',
    body: request('ImageBatchMove', { target_directory_path }),
    maxBodyBytes: BODY_BYTES.large,
    reply: json,
    errors: ['not_found'],
    idempotent: true,
  }),
  copy: defineEndpoint({
    method: 'POST',
    path: '/batch/images/copy',
    role: 'member',
    summary: 'Copy images into a directory of their data set',
    body: request('ImageBatchCopy', {
      target_directory_path,
      duplicate_handling: Type.Enum([...DUPLICATE_HANDLINGS], {
        default: 'rename',
        description: 'Where an image has the name: number the copy, fail, or delete that image first',
      }),
      copy_annotations: Type.Boolean({ default: false }),
    }),
    maxBodyBytes: BODY_BYTES.large,
    reply: json,
    errors: ['not_found'],
    idempotent: false,
  }),
  delete: defineEndpoint({
    method: 'POST',
    path: '/batch/images/delete',
    role: 'member',
    summary: 'Archive images, or delete them permanently, which needs an admin',
    body: request('ImageBatchDelete', { permanent: Type.Boolean({ default: false }) }),
    maxBodyBytes: BODY_BYTES.large,
    reply: json,
    errors: ['not_found'],
    idempotent: true,
  }),
  update: defineEndpoint({
    method: 'PATCH',
    path: '/batch/images/update',
    role: 'member',
    summary: 'Set the status, the displayed name, or the archive state of images',
    body: request('ImageBatchUpdate', {
      updates: Type.Object(
        {
          status: Type.Optional(Type.Enum([...IMAGE_STATUSES])),
          display_name: Type.Optional(
            nullable(
              Type.String({
                minLength: 1,
                maxLength: 255,
                description: 'Shown instead of the file name; null for none',
              }),
            ),
          ),
          is_archived: Type.Optional(Type.Boolean()),
        },
        { additionalProperties: false },
      ),
    }),
    maxBodyBytes: BODY_BYTES.large,
    reply: json,
    errors: ['not_found', 'empty_update'],
    idempotent: true,
  }),
} as const
