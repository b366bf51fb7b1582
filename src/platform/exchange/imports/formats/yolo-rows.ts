/** Rows of YOLO: a class number, then a box, an outline, or a box with keypoints, and perhaps a confidence and a track. */
import { unbridged } from '../../../datasets/labels/bridged-ring.ts'
import type { NeutralAnnotation, NeutralShape, Point } from '../../../datasets/labels/neutral.ts'
import type { YoloConfig } from './yolo-config.ts'

/** What a last number of 1 is, which can be a confidence, a position or a track. */
export interface RowTail {
  /** True when it is a track in rows that end with it alone. */
  alone: boolean
  /** True when it is a track in rows that could end with a confidence and a track. */
  behind: boolean
}

export interface Row {
  number: number
  values: readonly number[]
}

/** Null for a text that is no row of numbers. */
export function rowOf(line: string): Row | null {
  const texts = line.trim().split(/\s+/)
  const [first = '', ...rest] = texts
  // Numbers with a comma before their decimals, or commas between the numbers.
  const isDecimal = rest.length >= 4 && rest.every((text) => /^-?\d+(,\d+)?$/.test(text))
  const cells = isDecimal ? [first, ...rest.map((text) => text.replace(',', '.'))] : line.trim().split(/[\s,;]+/)
  const [number, ...values] = cells.filter((cell) => cell !== '').map(Number)
  if (number === undefined || !Number.isInteger(number) || number < 0 || !values.every(Number.isFinite)) return null
  return { number, values }
}

const isPart = (value: number | undefined): boolean => value !== undefined && value >= 0 && value <= 1

/**
 * Six numbers are a triangle, or a box with its confidence and its track, as trackers write them. A whole number above 1 behind a
 * confidence is a track, since positions end at 1. A 1 is one when other rows have tracks, or all rows could.
 */
export function tailOf(rows: readonly Row[]): RowTail {
  const lasts = (wanted: (length: number) => boolean) => rows.filter(({ values }) => wanted(values.length))
  const alone = lasts((length) => length >= 5 && length % 2 === 1)
  const behind = lasts((length) => length === 6)
  const isTrack = ({ values }: Row) => isTrackNumber(values.at(-1))
  const isAbove = ({ values }: Row) => isTrackNumber(values.at(-1)) && values.at(-1) !== 1
  const couldBe = (row: Row) => isTrack(row) && isPart(row.values.at(-2))
  return {
    alone: alone.some(isAbove) && alone.every(isTrack),
    behind: behind.length > 1 && behind.every(couldBe),
  }
}

const isTrackNumber = (value: number | undefined): boolean => Number.isInteger(value) && (value as number) >= 1

/** How many numbers follow the shape, and whether the last is a track. */
function endOf(values: readonly number[], { alone, behind }: RowTail): { length: number; isTracked: boolean } {
  const last = values.at(-1) as number
  const isAbove = isTrackNumber(last) && last > 1
  if (values.length % 2 === 1) return { length: 1, isTracked: isAbove || (last === 1 && alone) }
  const isTracked = values.length >= 6 && isPart(values.at(-2)) && (isAbove || (last === 1 && behind))
  return { length: isTracked ? 2 : 0, isTracked }
}

type Shaped = Pick<NeutralAnnotation, 'shape' | 'rules'>

/** The annotations of a row, without their class names; null for a row of any other shape. */
export function annotationsOf(
  { number, values }: Row,
  { keypoints, pointNames }: YoloConfig,
  tail: RowTail,
): (Pick<NeutralAnnotation, 'shape' | 'rules' | 'confidence' | 'fields'> & { point?: string })[] | null {
  const extra = keypoints ? values.length - (4 + keypoints[0] * keypoints[1]) : -1
  const isPose = extra >= 0 && extra <= 2
  const end = isPose ? endOfPose(values, extra, tail) : endOf(values, tail)
  const body = values.slice(0, values.length - end.length)
  const confidence = end.length > (end.isTracked ? 1 : 0) ? (values[body.length] ?? null) : null
  const common = { confidence, ...(end.isTracked && { fields: { track_id: String(values.at(-1)) } }) }
  const box = boxOf(body)
  if (isPose && keypoints) {
    if (body.slice(0, 4).some((n) => n < 0)) return null
    const points = pointsOfPose(body.slice(4), keypoints[1])
    const labels = pointNames.get(number) ?? []
    const rules = points.length > 1 ? (['geometry.points_separated'] as const) : undefined
    const made = points.map(({ point, i }) => {
      const label = labels[i]
      const shape: Shaped = { shape: { type: 'keypoint', point }, ...(rules && { rules }) }
      return { ...common, ...shape, ...(label !== undefined && points.length > 1 && { point: label }) }
    })
    const all = box ? [{ ...common, shape: box }, ...made] : made
    return all.length > 0 ? all : null
  }
  if (body.length === 4) return box && [{ ...common, shape: box }]
  if (body.length < 6) return null
  const ring: Point[] = []
  for (let i = 0; i + 1 < body.length; i += 2) ring.push({ x: body[i] as number, y: body[i + 1] as number })
  return [{ ...common, shape: { type: 'polygon', rings: unbridged(ring) } }]
}

function endOfPose(values: readonly number[], length: number, { alone }: RowTail): ReturnType<typeof endOf> {
  const last = values.at(-1) as number
  const isTracked = length === 2 || (length === 1 && isTrackNumber(last) && (last > 1 || alone))
  return { length, isTracked }
}

function boxOf([x, y, w, h]: readonly number[]): NeutralShape | null {
  if (x === undefined || y === undefined || w === undefined || h === undefined || !(w > 0 && h > 0)) return null
  return { type: 'bbox', box: { x: x - w / 2, y: y - h / 2, w, h } }
}

/** Points without a visibility are absent at 0, 0. `i`: the number of the point. */
function pointsOfPose(numbers: readonly number[], each: number): { point: Point; i: number }[] {
  const points: { point: Point; i: number }[] = []
  for (let at = 0; at + each <= numbers.length; at += each) {
    const [x, y, visibility = 2] = numbers.slice(at, at + each) as [number, number, number?]
    if (visibility > 0 && (each === 3 || x !== 0 || y !== 0)) points.push({ point: { x, y }, i: at / each })
  }
  return points
}
