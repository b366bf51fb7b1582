/** Evidence for each count of a line or zone, and for each near miss that was not counted. */
import { type Static, Type } from 'typebox'
import { Direction } from './event.ts'
import { nullable } from './nullable.ts'

/** Every reason not to count an apparent count; the messages `near_miss.<reason>` describe them. */
export const NEAR_MISS_REASONS = [
  'round_the_end',
  'touched_and_returned',
  'flicker_in_dead_band',
  'did_not_settle',
  'born_in_dead_band',
  'stayed_in_dead_band',
  'left_before_settling',
  'passed_between_frames',
  'class_not_measured',
  'lost_before_settling',
  'media_ended_before_settling',
] as const
export type NearMissReason = (typeof NEAR_MISS_REASONS)[number]
const Reason = Type.Enum([...NEAR_MISS_REASONS])

/** Location of a sighting: a line's sides, a zone's inside and outside, or the dead band of either. */
export const PLACES = ['a', 'b', 'inside', 'outside', 'band'] as const
export type EvidencePlace = (typeof PLACES)[number]

export const EvidencePoint = Type.Object({
  time_s: Type.Number(),
  frame_index: Type.Integer(),
  x: Type.Number({ description: 'The anchor, as a share of the frame like the points of lines and zones' }),
  y: Type.Number(),
  place: Type.Enum([...PLACES]),
})
export type EvidencePoint = Static<typeof EvidencePoint>

const common = {
  node_id: Type.String({ description: 'The measure block' }),
  geometry: Type.String({ description: 'Name of the line or zone' }),
  counted: Type.Boolean(),
  reason: nullable(Reason),
  event_id: nullable(Type.String({ description: 'The line_crossing or zone_entry that was counted' })),
  track_id: Type.Integer({ minimum: 1 }),
  class_name: Type.String(),
  decided_s: Type.Number({ description: 'Media time at which it was decided' }),
  frame_index: Type.Integer({ description: 'Frame at which it was decided' }),
  path: Type.Array(EvidencePoint, { description: 'Sightings before, during and up to the decision' }),
  path_left_out: Type.Integer({ minimum: 0, description: 'Sightings left out of the middle of a long path' }),
}

export const LineEvidence = Type.Object(
  {
    kind: Type.Literal('line'),
    ...common,
    direction: nullable(Direction),
    crossed_s: nullable(Type.Number({ description: 'When the path met the line' })),
    meetings: Type.Integer({ minimum: 0, description: 'How often the path met the line' }),
    clear_s: Type.Number({ description: 'Longest stay clear of the dead band on the other side' }),
    settle_s: Type.Number({ description: 'The stay that counts' }),
  },
  { additionalProperties: false },
)
export type LineEvidence = Static<typeof LineEvidence>

export const ZoneEvidence = Type.Object(
  {
    kind: Type.Literal('zone'),
    ...common,
    exit_event_id: nullable(Type.String({ description: 'The zone_exit that ended the visit' })),
    entered_s: Type.Number(),
    left_s: Type.Number({ description: 'When it was last inside' }),
    dwell_s: Type.Number(),
    clear_s: Type.Number({ description: 'Longest stay clear of the dead band inside' }),
    settle_s: Type.Number({ description: 'The stay that counts' }),
    open_at_end: Type.Boolean(),
  },
  { additionalProperties: false },
)
export type ZoneEvidence = Static<typeof ZoneEvidence>

/** One count, or one near miss. Each counted crossing and each counted visit has exactly one. */
export const Evidence = Type.Union([LineEvidence, ZoneEvidence])
export type Evidence = Static<typeof Evidence>

/** Near misses of one line or zone for one reason: their number, and the number of those with evidence. */
export const NearMisses = Type.Object({
  node_id: Type.String(),
  geometry: Type.String(),
  reason: Reason,
  seen: Type.Integer({ minimum: 1 }),
  kept: Type.Integer({ minimum: 0 }),
})
export type NearMisses = Static<typeof NearMisses>
