/** Rows of the texts of the MOT Challenge. */
import type { NeutralAnnotation, NeutralFields } from '../../../datasets/labels/neutral.ts'

/** Ground truth; detections of a detector; results of a tracker. */
export type MotKind = 'truth' | 'detections' | 'results'

/** The classes of the challenges of 2016 and later, which the files number from 1. */
export const CHALLENGE_CLASSES = [
  'pedestrian',
  'person on vehicle',
  'car',
  'bicycle',
  'motorbike',
  'non motorized vehicle',
  'static person',
  'distractor',
  'occluder',
  'occluder on the ground',
  'occluder full',
  'reflection',
  'crowd',
]
const WITHOUT_CLASS = 'object'

/** Rows that show whether a text has results. */
const SHOWN_ROWS = 20

/** Returns whether the rows are results of a tracker: ten numbers, of which the last three, a place in space, are -1. */
export function isOfResults(text: string): boolean {
  const lines = text.split(/\r?\n/)
  // The last one can be cut.
  const rows = (lines.length > 1 ? lines.slice(0, -1) : lines).filter((line) => line.trim() !== '').slice(0, SHOWN_ROWS)
  return rows.length > 0 && rows.every(isResult)
}

function isResult(row: string): boolean {
  const numbers = row.split(',').map((text) => (text.trim() === '' ? Number.NaN : Number(text)))
  const [frame = 0, , , , w = 0, h = 0] = numbers
  const isTracked = numbers.length === 10 && numbers.every(Number.isFinite) && Number.isInteger(frame) && frame >= 0
  return isTracked && w > 0 && h > 0 && numbers.slice(7).every((n) => n === -1)
}

/** Null for a row without valid numbers. */
export function motRow(
  text: string,
  classes: readonly string[],
  kind: MotKind,
): { frame: number; annotation: NeutralAnnotation } | 'ignored' | null {
  const [frame = Number.NaN, track = Number.NaN, x = Number.NaN, y = Number.NaN, w = 0, h = 0, seventh = 1, ...more] =
    text.split(',').map(Number)
  const [number = -1, visibility = 1] = kind === 'truth' ? more : []
  if (![frame, track, x, y, w, h].every(Number.isFinite) || !Number.isInteger(frame) || frame < 0) return null
  if (kind === 'truth' && seventh === 0) return 'ignored'
  if (!(w > 0 && h > 0)) return null
  const name = number < 1 ? WITHOUT_CLASS : (classes[number - 1] ?? `class ${number}`)
  const fields: NeutralFields = {}
  // Detections, and boxes of Datumaro without a track, have -1.
  if (track >= 0) fields.track_id = String(track)
  if (visibility === 0) fields.occluded = true
  else if (visibility > 0 && visibility < 1) fields.attributes = { visibility }
  if (kind !== 'truth') fields.review = 'pending'
  const isFlag = kind === 'truth' ? !(seventh > 0 && seventh < 1) : seventh === -1
  const annotation: NeutralAnnotation = {
    id: null,
    name: name || WITHOUT_CLASS,
    confidence: isFlag || !Number.isFinite(seventh) ? null : seventh,
    shape: { type: 'bbox', box: { x, y, w, h } },
  }
  if (Object.keys(fields).length > 0) annotation.fields = fields
  return { frame, annotation }
}
