// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { deleteAllWithUndo, usePendingDeletes } from '../../../src/renderer/ui/pending-deletes.ts'

test('what fails, or waits for another question, is shown again; the rest is gone', async () => {
  const remove = vi.fn(async (id: string) => {
    if (id === 'fails') throw new Error('The disk is read-only.')
    return id !== 'asks'
  })
  deleteAllWithUndo(['goes', 'asks', 'fails'], 'Three things', remove)
  expect([...usePendingDeletes.getState().ids]).toEqual(['goes', 'asks', 'fails'])
  // The time for an undo is over when the page goes.
  window.dispatchEvent(new Event('pagehide'))
  await vi.waitFor(() => expect([...usePendingDeletes.getState().ids]).toEqual(['goes']))
  expect(remove).toHaveBeenCalledTimes(3)
})
