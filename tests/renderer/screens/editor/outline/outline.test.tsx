import { MantineProvider } from '@mantine/core'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HostContext } from '../../../../../src/renderer/base/host/host-context.ts'
import { EditorScreen } from '../../../../../src/renderer/screens/editor/editor-screen.tsx'
import { setUi } from '../../../../../src/renderer/screens/editor/session/ui-store.ts'
import { doc } from '../documents.ts'
import { fakeHost, workflowOf } from '../fake-host.ts'

// Generous timeout for a busy machine.
configure({ asyncUtilTimeout: 20_000 })
beforeEach(() => {
  window.localStorage.clear()
  setUi({ outline: false })
})
afterEach(cleanup)

async function openOutline(...graph: Parameters<typeof doc>) {
  const host = fakeHost(workflowOf(doc(...graph)))
  render(
    <MantineProvider env="test">
      <HostContext value={host}>
        <EditorScreen workflowId="wf" />
      </HostContext>
    </MantineProvider>,
  )
  await screen.findByRole('textbox', { name: 'Name of the workflow' })
  const user = userEvent.setup()
  await user.keyboard('{Alt>}o{/Alt}')
  await screen.findByRole('region', { name: 'Outline' })
  return { host, user }
}

const row = (name: RegExp) => screen.getByRole('treeitem', { name })
const focused = (name: RegExp) => waitFor(() => expect(document.activeElement).toBe(row(name)))

describe('the outline', () => {
  it('is a tree with levels, a single tab stop, and arrows that select the row they reach', async () => {
    const { user } = await openOutline(['source', 'model', 'track'], ['source>model', 'model>track'])
    await focused(/^Source/)
    await user.keyboard('{ArrowDown}{ArrowDown}')
    await focused(/^Track/)
    expect(row(/^Track/).getAttribute('aria-level')).toBe('3')
    expect(row(/^Track/).getAttribute('aria-selected')).toBe('true')
    expect(screen.getAllByRole('treeitem').filter((r) => r.tabIndex === 0)).toEqual([row(/^Track/)])
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    await focused(/^Model/)
    expect(row(/^Model/).getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByRole('treeitem', { name: /^Track/ })).toBeNull()
    await user.keyboard('s')
    await focused(/^Source/)
  })

  it('adds after the focused block, as one undoable step', async () => {
    const { host, user } = await openOutline(['source'])
    await focused(/^Source/)
    await user.keyboard('+')
    const dialog = await screen.findByRole('dialog', { name: 'Add a block after Source' })
    const impossible = within(dialog).getByRole('group', { name: 'Not possible here' })
    expect(within(impossible).getByRole('option', { name: /^Track.*takes detections/ })).toBeTruthy()
    await user.keyboard('model{Enter}')
    await focused(/^Model/)
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(host.workflow.graph.edges).toHaveLength(1))
    await user.keyboard('{Control>}z{/Control}')
    expect(screen.queryByRole('treeitem', { name: /^Model/ })).toBeNull()
  })

  it('refuses an incompatible block with the reason, and stays open', async () => {
    const { user } = await openOutline(['source'])
    await focused(/^Source/)
    await user.keyboard('+')
    const dialog = await screen.findByRole('dialog', { name: 'Add a block after Source' })
    await user.keyboard('track{Enter}')
    expect(within(dialog).getByRole('status').textContent).toContain('Track is not possible.')
  })

  it('connects two blocks and removes the wire again', async () => {
    const { user } = await openOutline(['source', 'model'])
    await focused(/^Source/)
    await user.keyboard('{Shift>}{F10}{/Shift}')
    await screen.findByRole('dialog', { name: 'Actions for Source' })
    await user.keyboard('connect{Enter}')
    await screen.findByRole('dialog', { name: 'Connect Source' })
    await user.keyboard('to model{Enter}')
    await waitFor(() => expect(row(/^Model/).getAttribute('aria-level')).toBe('2'))
    await focused(/^Source/)
    await user.keyboard('{Shift>}{F10}{/Shift}')
    await screen.findByRole('dialog', { name: 'Actions for Source' })
    await user.keyboard('remove a wire{Enter}')
    await screen.findByRole('dialog', { name: 'Remove a wire of Source' })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('treeitem', { name: 'Not connected to a source, 1' })).toBeTruthy())
  })

  it('moves the focus to the next row when the focused one is deleted', async () => {
    const { user } = await openOutline(['source', 'model', 'track'], ['source>model', 'model>track'])
    await focused(/^Source/)
    await user.keyboard('{End}')
    await user.keyboard('{ArrowUp}{ArrowUp}')
    await user.keyboard('{Home}{ArrowDown}{ArrowDown}{Delete}')
    await waitFor(() => expect(screen.queryByRole('treeitem', { name: /^Track/ })).toBeNull())
    await waitFor(() => expect(document.activeElement?.getAttribute('role')).toBe('treeitem'))
  })

  it('lists the steps to do at their block, and those of the workflow separately', async () => {
    await openOutline(['source'])
    expect(row(/^Source.*To do: /)).toBeTruthy()
    expect(row(/^Problems of the workflow/)).toBeTruthy()
    expect(row(/^To do: .*sink/i)).toBeTruthy()
  })
})
