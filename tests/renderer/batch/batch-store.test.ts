// @vitest-environment happy-dom
import { expect, test } from 'vitest'
import { batchStoreOf } from '../../../src/renderer/batch/batch-store.ts'
import type { Host } from '../../../src/renderer/shell/host.ts'
import type { Batch } from '../../../src/shared/bridge/batch.ts'

test('a list that was read while a batch was being written does not drop the batch', async () => {
  const kept: Batch[] = []
  let write = () => {}
  const studio = {
    listBatches: async () => [...kept],
    saveBatch: (batch: Batch) =>
      new Promise<void>((resolve) => {
        write = () => {
          kept.push(batch)
          resolve()
        }
      }),
  }
  const store = batchStoreOf({ studio } as unknown as Host)
  const saving = store.save({ id: 'b', items: [] } as unknown as Batch)
  const reading = store.refresh()
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(store.find('b')).toBeDefined()
  write()
  await Promise.all([saving, reading])
  expect(store.find('b')).toBeDefined()
})
