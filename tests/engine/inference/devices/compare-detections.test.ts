import { describe, expect, test } from 'vitest'
import type { Found } from '../../../../src/engine/inference/candidates.ts'
import { largestDifference, TOLERANCE } from '../../../../src/engine/inference/devices/check-device.ts'

const SIDE = 640
type One = { box: [number, number, number, number]; score: number; classId?: number }
const found = (...list: One[]): Found => ({
  boxes: Float32Array.from(list.flatMap(({ box }) => box)),
  scores: Float32Array.from(list, ({ score }) => score),
  classIds: Int32Array.from(list, ({ classId = 0 }) => classId),
  count: list.length,
})
const car: One = { box: [10, 20, 110, 120], score: 0.8 }
const person: One = { box: [300, 20, 340, 120], score: 0.6, classId: 1 }
const difference = (a: Found, b: Found) => largestDifference(a, b, SIDE, 0.25)

describe('detections of two devices', () => {
  test('agree whatever their order', () => {
    expect(difference(found(car, person), found(person, car))).toBe(0)
  })

  test('differ by the largest coordinate as a share of the input, or by the score', () => {
    const moved: One = { ...car, box: [10, 20, 116.4, 120] }
    expect(difference(found(car, person), found(moved, person))).toBeCloseTo(0.01, 5)
    expect(difference(found(car), found({ ...car, score: 0.82 }))).toBeCloseTo(0.02, 5)
    expect(difference(found(car), found({ ...car, score: 0.801 }))).toBeLessThan(TOLERANCE)
  })

  test.each<[string, Found, Found]>([
    ['a detection is missing', found(car, person), found(car)],
    ['there is one more', found(car), found(car, person)],
    ['a class is another', found(car), found({ ...car, classId: 2 })],
    ['a device returns no numbers', found(car), found({ ...car, score: Number.NaN })],
  ])('do not agree when %s', (_, a, b) => {
    expect(difference(a, b)).toBeNull()
  })

  test('may lack one whose score is at the threshold', () => {
    const faint: One = { ...person, score: 0.251 }
    expect(difference(found(car, faint), found(car))).toBe(0)
  })
})
