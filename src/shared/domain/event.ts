/** Timestamped events emitted by a measure block, and the counts derived from them. */
import { type Static, Type } from 'typebox'
import { nullable } from './nullable.ts'

export const EVENT_TYPES = ['line_crossing', 'zone_entry', 'zone_exit', 'zone_dwell', 'zone_occupancy'] as const
export const Direction = Type.Enum(['a_to_b', 'b_to_a'])
export type Direction = Static<typeof Direction>

export const MeasureEvent = Type.Object(
  {
    id: Type.Optional(
      Type.String({ description: 'Unique in the run and the same in every run of the same graph on it' }),
    ),
    type: Type.Enum([...EVENT_TYPES]),
    node_id: Type.String({ description: 'The measure block' }),
    geometry: Type.String({ description: 'Name of the line or zone' }),
    time_s: Type.Number({ description: 'Media time in seconds, interpolated for crossings' }),
    frame_index: Type.Integer({ description: 'Decoded frame at which the event was committed, from 0' }),
    track_id: nullable(Type.Integer({ minimum: 1 })),
    class_name: nullable(Type.String()),
    direction: nullable(Direction),
    box: Type.Union([Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()]), Type.Null()], {
      description: 'x1, y1, x2, y2 in pixels of the upright frame',
    }),
    dwell_s: Type.Optional(Type.Number({ description: 'zone_exit: this visit; zone_dwell: all visits of the track' })),
    occupancy: Type.Optional(
      Type.Object({
        interval_s: Type.Number(),
        min: Type.Integer(),
        mean: Type.Number(),
        max: Type.Integer(),
      }),
    ),
    open_at_end: Type.Optional(Type.Boolean({ description: 'The visit had not ended when the media did' })),
  },
  { $id: 'MeasureEvent', additionalProperties: false },
)
export type MeasureEvent = Static<typeof MeasureEvent>

const Directions = Type.Object({ a_to_b: Type.Integer(), b_to_a: Type.Integer() })

export const LineCount = Type.Object({
  node_id: Type.String(),
  name: Type.String(),
  a_to_b: Type.Integer(),
  b_to_a: Type.Integer(),
  by_class: Type.Record(Type.String(), Directions),
})
export type LineCount = Static<typeof LineCount>

export const ZoneCount = Type.Object({
  node_id: Type.String(),
  name: Type.String(),
  visits: Type.Integer(),
  dwell_s: Type.Number({ description: 'Sum over all visits' }),
  peak_occupancy: Type.Integer(),
  by_class: Type.Record(Type.String(), Type.Object({ visits: Type.Integer(), dwell_s: Type.Number() })),
})
export type ZoneCount = Static<typeof ZoneCount>

export const RunCounts = Type.Object({ lines: Type.Array(LineCount), zones: Type.Array(ZoneCount) })
export type RunCounts = Static<typeof RunCounts>
