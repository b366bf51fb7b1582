/** The rules by which frames of a video are chosen. */
import { type Static, Type } from 'typebox'

/** Moments of one selection. */
export const MAX_MOMENTS = 10_000

const strict = { additionalProperties: false }
/** Settings that a selection may omit. Validators fill in no defaults inside a union, so `withDefaults` does. */
export const SELECTION_DEFAULTS = {
  rate: {},
  every_nth: {},
  scene_changes: { min_change: 0.06, min_scene_s: 0.6 },
  differing: { min_difference: 0.1, fps: 5 },
  moments: {},
  unsure: { below: 0.5, count: 100, min_gap_s: 1 },
} as const

/** Fills in the settings that a selection omits. */
export const withDefaults = <S extends { by: keyof typeof SELECTION_DEFAULTS }>(selection: S): Required<S> =>
  ({ ...SELECTION_DEFAULTS[selection.by], ...selection }) as Required<S>

const { scene_changes, differing } = SELECTION_DEFAULTS
const omitted = (value: number) => `; ${value} when omitted`
const threshold = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 1, description }))

export const RateSelection = Type.Object(
  {
    by: Type.Literal('rate'),
    fps: Type.Number({ exclusiveMinimum: 0, maximum: 60, description: 'Frames per second' }),
  },
  strict,
)

export const NthSelection = Type.Object(
  {
    by: Type.Literal('every_nth'),
    n: Type.Integer({ minimum: 1, maximum: 100_000, description: '1 takes every frame, 2 every other one' }),
  },
  strict,
)

export const SceneSelection = Type.Object(
  {
    by: Type.Literal('scene_changes'),
    min_change: threshold(
      `Smallest mean change of the colours at a cut; lower finds cuts between similar scenes${omitted(scene_changes.min_change)}`,
    ),
    min_scene_s: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: 3600,
        description: `Shortest scene in seconds${omitted(scene_changes.min_scene_s)}`,
      }),
    ),
  },
  { ...strict, description: 'The first frame of each scene' },
)

export const DifferingSelection = Type.Object(
  {
    by: Type.Literal('differing'),
    min_difference: threshold(
      `Smallest change of the tenth of the image that changed most, since the frame chosen before${omitted(differing.min_difference)}`,
    ),
    fps: Type.Optional(
      Type.Number({
        exclusiveMinimum: 0,
        maximum: 60,
        description: `Frames per second to compare${omitted(differing.fps)}`,
      }),
    ),
  },
  { ...strict, description: 'Frames that differ from the one chosen before' },
)

export const MomentSelection = Type.Object(
  {
    by: Type.Literal('moments'),
    times_s: Type.Array(Type.Number({ minimum: 0 }), {
      minItems: 1,
      maxItems: MAX_MOMENTS,
      description: 'Seconds from the first frame; the frame that is shown then',
    }),
  },
  strict,
)

export const FrameSelection = Type.Union([
  RateSelection,
  NthSelection,
  SceneSelection,
  DifferingSelection,
  MomentSelection,
])
/** With all its settings. */
export type FrameSelection = Required<Static<typeof FrameSelection>>
export type SceneSelection = Required<Static<typeof SceneSelection>>
export type DifferingSelection = Required<Static<typeof DifferingSelection>>
