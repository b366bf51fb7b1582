import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { edgeIds } from '../../../../../src/renderer/parts/workflow/document/document.ts'
import { ContextMenu } from '../../../../../src/renderer/screens/editor/canvas/context-menu.tsx'
import { commandOf } from '../../../../../src/renderer/screens/editor/commands/command-list.ts'
import type { CommandContext } from '../../../../../src/renderer/screens/editor/commands/list/command.ts'
import { resetUi, setUi, uiStore } from '../../../../../src/renderer/screens/editor/session/ui-store.ts'
import { doc } from '../documents.ts'

const AT = { x: 40, y: 40 }

/** Selects one wire. */
function withWire(wire: string): CommandContext {
  const document = doc(['model-1', 'track-1', 'measure-1', 'sink-1'], [wire])
  const selection = { nodes: [], edges: edgeIds(document.graph.edges) }
  return {
    session: { documents: { getState: () => ({ doc: document, selection }) } },
    camera: { toCanvas: () => AT, screenCentre: () => AT },
    pointer: AT,
  } as unknown as CommandContext
}

function openMenu(context: CommandContext): void {
  setUi({ menu: { screen: AT, at: AT, target: 'edge' } })
  render(
    <MantineProvider env="test">
      <ContextMenu context={() => context} />
    </MantineProvider>,
  )
}

afterEach(() => {
  cleanup()
  resetUi()
})

const entries = () => screen.getAllByRole('menuitem').map((item) => item.textContent)

it('offers to insert a block into a wire that some block fits into', async () => {
  openMenu(withWire('model-1.detections>track-1.detections'))
  expect(entries()[0]).toMatch(/^Insert a block/)
  await userEvent.click(screen.getByRole('menuitem', { name: /^Insert/ }))
  expect(uiStore.getState().quickAdd?.edge).toBeDefined()
})

it('hides the entry for a wire that no block fits into, and the key then adds a block beside it', () => {
  const context = withWire('measure-1.events>sink-1.in')
  openMenu(context)
  expect(entries()).toHaveLength(1)
  expect(entries()[0]).toMatch(/^Remove/)
  expect(screen.queryByRole('separator')).toBeNull()
  commandOf('add').act(context)
  expect(uiStore.getState().quickAdd).toMatchObject({ end: null })
  expect(uiStore.getState().quickAdd?.edge).toBeUndefined()
})
