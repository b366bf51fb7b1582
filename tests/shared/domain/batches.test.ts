import { expect, test } from 'vitest'
import { batchesOf } from '../../../src/shared/domain/batches.ts'

test('batches hold all items in their order, the last one those that are left', () => {
  expect([...batchesOf([1, 2, 3, 4, 5], 2)]).toEqual([[1, 2], [3, 4], [5]])
  expect([...batchesOf([1, 2], 2)]).toEqual([[1, 2]])
  expect([...batchesOf([], 2)]).toEqual([])
})
