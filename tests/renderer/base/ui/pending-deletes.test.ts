// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { deleteAllWithUndo, usePendingDeletes } from '../../../../src/renderer/base/ui/pending-deletes.ts'

test('items whose deletion fails or needs another confirmation reappear; the others stay removed', async () => {
  const remove = vi.fn(async (id: string) => {
    if (id === 'fails') throw new Error('The disk is read-only.')
    return id !== 'asks'
  })
  deleteAllWithUndo(['goes', 'asks', 'fails'], 'Three things', remove)
  expect([...usePendingDeletes.getState().ids]).toEqual(['goes', 'asks', 'fails'])
  // Leaving the page ends the time for an undo.
  window.dispatchEvent(new Event('pagehide'))
  await expect.poll(() => [...usePendingDeletes.getState().ids]).toEqual(['goes'])
  expect(remove).toHaveBeenCalledTimes(3)
})
