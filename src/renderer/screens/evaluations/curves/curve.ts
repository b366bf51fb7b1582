/** Precision-recall curves as lines of a chart, and their values at a recall. */
import type { PrecisionRecallCurves } from '../../../../shared/api/model-evaluations.ts'

export type CurvePoint = PrecisionRecallCurves['classes'][number]['points'][number]

export interface CurveLine {
  key: string
  label: string
  color: string
  /** Of the stroke, in pixels; null for a solid line. */
  dash: string | null
  points: readonly CurvePoint[]
}

/** Lines differ by their pattern too, not by colour alone. */
export const DASHES: readonly (string | null)[] = [null, '7 4', '2 3', '10 3 2 3']

/** The first point at which the recall is reached; null when no threshold reaches it. Points are by rising recall. */
export function pointAt(points: readonly CurvePoint[], recall: number): CurvePoint | null {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((points[middle] as CurvePoint).recall < recall) low = middle + 1
    else high = middle
  }
  return points[low] ?? null
}
