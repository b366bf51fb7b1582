import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepConnected } from '../../../src/renderer/base/host/connection.ts'
import { ConnectionContext } from '../../../src/renderer/base/host/connection-context.ts'
import { SettingsProvider } from '../../../src/renderer/base/settings/settings-context.tsx'
import { SettingsScreen } from '../../../src/renderer/screens/settings/settings-screen.tsx'
import { useRunEndNotices } from '../../../src/renderer/shell/run-end-notices.ts'
import { aRun } from '../examples.ts'
import { createFakeHost, type FakeHost } from '../fake-host.ts'
import { renderWith } from '../render.tsx'

interface Shown {
  title: string
  body: string
  onclick: (() => void) | null
}
let shown: Shown[]
let permission: NotificationPermission
let asked: number

beforeEach(() => {
  ;[shown, permission, asked] = [[], 'default', 0]
  vi.stubGlobal(
    'Notification',
    class {
      static get permission() {
        return permission
      }
      static async requestPermission() {
        asked++
        if (permission === 'default') permission = 'granted'
        return permission
      }
      onclick: (() => void) | null = null
      title: string
      body: string
      constructor(title: string, { body }: { body: string }) {
        this.title = title
        this.body = body
        shown.push(this)
      }
      close() {}
    },
  )
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  vi.useFakeTimers({ shouldAdvanceTime: true })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Window() {
  useRunEndNotices()
  return <SettingsScreen />
}
function start(host: FakeHost) {
  const connection = keepConnected(async () => ({ client: host.studio, onClose: () => {} }), {
    backoffMs: () => 60_000,
  })
  renderWith(
    host,
    <ConnectionContext value={connection}>
      <SettingsProvider>
        <Window />
      </SettingsProvider>
    </ConnectionContext>,
  )
}
const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTimeAsync(ms) })
const later = () => act(() => vi.advanceTimersByTimeAsync(3_100))

test('the permission is requested on the click, and a run that ends out of focus is notified once', async () => {
  const run = aRun({ id: 'r', workflow_name: 'Gate', status: 'processing', finished_at: null })
  const host = createFakeHost({ runs: [run, aRun({ id: 'old' })] })
  start(host)
  const tell = await screen.findByRole('switch', { name: 'Notify me' })
  expect(asked).toBe(0)
  await user.click(tell)
  expect(asked).toBe(1)
  expect(host.state.settings.notify_run_end).toBe(true)
  await later()
  const line = { node_id: 'c', name: 'Kerb', a_to_b: 4, b_to_a: 3, by_class: {} }
  host.state.runs = [{ ...run, status: 'completed', counts: { lines: [line], zones: [] } }, aRun({ id: 'old' })]
  await later()
  await later()
  expect(shown.map((s) => [s.title, s.body])).toEqual([['“Gate” has completed', 'street.mp4. 7 crossings counted.']])
  shown[0]?.onclick?.()
  expect(window.location.hash).toBe('#/runs/r')
})

test('no notification is shown while the window has the focus', async () => {
  vi.mocked(document.hasFocus).mockReturnValue(true)
  permission = 'granted'
  const run = aRun({ status: 'processing', finished_at: null })
  const host = createFakeHost({ runs: [run] })
  host.state.settings.notify_run_end = true
  start(host)
  await later()
  host.state.runs = [{ ...run, status: 'completed' }]
  await later()
  expect(shown).toEqual([])
})

test('the setting explains what to do when notifications are denied', async () => {
  permission = 'denied'
  const host = createFakeHost()
  start(host)
  await user.click(await screen.findByRole('switch', { name: 'Notify me' }))
  expect(await screen.findByText(/Allow them for this page/)).toBeTruthy()
  expect(host.state.settings.notify_run_end ?? false).toBe(false)
})
