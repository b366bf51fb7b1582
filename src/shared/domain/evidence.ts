/** Evidence for each count of a line or zone, and for each near miss that was not counted. */
import { type Static, Type } from 'typebox'
import { Direction } from './event.ts'
import { nullable } from './nullable.ts'

/** Every reason not to count an apparent count, with its sentence for people. */
export const NEAR_MISS_REASONS = {
  round_the_end: 'Reached the other side round the end of the line, without meeting it.',
  touched_and_returned: 'Met the line and returned without getting clear of it on the other side.',
  flicker_in_dead_band: 'Met the line several times without getting clear of it on the other side.',
  did_not_settle: 'Was clear on the other side for less than the settle time, then returned.',
  born_in_dead_band: 'Was first seen too close to the line to have a side to come from.',
  stayed_in_dead_band: 'Was inside, but never clear of the border.',
  left_before_settling: 'Was inside for less than the settle time, then left.',
  passed_between_frames: 'Its path led through the zone, but it was never seen inside.',
  class_not_measured: 'Its class is not among those that are measured here.',
  lost_before_settling: 'Was lost before it had settled.',
  media_ended_before_settling: 'The video ended before it had settled.',
} as const
export type NearMissReason = keyof typeof NEAR_MISS_REASONS
const Reason = Type.Enum(Object.keys(NEAR_MISS_REASONS) as NearMissReason[])

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
