import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { SettingsProvider } from '../../../../../src/renderer/base/settings/settings-context.tsx'
import { resetUi } from '../../../../../src/renderer/screens/editor/session/ui-store.ts'
import { PanelEdge, usePanelSize } from '../../../../../src/renderer/screens/editor/side-panels/side-panels.tsx'
import type { Settings } from '../../../../../src/shared/domain/settings.ts'
import { createFakeHost, type FakeHost } from '../../../fake-host.ts'
import { renderWith } from '../../../render.tsx'

const WINDOW = 1000
const DEFAULT = 228
const panelWidth = () => Number.parseInt(screen.getByRole('complementary').style.width, 10) || DEFAULT

beforeEach(() => {
  // happy-dom has no layout: the panel has the width that is set, and the canvas the rest.
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    return new DOMRect(0, 0, this.dataset.testid === 'canvas' ? WINDOW - panelWidth() : panelWidth(), 600)
  })
})
afterEach(() => {
  cleanup()
  resetUi()
  vi.restoreAllMocks()
})

function Panel() {
  return (
    <>
      <aside style={{ width: usePanelSize('palette') }}>
        <PanelEdge panel="palette" />
      </aside>
      <div data-testid="canvas" />
    </>
  )
}

function open(host: FakeHost) {
  renderWith(
    host,
    <SettingsProvider>
      <Panel />
    </SettingsProvider>,
  )
  return screen.getByRole('separator', { name: 'Width of the blocks' })
}

const kept = (host: FakeHost) => (host.state.settings as Settings).panel_sizes

it('an edge moves by keys, one step per press, however late the host responds', async () => {
  const host = createFakeHost()
  const { setSettings } = host.studio
  const replies: (() => void)[] = []
  Object.assign(host.studio, {
    setSettings: async (change: Partial<Settings>) => {
      const saved = await setSettings(change)
      await new Promise<void>((resolve) => replies.push(resolve))
      return saved
    },
  })
  const user = userEvent.setup()
  const edge = open(host)
  edge.focus()
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowLeft}')
  expect(panelWidth()).toBe(DEFAULT + 32)
  await waitFor(() => expect(kept(host)).toEqual({ palette: DEFAULT + 32 }))
  await user.keyboard('{End}')
  expect(panelWidth()).toBe(WINDOW - 320)
  await user.keyboard('{Home}')
  expect(panelWidth()).toBe(160)
  await waitFor(() => expect(replies).toHaveLength(6))
  for (const reply of replies) {
    await act(async () => reply())
    expect(panelWidth()).toBe(160)
  }
  expect(kept(host)).toEqual({ palette: 160 })
})

it('an edge is dragged, kept on release, and reset by a double click', async () => {
  const host = createFakeHost()
  const edge = open(host)
  edge.setPointerCapture = () => {}
  fireEvent.pointerDown(edge, { button: 0, clientX: 228, pointerId: 1 })
  fireEvent.pointerMove(edge, { clientX: 300, pointerId: 1 })
  expect(panelWidth()).toBe(300)
  expect(kept(host) ?? {}).toEqual({})
  fireEvent.pointerMove(edge, { clientX: 20, pointerId: 1 })
  expect(panelWidth()).toBe(160)
  fireEvent.pointerMove(edge, { clientX: 330, pointerId: 1 })
  fireEvent.lostPointerCapture(edge, { pointerId: 1 })
  await waitFor(() => expect(kept(host)).toEqual({ palette: 330 }))
  fireEvent.pointerMove(edge, { clientX: 500, pointerId: 1 })
  expect(panelWidth()).toBe(330)
  fireEvent.doubleClick(edge)
  await waitFor(() => expect(kept(host)).toEqual({}))
  expect(panelWidth()).toBe(DEFAULT)
})
