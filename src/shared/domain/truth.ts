/** Ground truth of a video: crossings and visits marked by hand. It belongs to the video, not to a run. */
import { type Static, Type } from 'typebox'

/** A crossing in one direction or the other, or an object that entered a zone or left it. */
export const TRUTH_KINDS = ['a_to_b', 'b_to_a', 'entry', 'exit'] as const
export type TruthKind = (typeof TRUTH_KINDS)[number]

export const TruthMark = Type.Object(
  {
    id: Type.String({ minLength: 1, maxLength: 40 }),
    time_s: Type.Number({ minimum: 0, description: 'Media time of the frame it was marked at' }),
    kind: Type.Enum([...TRUTH_KINDS]),
    class_name: Type.Union([Type.String({ minLength: 1, maxLength: 200 }), Type.Null()], {
      description: 'Null: of any class',
    }),
  },
  { additionalProperties: false },
)
export type TruthMark = Static<typeof TruthMark>

/** Start and end in media seconds. */
export const Interval = Type.Tuple([Type.Number({ minimum: 0 }), Type.Number({ minimum: 0 })])
export type Interval = Static<typeof Interval>

/** A line or zone by its name, which is kept when it is moved or the graph around it changes. */
export const TruthPlace = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 60 }),
    kind: Type.Enum(['line', 'zone']),
    watched: Type.Array(Interval, { description: 'Apart from each other and in order; nothing else is scored' }),
    marks: Type.Array(TruthMark, { maxItems: 20_000, description: 'In order of time' }),
  },
  { additionalProperties: false },
)
export type TruthPlace = Static<typeof TruthPlace>

export const MediaSha256 = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'Of the video file' })

export const Truth = Type.Object(
  {
    format: Type.Literal('sightline-truth'),
    version: Type.Literal(1),
    media: Type.Object(
      { sha256: MediaSha256, name: Type.String({ description: 'File name, for display' }) },
      { additionalProperties: false },
    ),
    places: Type.Array(TruthPlace, { maxItems: 1000 }),
  },
  { additionalProperties: false },
)
export type Truth = Static<typeof Truth>

/** The kinds that can be marked at a place; the first is assigned to the first key. */
export const kindsAt = (place: TruthPlace['kind']): readonly [TruthKind, TruthKind] =>
  place === 'line' ? ['a_to_b', 'b_to_a'] : ['entry', 'exit']
