/** The shapes of COCO's annotations: outlines and masks in the forms that tools write, boxes, and keypoints. */
import type { BoundingBox } from '../../../../shared/domain/annotation.ts'
import { ringsOf } from '../../../datasets/labels/mask-rings.ts'
import type { NeutralAnnotation, NeutralShape, Point } from '../../../datasets/labels/neutral.ts'
import { maskOf } from '../../../datasets/labels/rle.ts'
import { outlineOf } from '../../exports/formats/outline.ts'
import { isRecord, numbersOf } from './json-values.ts'

export interface Shaped {
  shape: NeutralShape
  rules: NonNullable<NeutralAnnotation['rules']>
}

export interface LabelledPoint {
  label: string
  point: Point
}

type Json = Readonly<Record<string, unknown>>

/** Null without an outline and a box. */
export async function shapeOf({ segmentation, bbox }: Json): Promise<Shaped | null> {
  const outline = await outlineFrom(segmentation)
  if (outline !== null && outline !== 'unreadable') return outline
  const box = boxOf(bbox)
  if (!box) return null
  return { shape: { type: 'bbox', box }, rules: outline === null ? [] : ['geometry.box_only'] }
}

/** Null for an empty one, as annotations with a box only have it. */
async function outlineFrom(segmentation: unknown): Promise<Shaped | 'unreadable' | null> {
  if (isRecord(segmentation)) return Object.keys(segmentation).length === 0 ? null : outlineOfMask(segmentation)
  if (!Array.isArray(segmentation)) return segmentation === undefined || segmentation === null ? null : 'unreadable'
  const list = segmentation.filter((part) => !(Array.isArray(part) && part.length === 0))
  if (list.length === 0) return null
  const [first] = list
  if (isRecord(first)) return list.length === 1 ? outlineOfMask(first) : 'unreadable'
  // Some tools write the points of one outline without a list of its parts, or each point as a list.
  const whole = ringOf(list)
  if (whole) return { shape: { type: 'polygon', rings: [whole] }, rules: [] }
  const rings = list.map(ringOf).filter((ring) => ring !== null)
  if (rings.length === 0) return 'unreadable'
  return {
    // Parts are united, so one inside another is not a hole.
    shape: { type: 'polygon', rings: rings.length > 1 ? outlineOf(rings).rings : rings },
    rules: rings.length < list.length ? ['geometry.parts_left_out'] : [],
  }
}

async function outlineOfMask({ size, counts }: Json): Promise<Shaped | 'unreadable'> {
  const [height, width] = numbersOf(size) ?? []
  const runs = typeof counts === 'string' ? counts : numbersOf(counts)
  if (height === undefined || width === undefined || runs === null) return 'unreadable'
  try {
    const rings = await ringsOf(maskOf([height, width], runs))
    if (rings.length === 0) return 'unreadable'
    return { shape: { type: 'polygon', rings }, rules: ['geometry.mask_outlined'] }
  } catch (error) {
    if (error instanceof RangeError) return 'unreadable'
    throw error
  }
}

/** The points of a list of numbers, or of pairs; null for fewer than three. */
function ringOf(part: unknown): Point[] | null {
  const pairs = Array.isArray(part) && part.length >= 3 ? part.map(numbersOf) : []
  if (pairs.length > 0 && pairs.every((pair) => pair?.length === 2)) {
    return pairs.map((pair) => ({ x: pair?.[0] as number, y: pair?.[1] as number }))
  }
  const numbers = numbersOf(part)
  if (!numbers || numbers.length < 6 || numbers.length % 2 !== 0) return null
  const ring: Point[] = []
  for (let i = 0; i < numbers.length; i += 2) ring.push({ x: numbers[i] as number, y: numbers[i + 1] as number })
  return ring
}

function boxOf(bbox: unknown): BoundingBox | null {
  const [x, y, w, h] = numbersOf(bbox) ?? []
  if (x === undefined || y === undefined || w === undefined || h === undefined) return null
  return w > 0 && h > 0 ? { x, y, w, h } : null
}

/** The points that are labelled: x, y and a visibility over 0. Tools that know no visibility write pairs. */
export function keypointsOf(value: unknown, labels: readonly string[]): LabelledPoint[] {
  const numbers = numbersOf(value) ?? []
  const each = numbers.length % 3 !== 0 && numbers.length % 2 === 0 ? 2 : 3
  const found: LabelledPoint[] = []
  for (let i = 0; i + each <= numbers.length; i += each) {
    const [x, y, visibility = 2] = numbers.slice(i, i + each) as [number, number, number?]
    if (visibility > 0) found.push({ label: labels[i / each] ?? `${i / each + 1}`, point: { x, y } })
  }
  return found
}
