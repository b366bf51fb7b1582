import { describe, expect, test } from 'vitest'
import type { Candidates } from '../../../src/engine/inference/candidates.ts'
import { recognise } from '../../../src/engine/inference/families/families.ts'
import type { Head, TriedModel } from '../../../src/engine/inference/families/family.ts'

const model = (shape: number[], classNames: string[] | null = ['a', 'b'], metadata = {}): TriedModel => ({
  metadata,
  classNames,
  outputs: [{ name: 'output0', shape }],
})

function decode(shape: number[], data: number[], confidence = 0.5, classIds: number[] | null = null): Candidates {
  const head = recognise(model(shape)) as Head
  const output = { name: 'output0', shape, data: Float32Array.from(data) }
  return head.decode([output], { confidence, classIds: classIds && new Set(classIds) })
}

const rows = ({ boxes, scores, classIds, count }: Candidates) =>
  Array.from({ length: count }, (_, i) => [...boxes.subarray(4 * i, 4 * i + 4), scores[i], classIds[i]])

describe('what a model is', () => {
  test.each([
    [[1, 6, 8400], 'v8'],
    [[1, 25_200, 7], 'v5'],
    [[1, 300, 6], 'end-to-end'],
  ])('an output of shape %j is a %s head', (shape, architecture) => {
    expect(recognise(model(shape))?.architecture).toContain(architecture)
  })

  test('classes come from the metadata, or are numbered', () => {
    expect(recognise(model([1, 6, 8400]))?.classes).toEqual(['a', 'b'])
    expect(recognise(model([1, 6, 8400], null))?.classes).toEqual(['class 0', 'class 1'])
  })

  test.each([
    ['class names that do not fit the head', model([1, 9, 8400])],
    ['a pose model', model([1, 56, 8400], null, { task: 'pose' })],
    ['a classifier', model([1, 1000], null)],
    [
      'several outputs',
      { ...model([1, 6, 8400]), outputs: [model([1, 6, 8400]).outputs, model([1, 32]).outputs].flat() },
    ],
  ])('%s is not recognised', (_, tried) => {
    expect(recognise(tried)).toBeNull()
  })
})

describe('what a head says', () => {
  // Two anchors, channel by channel: cx, cy, w, h, then a score for each class.
  const v8 = [
    [10, 50],
    [20, 60],
    [4, 8],
    [6, 2],
    [0.9, 0.1],
    [0.2, 0.6],
  ].flat()

  test('v8: centre and size become corners, the best class counts', () => {
    expect(rows(decode([1, 6, 2], v8))).toEqual([
      [8, 17, 12, 23, Math.fround(0.9), 0],
      [46, 59, 54, 61, Math.fround(0.6), 1],
    ])
  })

  test('v8: a class that is filtered away leaves its anchor to the others', () => {
    expect(rows(decode([1, 6, 2], v8, 0.15, [1])).map((r) => r.slice(4))).toEqual([
      [Math.fround(0.2), 1],
      [Math.fround(0.6), 1],
    ])
  })

  test('v5: the confidence is objectness times class score', () => {
    const data = [
      [10, 20, 4, 6, 0.5, 1, 0],
      [10, 20, 4, 6, 1, 0.4, 0.8],
      [10, 20, 4, 6, 0.9, 0.5, 0.5],
    ].flat()
    expect(rows(decode([1, 3, 7], data))).toEqual([
      [8, 17, 12, 23, 0.5, 0],
      [8, 17, 12, 23, Math.fround(0.8), 1],
    ])
  })

  test('end-to-end: rows are corners, score and class; unused rows are left out', () => {
    const data = [
      [1, 2, 3, 4, 0.9, 1],
      [0, 0, 0, 0, 0, 0],
    ].flat()
    expect(rows(decode([1, 2, 6], data, 0))).toEqual([[1, 2, 3, 4, Math.fround(0.9), 1]])
  })

  test('numbers that are not numbers are no detections', () => {
    const broken = new Array(7 * 6).fill(Number.NaN)
    expect(decode([1, 6, 7], broken).count).toBe(0)
    expect(decode([1, 6, 7], broken, 0).count).toBe(0)
  })
})
