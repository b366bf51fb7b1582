/** The contents of the data folder, and the parts of it that can be cleared. */
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
    parts: Type.Array(StoragePart),
  },
  { $id: 'StorageUse' },
)
export type StorageUse = Static<typeof StorageUse>

export const storage = {
  get: defineEndpoint({
    method: 'GET',
    path: '/storage',
    role: 'admin',
    summary: 'Read the disk usage of runs, uploads, models, images, exports and the cache',
    reply: { as: 'json', schema: StorageUse },
    idempotent: true,
  }),
  clear: defineEndpoint({
    method: 'POST',
    path: '/storage/clear',
    role: 'admin',
    summary: 'Remove the unused uploads or the cache of the whole installation, for every organization',
    body: Type.Object({ kind: Type.Enum([...CLEARABLE_KINDS]) }, { $id: 'StorageClear', additionalProperties: false }),
    reply: { as: 'json', schema: StorageUse },
    errors: ['wrong_state'],
    idempotent: true,
  }),
} as const
