import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { closePalette, openPalette, usePaletteItems } from '../../../../src/renderer/base/commands/palette-items.ts'
import { CommandPalette } from '../../../../src/renderer/shell/palette/command-palette.tsx'
import { createFakeHost } from '../../fake-host.ts'
import { renderWith } from '../../render.tsx'

afterEach(() => act(closePalette))

function LoadedScreen() {
  usePaletteItems(() => [{ id: 'fold', title: 'Fold the map', group: 'Map', sort: 'command', act: () => {} }])
  return null
}

let load = () => {}
function Screen() {
  const [isLoaded, setLoaded] = useState(false)
  load = () => setLoaded(true)
  return (
    <>
      <CommandPalette />
      {isLoaded && <LoadedScreen />}
    </>
  )
}

test('commands of a screen that is loaded while the palette is open are found', async () => {
  renderWith(createFakeHost(), <Screen />)
  act(() => openPalette())
  await userEvent.type(await screen.findByRole('combobox', { name: 'Search everything' }), 'fold the map')
  expect(await screen.findByText(/^No results for/)).toBeTruthy()
  act(load)
  expect(await screen.findByRole('option', { name: 'Fold the map' })).toBeTruthy()
})
