import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { SettingsProvider } from '../../../../src/renderer/base/settings/settings-context.tsx'
import { SettingsScreen } from '../../../../src/renderer/screens/settings/settings-screen.tsx'
import type { StorageUse } from '../../../../src/shared/api/storage.ts'
import type { HostInfo } from '../../../../src/shared/bridge/studio.ts'
import { anAccount, aRun } from '../../examples.ts'
import { createFakeHost } from '../../fake-host.ts'
import type { FakeState } from '../../fake-state.ts'
import { renderWith } from '../../render.tsx'

const MB = 1_000_000
const stored = (in_use = false): StorageUse => ({
  in_use,
  parts: [
    { kind: 'runs', bytes: 300 * MB, count: 3, clearable: { bytes: 200 * MB, count: 2 } },
    { kind: 'uploads', bytes: 50 * MB, count: 2, clearable: { bytes: 20 * MB, count: 1 } },
    { kind: 'models', bytes: 10 * MB, count: 1, clearable: { bytes: 0, count: 0 } },
    { kind: 'images', bytes: 0, count: 0, clearable: { bytes: 0, count: 0 } },
    { kind: 'cache', bytes: 5 * MB, count: 7, clearable: { bytes: 5 * MB, count: 7 } },
  ],
})

function show(storage: StorageUse, state: Partial<FakeState> = {}, info: Partial<HostInfo> = {}) {
  const runs = [aRun({ id: 'a' }), aRun({ id: 'b', status: 'error' }), aRun({ id: 'live', status: 'queued' })]
  const host = createFakeHost({ storage, runs, ...state }, info)
  renderWith(
    host,
    <SettingsProvider>
      <SettingsScreen />
    </SettingsProvider>,
  )
  return host
}
const button = (name: string) => screen.findByRole('button', { name }) as Promise<HTMLButtonElement>

test('lists the size of each kind and the total', async () => {
  show(stored())
  expect(await screen.findByText(/^365 MB in the data folder/)).toBeTruthy()
  for (const amount of ['300 MB', '50 MB', '10 MB', '5.0 MB']) expect(screen.getByText(amount)).toBeTruthy()
  expect(screen.getByText('3 runs')).toBeTruthy()
})

test('names the data that is lost before it clears the cache, and clears nothing when that is cancelled', async () => {
  const host = show(stored())
  await userEvent.click(await button('Clear the cache'))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('The cache of the whole installation (5.0 MB)')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(host.state.calls.map((call) => call.endpoint)).not.toContain('operator.clearStorage')

  await userEvent.click(await button('Clear the cache'))
  const again = await screen.findByRole('dialog')
  await userEvent.click(within(again).getByRole('button', { name: 'Clear the cache' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(host.state.calls).toContainEqual({ endpoint: 'operator.clearStorage', input: { body: { kind: 'cache' } } })
  expect((await button('Clear the cache')).disabled).toBe(true)
})

test('counts unfinished downloads, and removes them also during a run', async () => {
  const unfinished = { bytes: 40 * MB, count: 2, clearable: { bytes: 30 * MB, count: 1 } }
  const host = show(stored(true), { unfinished })
  expect(await screen.findByText(/^405 MB in the data folder/)).toBeTruthy()
  expect(screen.getByText('2 downloads')).toBeTruthy()
  await userEvent.click(await button('Remove unfinished downloads'))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('The parts of 1 download (30 MB) will be removed')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove unfinished downloads' }))
  await waitFor(() => expect(host.state.unfinished.count).toBe(0))
  expect((await button('Remove unfinished downloads')).disabled).toBe(true)
})

test('deletes every run that has ended, and no other run', async () => {
  const host = show(stored())
  await userEvent.click(await button('Delete all runs'))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('2 runs of all workflows, with all results (200 MB)')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete all runs' }))
  await waitFor(() => expect(host.state.runs.map((run) => run.id)).toEqual(['live']))
})

test('keeps the dialog open with the reason when clearing fails', async () => {
  const host = show(stored())
  host.failNext('operator.clearStorage', 'A run is waiting or working.')
  await userEvent.click(await button('Remove unused uploads'))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('1 upload (20 MB) that no workflow, run, version or batch uses')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove unused uploads' }))
  expect((await within(dialog).findByRole('alert')).textContent).toBe('A run is waiting or working.')
})

test('clears nothing while a run is active, and gives the reason', async () => {
  show(stored(true))
  await screen.findByText(/Storage can be cleared once it has ended/)
  for (const name of ['Delete all runs', 'Remove unused uploads', 'Clear the cache'])
    expect((await button(name)).disabled).toBe(true)
})

test('on a server, it is that of the organization, whose admins clear nothing of others', async () => {
  const own = { ...stored(), parts: stored().parts.filter(({ kind }) => kind !== 'cache') }
  const host = show(own, {}, { account: anAccount({ role: 'admin' }) })
  expect(await screen.findByText(/^360 MB of this organization/)).toBeTruthy()
  await userEvent.click(await button('Remove unused uploads'))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('1 upload (20 MB) of this organization that no workflow')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove unused uploads' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(host.state.calls).toContainEqual({ endpoint: 'storage.clear', input: { body: { kind: 'uploads' } } })
  expect(host.state.calls.filter(({ endpoint }) => endpoint.startsWith('operator.'))).toEqual([])
  expect(screen.queryByText('Unfinished downloads')).toBeNull()
})
