import { type Static, Type } from 'typebox'
import { ANCHORS } from '../domain/detection.ts'
import { NormPoint } from '../domain/geometry.ts'
import { MAX_ENTRIES, MAX_POINTS } from '../domain/limits.ts'
import { ClassList, defineBlock, ui } from './block.ts'

/** The longest name of a line or zone. */
export const MAX_PLACE_NAME = 60

export const Geometry = Type.Object(
  {
    kind: Type.Enum(['line', 'zone'], {
      title: 'Kind',
      description: 'A line counts crossings; a zone measures occupancy and dwell',
    }),
    name: Type.String({ title: 'Name', minLength: 1, maxLength: MAX_PLACE_NAME }),
    points: Type.Array(NormPoint, {
      title: 'Points',
      description: 'Shares of the frame, 0 to 1',
      maxItems: MAX_POINTS,
    }),
    classes: Type.Optional(ClassList('Classes', 'Measure only these; empty measures all', { default: undefined })),
  },
  { additionalProperties: false },
)
export type Geometry = Static<typeof Geometry>

export const measure = defineBlock({
  kind: 'measure',
  title: 'Measure',
  summary: 'Counts line crossings, zone visits and dwell',
  docs: 'A line has a direction, from its first point to its last; side A is on the left of it and side B on the right. A crossing counts once the object has settled on the other side, so jitter and touching do not count. A zone reports how many are inside, each visit and how long it lasted; a visit begins and ends once the object has settled inside or outside. Each run stores evidence, which explains every count and every near miss.',
  inputs: [{ id: 'detections', title: 'Tracks', accepts: ['detections'], many: true }],
  outputs: [{ id: 'events', title: 'Events', type: 'events' }],
  config: Type.Object(
    {
      geometries: Type.Array(Geometry, {
        title: 'Lines and zones',
        description: 'At least one; names must be unique',
        default: [],
        minItems: 1,
        maxItems: MAX_ENTRIES,
        ...ui({ control: 'geometries' }),
      }),
      anchor: Type.Enum([...ANCHORS], {
        title: 'Anchor',
        description: 'The point of the box that represents the object; bottom centre is where it touches the ground',
        default: 'bottom_center',
        ...ui({ labels: { bottom_center: 'Bottom centre', center: 'Centre' } }),
      }),
      min_settle_ms: Type.Number({
        title: 'Settle time',
        description: 'How long an object must be on the other side of a line, or in or out of a zone, before it counts',
        default: 100,
        minimum: 0,
        maximum: 60_000,
        ...ui({ unit: 'ms', advanced: true }),
      }),
      dead_band: Type.Number({
        title: 'Dead band',
        description:
          'Width of the no-count strip on each side of a line or of a zone’s border, as a share of the box height (at least 1 pixel)',
        default: 0.02,
        minimum: 0,
        maximum: 1,
        ...ui({ control: 'slider', step: 0.005, advanced: true }),
      }),
      gap_s: Type.Number({
        title: 'Gap',
        description: 'A visit ends when its track is lost for longer than this',
        default: 1,
        minimum: 0,
        maximum: 3600,
        ...ui({ unit: 's', advanced: true }),
      }),
      occupancy_interval_s: Type.Number({
        title: 'Occupancy every',
        description: 'Interval of the occupancy series',
        default: 1,
        exclusiveMinimum: 0,
        maximum: 3600,
        ...ui({ unit: 's', advanced: true }),
      }),
    },
    { additionalProperties: false },
  ),
})
