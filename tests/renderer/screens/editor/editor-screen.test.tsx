import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HostContext } from '../../../../src/renderer/base/host/host-context.ts'
import { EditorScreen } from '../../../../src/renderer/screens/editor/editor-screen.tsx'
import { doc } from './documents.ts'
import { type FakeHost, fakeHost, workflowOf } from './fake-host.ts'

beforeEach(() => {
  window.localStorage.clear()
})
afterEach(cleanup)

async function openEditor(host: FakeHost) {
  render(
    <MantineProvider env="test">
      <HostContext value={host}>
        <EditorScreen workflowId="wf" />
      </HostContext>
    </MantineProvider>,
  )
  await screen.findByRole('textbox', { name: 'Name of the workflow' })
  return userEvent.setup()
}

const empty = () => fakeHost(workflowOf(doc([])))

describe('the editor', () => {
  it('builds a chain by keyboard alone: each block is wired to the previous one', async () => {
    const host = empty()
    const user = await openEditor(host)
    for (const block of ['source', 'model', 'track']) {
      await user.type(screen.getByRole('textbox', { name: 'Find a block' }), `${block}{Enter}`)
      await user.clear(screen.getByRole('textbox', { name: 'Find a block' }))
    }
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(host.workflow.graph.nodes.map((n) => n.type)).toEqual(['source', 'model', 'track']))
    expect(host.workflow.graph.edges.map((e) => `${e.source}>${e.target}`)).toEqual([
      'source-1>model-1',
      'model-1>track-1',
    ])
  })

  it('adds a block on a click on its kind, wired to the previous one; a double click adds one, not two', async () => {
    const host = empty()
    const user = await openEditor(host)
    await user.click(screen.getByRole('button', { name: /^Add Source/ }))
    await user.dblClick(screen.getByRole('button', { name: /^Add Model/ }))
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(host.workflow.graph.nodes.map((n) => n.type)).toEqual(['source', 'model']))
    expect(host.workflow.graph.edges).toMatchObject([{ source: 'source-1', target: 'model-1' }])
  })

  it('leads from a blocked Run to the problems, and lists the steps to do', async () => {
    const user = await openEditor(empty())
    const run = screen.getByRole('button', { name: 'Run' })
    expect(run.getAttribute('aria-description')).toContain('2 steps')
    await user.click(run)
    const problems = screen.getByRole('list', { name: 'Problems' })
    expect(within(problems).getByText(/Add a source block/)).toBeTruthy()
  })

  it('undoes and redoes from the toolbar', async () => {
    const user = await openEditor(empty())
    await user.dblClick(screen.getByRole('button', { name: /^Add Source/ }))
    expect(screen.queryByRole('heading', { name: 'Start with a video' })).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    expect(screen.getByRole('heading', { name: 'Start with a video' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Redo' }))
    expect(screen.queryByRole('heading', { name: 'Start with a video' })).toBeNull()
  })

  it('limits undo to the text field while typing in it', async () => {
    const user = await openEditor(fakeHost(workflowOf(doc(['source-1']))))
    await user.dblClick(screen.getByRole('button', { name: /^Add Sink/ }))
    const name = await screen.findByRole('textbox', { name: /^File name/ })
    await user.type(name, 'cars')
    await user.keyboard('{Control>}zzz{/Control}')
    expect((name as HTMLInputElement).value).toBe('')
    expect(screen.getByRole('button', { name: 'Undo' }).getAttribute('aria-disabled')).toBeNull()
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    expect((name as HTMLInputElement).value).toBe('cars')
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    expect((name as HTMLInputElement).value).toBe('cars')
  })

  it('groups the selection by keys alone', async () => {
    const host = fakeHost(workflowOf(doc(['source-1', 'model-1'])))
    const user = await openEditor(host)
    await user.keyboard('{Control>}a{/Control}{Control>}g{/Control}')
    await user.type(await screen.findByRole('textbox', { name: 'Name of the group' }), 'Start{Enter}')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() =>
      expect(Object.values(host.workflow.layout?.frames ?? {})).toMatchObject([{ members: ['source-1', 'model-1'] }]),
    )
  })

  it('names the colours of a group in words', async () => {
    const host = fakeHost(workflowOf(doc(['source-1', 'model-1'])))
    const user = await openEditor(host)
    await user.keyboard('{Control>}a{/Control}{Control>}g{/Control}')
    await user.type(await screen.findByRole('textbox', { name: 'Name of the group' }), 'Start{Enter}')
    const colors = await screen.findByRole('radiogroup', { name: 'Colour' })
    const words = within(colors).getAllByRole('img')
    expect(words.map((swatch) => swatch.getAttribute('aria-label'))).toEqual([
      'Grey',
      'Blue',
      'Green',
      'Amber',
      'Red',
      'Violet',
    ])
    await user.click(within(colors).getByRole('radio', { name: 'Violet' }))
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(Object.values(host.workflow.layout?.frames ?? {})).toMatchObject([{ color: 'violet' }]))
  })

  it('renames the workflow and reports when it is saved', async () => {
    const host = empty()
    const user = await openEditor(host)
    const name = screen.getByRole('textbox', { name: 'Name of the workflow' })
    await user.clear(name)
    await user.type(name, 'Traffic{Enter}')
    await user.keyboard('{Control>}s{/Control}')
    await waitFor(() => expect(screen.getByTestId('save-status').textContent).toBe('Saved'))
    expect(host.workflow.name).toBe('Traffic')
  })

  it('reports why a workflow can’t be opened, and retries', async () => {
    const host = empty()
    host.reachable = false
    render(
      <MantineProvider env="test">
        <HostContext value={host}>
          <EditorScreen workflowId="wf" />
        </HostContext>
      </MantineProvider>,
    )
    expect(await screen.findByText('No answer.')).toBeTruthy()
    host.reachable = true
    await userEvent.setup().click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('textbox', { name: 'Name of the workflow' })).toBeTruthy()
  })
})
