/** Scans of a data set for images that are nearly the same. */
import { type Static, Type } from 'typebox'
import { nullable } from '../domain/nullable.ts'
import { MessageText } from '../messages/message.ts'
import { countedList, defineEndpoint, offsetField, pageQuery } from './endpoint.ts'

export const SCAN_STATUSES = ['pending', 'completed', 'failed', 'cancelled'] as const

/** Images of all groups of a reply. */
export const MAX_MEMBERS = 10_000

export const NearDuplicateScan = Type.Object(
  {
    job_id: Type.String({ description: 'Its progress is that of the job' }),
    dataset_id: Type.String(),
    status: Type.Enum([...SCAN_STATUSES]),
    threshold: Type.Number(),
    scanned_images: Type.Integer(),
    group_count: Type.Integer(),
    duplicate_count: Type.Integer({ description: 'Images of all groups, less one of each' }),
    error: nullable(Type.String()),
    text: Type.Optional(MessageText),
    created_at: Type.String(),
    completed_at: nullable(Type.String()),
  },
  { $id: 'NearDuplicateScan' },
)
export type NearDuplicateScan = Static<typeof NearDuplicateScan>

export const NearDuplicateGroup = Type.Object(
  {
    group: Type.Integer({ description: 'From 0, the largest group first' }),
    images: Type.Array(
      Type.Object({
        id: Type.String(),
        filename: Type.String(),
        virtual_directory_path: Type.String(),
        similarity: Type.Number({ description: 'To the most similar image of the group' }),
      }),
      { description: 'The oldest first' },
    ),
    image_count: Type.Integer(),
  },
  { $id: 'NearDuplicateGroup' },
)
export type NearDuplicateGroup = Static<typeof NearDuplicateGroup>

const NearDuplicateGroups = countedList(NearDuplicateGroup, 'NearDuplicateGroups')

export const nearDuplicates = {
  start: defineEndpoint({
    method: 'POST',
    path: '/datasets/{dataset}/near-duplicates',
    role: 'member',
    summary: 'Group the images of a data set that are nearly the same; a job, which replaces the scan before it',
    body: Type.Object(
      {
        threshold: Type.Optional(
          Type.Number({ minimum: 0.5, maximum: 1, default: 0.97, description: 'Least cosine similarity' }),
        ),
      },
      { $id: 'NearDuplicateRequest', additionalProperties: false },
    ),
    reply: { as: 'json', schema: NearDuplicateScan, status: 201 },
    errors: ['not_found', 'wrong_state'],
    idempotent: false,
  }),
  get: defineEndpoint({
    method: 'GET',
    path: '/datasets/{dataset}/near-duplicates',
    role: 'viewer',
    summary: 'Read the last scan for near-duplicates of a data set',
    reply: { as: 'json', schema: NearDuplicateScan },
    errors: ['not_found'],
    idempotent: true,
  }),
  groups: defineEndpoint({
    method: 'GET',
    path: '/datasets/{dataset}/near-duplicates/groups',
    role: 'viewer',
    summary: 'List the groups that the last scan for near-duplicates found, the largest first',
    query: Type.Object(
      {
        ...pageQuery({ limit: 50, max: 200 }),
        members: Type.Integer({
          minimum: 1,
          maximum: MAX_MEMBERS,
          default: 100,
          description: 'Most images of a group; of all groups of a reply together, at most 10,000',
        }),
        skip_members: offsetField(),
      },
      { additionalProperties: false },
    ),
    reply: { as: 'json', schema: NearDuplicateGroups },
    errors: ['not_found'],
    idempotent: true,
  }),
} as const
