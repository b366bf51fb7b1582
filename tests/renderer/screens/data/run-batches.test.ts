import { describe, expect, test } from 'vitest'
import { groupedBy, PER_CALL, runBatches } from '../../../../src/renderer/screens/data/bulk/run-batches.ts'
import { idsOf } from './images.ts'

describe('changes of many images', () => {
  test('are made in calls for a limited number, with progress, and their failures are collected', async () => {
    const sizes: number[] = []
    const shown: number[] = []
    const result = await runBatches(
      idsOf(2 * PER_CALL + 1),
      async (ids) => {
        sizes.push(ids.length)
        return { processed: ids.length - 1, renamed: 1, failed: [{ id: ids[0] ?? '', reason: 'Gone.' }] }
      },
      { onProgress: (done) => shown.push(done) },
    )
    expect(sizes).toEqual([PER_CALL, PER_CALL, 1])
    expect(shown).toEqual([PER_CALL, 2 * PER_CALL, 2 * PER_CALL + 1])
    expect(result).toEqual({
      processed: 2 * PER_CALL - 2,
      renamed: 3,
      left: 0,
      failed: ['image-0', `image-${PER_CALL}`, `image-${2 * PER_CALL}`].map((id) => ({ id, reason: 'Gone.' })),
    })
  })

  test('end between two calls when they are stopped', async () => {
    const stopping = new AbortController()
    const result = await runBatches(
      idsOf(3 * PER_CALL),
      async (ids) => {
        stopping.abort()
        return { processed: ids.length, renamed: 0, failed: [] }
      },
      { onProgress: () => {}, signal: stopping.signal },
    )
    expect([result.processed, result.left]).toEqual([PER_CALL, 2 * PER_CALL])
  })

  test('are undone with one call for each former value', () => {
    const groups = groupedBy(
      new Map([
        ['a', 'new'],
        ['b', 'review'],
        ['c', 'new'],
      ]),
    )
    expect([...groups]).toEqual([
      ['new', ['a', 'c']],
      ['review', ['b']],
    ])
  })
})
