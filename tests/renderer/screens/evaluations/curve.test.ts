import { expect, test } from 'vitest'
import { type CurvePoint, pointAt } from '../../../../src/renderer/screens/evaluations/curves/curve-chart.tsx'

const point = (recall: number, precision: number): CurvePoint => ({ recall, precision, confidence: 1 - recall })
const POINTS = [point(0.1, 1), point(0.4, 0.9), point(0.4, 0.7), point(0.8, 0.5)]

test('the point of a recall is the first that reaches it', () => {
  expect(pointAt(POINTS, 0)).toEqual(POINTS[0])
  expect(pointAt(POINTS, 0.1)).toEqual(POINTS[0])
  expect(pointAt(POINTS, 0.2)).toEqual(POINTS[1])
  expect(pointAt(POINTS, 0.4)).toEqual(POINTS[1])
  expect(pointAt(POINTS, 0.8)).toEqual(POINTS[3])
})

test('no point has a recall that no threshold reaches', () => {
  expect(pointAt(POINTS, 0.81)).toBeNull()
  expect(pointAt([], 0)).toBeNull()
})
