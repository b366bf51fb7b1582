/** Names, tags and notes that a person gives to a run. */
import { type Static, Type } from 'typebox'
import { nullable } from './nullable.ts'

export const MAX_RUN_NAME = 120
export const MAX_RUN_TAGS = 20
export const MAX_RUN_TAG = 40
export const MAX_RUN_NOTE = 4000

export const RunTag = Type.String({
  minLength: 1,
  maxLength: MAX_RUN_TAG,
  pattern: '^\\S(.*\\S)?$',
  description: 'One line without space at its ends',
})

export const RunLabels = Type.Object(
  {
    run_id: Type.String({ minLength: 1, maxLength: 200 }),
    name: nullable(Type.String({ minLength: 1, maxLength: MAX_RUN_NAME })),
    tags: Type.Array(RunTag, { maxItems: MAX_RUN_TAGS, uniqueItems: true }),
    note: nullable(Type.String({ minLength: 1, maxLength: MAX_RUN_NOTE })),
  },
  { additionalProperties: false },
)
export type RunLabels = Static<typeof RunLabels>

export const isUnlabelled = ({ name, tags, note }: Pick<RunLabels, 'name' | 'tags' | 'note'>): boolean =>
  name === null && tags.length === 0 && note === null
