import { act, cleanup, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setUi, uiStore } from '../../../../../src/renderer/screens/editor/session/ui-store.ts'
import { isShown, useFoldingPanels } from '../../../../../src/renderer/screens/editor/side-panels/side-panels.tsx'

let width = 1400
let resize = () => {}

beforeEach(() => {
  width = 1400
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(report: () => void) {
        resize = report
      }
      observe() {
        resize()
      }
      disconnect() {}
    },
  )
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => width)
  setUi({ palette: true, outline: true, folded: [], unfolded: [] })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Panels() {
  const room = useRef<HTMLDivElement>(null)
  useFoldingPanels(room)
  return (
    <div ref={room}>
      <section data-side-panel="outline">
        <button type="button">Track</button>
      </section>
    </div>
  )
}

const shown = () => (['outline', 'palette'] as const).filter((panel) => isShown(uiStore.getState(), panel))
const resizeTo = (next: number) => {
  width = next
  act(resize)
}

it('panels fold in a narrow window and unfold in a wide one', () => {
  render(<Panels />)
  expect(shown()).toEqual(['outline', 'palette'])
  resizeTo(850)
  expect(shown()).toEqual([])
  resizeTo(1400)
  expect(shown()).toEqual(['outline', 'palette'])
})

it('a panel with the focus stays open', () => {
  render(<Panels />)
  screen.getByRole('button', { name: 'Track' }).focus()
  resizeTo(850)
  expect(shown()).toEqual(['outline'])
  resizeTo(1400)
  expect(shown()).toEqual(['outline', 'palette'])
})
