/** The files of an organization, or of the whole installation, and those of them that can be cleared. */
import { type Static, Type } from 'typebox'
import { defineEndpoint } from './endpoint.ts'

export const STORAGE_KINDS = ['runs', 'uploads', 'models', 'images', 'exports', 'cache'] as const
export type StorageKind = (typeof STORAGE_KINDS)[number]

/** Runs are not listed: they are cleared by deleting them. */
export const CLEARABLE_KINDS = ['uploads', 'cache'] as const
export type ClearableKind = (typeof CLEARABLE_KINDS)[number]

const Bytes = Type.Integer({ minimum: 0 })
const Count = Type.Integer({ minimum: 0 })

export const StoragePart = Type.Object({
  kind: Type.Enum([...STORAGE_KINDS]),
  bytes: Bytes,
  count: Count,
  clearable: Type.Object(
    { bytes: Bytes, count: Count },
    { description: 'Ended runs, unused uploads and the whole cache; no models, images or exports' },
  ),
})
export type StoragePart = Static<typeof StoragePart>

export const StorageUse = Type.Object(
  {
    in_use: Type.Boolean({ description: 'A run is queued or processing, so nothing can be cleared' }),
    parts: Type.Array(StoragePart, { description: 'The cache only for the whole installation, which shares it' }),
  },
  { $id: 'StorageUse' },
)
export type StorageUse = Static<typeof StorageUse>

export const storage = {
  get: defineEndpoint({
    method: 'GET',
    path: '/storage',
    role: 'admin',
    summary: 'Read the size of the runs, uploads, models, images and exports of the organization',
    reply: { as: 'json', schema: StorageUse },
    idempotent: true,
  }),
  clear: defineEndpoint({
    method: 'POST',
    path: '/storage/clear',
    role: 'admin',
    summary: 'Remove the unused uploads of the organization',
    body: Type.Object({ kind: Type.Enum(['uploads']) }, { $id: 'StorageClear', additionalProperties: false }),
    reply: { as: 'json', schema: StorageUse },
    errors: ['wrong_state'],
    idempotent: true,
  }),
} as const
