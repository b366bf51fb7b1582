import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { keepConnected } from '../../../../../src/renderer/base/host/connection.ts'
import { ConnectionContext } from '../../../../../src/renderer/base/host/connection-context.ts'
import { useRoute } from '../../../../../src/renderer/base/navigation/route.ts'
import { SettingsProvider } from '../../../../../src/renderer/base/settings/settings-context.tsx'
import { GuidedTour } from '../../../../../src/renderer/parts/studio/tour/guided-tour.tsx'
import { HomeScreen } from '../../../../../src/renderer/screens/home/home-screen.tsx'
import { SettingsScreen } from '../../../../../src/renderer/screens/settings/settings-screen.tsx'
import { createFakeHost, type FakeHost } from '../../../fake-host.ts'
import { renderWith } from '../../../render.tsx'

const user = userEvent.setup()
beforeEach(() => {
  window.location.hash = ''
})

function Window() {
  const route = useRoute()
  return (
    <>
      <GuidedTour route={route} />
      {route.screen === 'home' && <HomeScreen />}
      {route.screen === 'settings' && <SettingsScreen />}
    </>
  )
}

/** Starts the app without the editor, whose screen is empty here. */
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
const tour = () => screen.findByRole('region', { name: 'Guided tour' })

test('the tour never starts unasked', async () => {
  start(createFakeHost())
  await screen.findByRole('button', { name: 'Try the demo' })
  expect(screen.queryByRole('region', { name: 'Guided tour' })).toBeNull()
})

test('a completed step leads to the next, and the host stores it', async () => {
  const host = createFakeHost()
  start(host)
  await user.click(await screen.findByRole('button', { name: 'Take the tour' }))
  expect((await tour()).textContent).toContain('Open the demo')
  await user.click(within(await tour()).getByRole('button', { name: 'Go there' }))
  expect(document.activeElement?.textContent).toBe('Try the demo')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(host.state.settings.tour_step).toBe('source'))
  await user.click(within(await tour()).getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(host.state.settings.tour_step).toBe('model'))
  expect(screen.getByText(/^Tour, step 3 of 8/).getAttribute('aria-live')).toBe('polite')
})

test('a target that is still hidden gets the focus once it is visible', async () => {
  start(createFakeHost())
  await user.click(await screen.findByRole('button', { name: 'Take the tour' }))
  const demo = screen.getByRole('button', { name: 'Try the demo' })
  demo.style.visibility = 'hidden'
  const goThere = within(await tour()).getByRole('button', { name: 'Go there' })
  await user.click(goThere)
  expect(document.activeElement).toBe(goThere)
  demo.style.visibility = ''
  await waitFor(() => expect(document.activeElement).toBe(demo))
})

test('the tour ends with Escape, and resumes from the settings at the same step', async () => {
  const host = createFakeHost({ settings: { ...createFakeHost().state.settings, tour_step: 'run' } })
  window.location.hash = '#/settings'
  start(host)
  expect((await tour()).textContent).toContain('another screen')
  within(await tour())
    .getByRole('button', { name: 'Leave the tour' })
    .focus()
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('region', { name: 'Guided tour' })).toBeNull()
  await waitFor(() => expect(host.state.settings.tour_done).toBe(true))
  await user.click(screen.getByRole('button', { name: 'Resume the tour' }))
  expect((await tour()).textContent).toContain('5 of 8')
})

test('a late response of the host does not lead back to the previous step', async () => {
  const host = createFakeHost({ settings: { ...createFakeHost().state.settings, tour_step: 'source' } })
  const answers: (() => void)[] = []
  const save = host.studio.setSettings
  const slowly: typeof save = async (change) => {
    const saved = await save(change)
    await new Promise<void>((resolve) => answers.push(resolve))
    return saved
  }
  Object.assign(host.studio, { setSettings: slowly })
  window.location.hash = '#/workflows/w'
  start(host)
  await user.click(within(await tour()).getByRole('button', { name: 'Next' }))
  await user.click(within(await tour()).getByRole('button', { name: 'Next' }))
  await waitFor(() => expect(answers).toHaveLength(2))
  await act(async () => answers[0]?.())
  expect((await tour()).textContent).toContain('4 of 8')
  await act(async () => answers[1]?.())
  expect((await tour()).textContent).toContain('4 of 8')
})
