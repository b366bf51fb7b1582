// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest'
import type { Host } from '../../../../src/renderer/base/host/host-context.ts'
import { batchStoreOf } from '../../../../src/renderer/screens/batch/batch-store.ts'
import type { Batch } from '../../../../src/shared/domain/batch.ts'
import { createFakeHost, type FakeHost } from '../../fake-host.ts'
import { aBatch, anItem } from './batches.ts'

test('a list that was read while a batch was being written does not drop the batch', async () => {
  const host = createFakeHost()
  let write = () => {}
  const written = new Promise<void>((resolve) => {
    write = resolve
  })
  const api: Host['api'] = async (endpoint, input) => {
    if (endpoint === 'studioBatches.create') await written
    return host.api(endpoint, input)
  }
  const store = batchStoreOf({ ...host, api })
  const saving = store.save(aBatch([], { id: 'b' }))
  const reading = store.refresh()
  await new Promise(setImmediate)
  expect(store.find('b')).toBeDefined()
  write()
  await Promise.all([saving, reading])
  expect(store.find('b')).toBeDefined()
})

describe('a batch that two windows edit', () => {
  const twoWindows = async () => {
    const host = createFakeHost({ batches: [aBatch([anItem('a', { run_id: null }), anItem('b', { run_id: null })])] })
    const [one, two] = [batchStoreOf(anotherWindow(host)), batchStoreOf(anotherWindow(host))]
    await Promise.all([one.refresh(), two.refresh()])
    return { host, one, two }
  }
  /** A second page, since stores belong to the studio of a page. */
  const anotherWindow = (host: FakeHost): Host => ({ ...host, studio: { ...host.studio } })
  const runs = (batch: Batch | undefined) => batch?.items.map((item) => item.run_id)

  test('keeps the runs that either window started', async () => {
    const { host, one, two } = await twoWindows()
    await one.change('batch-1', 'a', { run_id: 'run-of-one' })
    await two.change('batch-1', 'b', { run_id: 'run-of-two' })
    expect(runs(host.state.batches[0])).toEqual(['run-of-one', 'run-of-two'])
    expect(runs(two.find('batch-1'))).toEqual(['run-of-one', 'run-of-two'])
    // Both windows change several files concurrently.
    await Promise.all([
      one.change('batch-1', 'a', { problem: 'A' }),
      two.change('batch-1', 'b', { problem: 'B' }),
      one.change('batch-1', 'a', { run_id: 'again' }),
    ])
    expect(host.state.batches[0]?.items).toMatchObject([
      { run_id: 'again', problem: 'A' },
      { run_id: 'run-of-two', problem: 'B' },
    ])
  })

  test('stays deleted when the other window continues to edit it', async () => {
    const { host, one, two } = await twoWindows()
    await one.remove('batch-1')
    await two.change('batch-1', 'a', { run_id: 'run-of-two' })
    await two.change('batch-1', 'b', { run_id: 'another' })
    expect(host.state.batches).toEqual([])
    expect(two.find('batch-1')).toBeUndefined()
  })

  test('is shared while files are queued, and keeps their runs', async () => {
    const { host, one, two } = await twoWindows()
    await Promise.all([one.share('batch-1', 'organization'), one.change('batch-1', 'a', { run_id: 'run-of-one' })])
    expect(one.state.getState().owners.get('batch-1')).toMatchObject({ is_own: true, visibility: 'organization' })
    expect(host.state.owners['batch-1']?.visibility).toBe('organization')
    await two.refresh()
    expect(runs(two.find('batch-1'))).toEqual(['run-of-one', null])
    await two.share('batch-1', 'me')
    expect(host.state.owners['batch-1']?.visibility).toBe('me')
  })

  test('shows the changes of the other window once it is read again', async () => {
    const { host, one, two } = await twoWindows()
    await one.change('batch-1', 'a', { run_id: 'first' })
    await two.refresh()
    await one.change('batch-1', 'a', { run_id: 'second' })
    await two.change('batch-1', 'b', { run_id: 'run-of-two' })
    expect(runs(host.state.batches[0])).toEqual(['second', 'run-of-two'])
  })
})
