/** A batch, that is a workflow run on many files: the files in their order, and the run of each. */
import { type Static, Type } from 'typebox'
import { nullable } from './nullable.ts'

const Id = Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' })

export const BatchItem = Type.Object(
  {
    id: Id,
    source: Type.Object(
      {
        uri: Type.String({ minLength: 1, description: 'The handle that the run is started on' }),
        name: Type.String({ minLength: 1 }),
        kind: Type.Enum(['video', 'image']),
        size_bytes: Type.Integer({ minimum: 0 }),
        duration_seconds: nullable(Type.Number({ description: 'Null for images' })),
      },
      { additionalProperties: false },
    ),
    run_id: nullable(Type.String({ description: 'The last run of this file; null before it was queued' })),
    problem: nullable(Type.String({ description: 'Why it could not be queued, as a sentence' })),
  },
  { additionalProperties: false },
)
export type BatchItem = Static<typeof BatchItem>

export const MAX_BATCH_ITEMS = 2_000

export const Batch = Type.Object(
  {
    id: Id,
    workflow_id: Type.String(),
    workflow_name: Type.String({ description: 'When the batch was started' }),
    created_at: Type.String(),
    items: Type.Array(BatchItem, { maxItems: MAX_BATCH_ITEMS, description: 'In the order in which they are run' }),
  },
  { additionalProperties: false },
)
export type Batch = Static<typeof Batch>
