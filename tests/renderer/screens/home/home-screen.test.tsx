import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { HomeScreen } from '../../../../src/renderer/screens/home/home-screen.tsx'
import { emptyGraph, type WorkflowFile } from '../../../../src/shared/graph/graph.ts'
import { aRun, aWorkflow } from '../../examples.ts'
import { createFakeHost } from '../../fake-host.ts'
import { renderWith } from '../../render.tsx'

const user = userEvent.setup()
const names = () =>
  screen.queryAllByRole('listitem').flatMap((li) =>
    within(li)
      .queryAllByRole('link')
      .map((a) => a.textContent),
  )
const menuOf = async (name: string, item: string) => {
  await user.click(await screen.findByRole('button', { name: `More actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: item }))
}

beforeEach(() => {
  window.location.hash = ''
})

describe('an empty home screen', () => {
  test('names the place where videos stay: this computer, or the server that the Studio uses', async () => {
    const { unmount } = renderWith(createFakeHost(), <HomeScreen />)
    expect(await screen.findByText(/Everything stays on this computer\.$/)).toBeTruthy()
    unmount()
    const server = { id: '8a7f', name: 'Office', address: 'https://sightline.example.com' }
    renderWith(createFakeHost({}, { server }), <HomeScreen />)
    expect(await screen.findByText(/The server runs it and keeps your files and results\.$/)).toBeTruthy()
    expect(screen.queryByText(/on this computer/)).toBeNull()
  })

  test('opens the demo with one click', async () => {
    const host = createFakeHost({ templates: { 'count-at-a-line': emptyGraph() } })
    renderWith(host, <HomeScreen />)
    await user.click(await screen.findByRole('button', { name: 'Try the demo' }))
    const [made] = host.state.workflows
    expect(made).toMatchObject({ name: 'Count at a line', template_key: 'count-at-a-line' })
    expect(window.location.hash).toBe(`#/workflows/${made?.id}`)
  })

  test('reports why the template cannot be opened', async () => {
    const host = createFakeHost()
    host.failNext('workflows.create', 'The demo’s model is missing. Install Sightline again.')
    renderWith(host, <HomeScreen />)
    await user.click(await screen.findByRole('button', { name: 'Try the demo' }))
    expect(await screen.findByText('The demo’s model is missing. Install Sightline again.')).toBeTruthy()
    expect(window.location.hash).toBe('')
  })
})

test('the demo and the tour stay available with other workflows', async () => {
  const host = createFakeHost({
    workflows: [aWorkflow({ id: 'a', name: 'Gate' })],
    templates: { 'count-at-a-line': emptyGraph() },
  })
  renderWith(host, <HomeScreen />)
  await screen.findByText('Gate')
  expect(screen.getByRole('button', { name: 'Take the tour' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Try the demo' }))
  expect(host.state.workflows.some((made) => made.template_key === 'count-at-a-line')).toBe(true)
})

describe('the list of workflows', () => {
  const host = () =>
    createFakeHost({
      workflows: [aWorkflow({ id: 'a', name: 'Gate', last_run_id: 'r' }), aWorkflow({ id: 'b', name: 'Crossing' })],
      runs: [aRun({ id: 'r', status: 'error' })],
    })

  test('shows the state of their last runs', async () => {
    renderWith(host(), <HomeScreen />)
    const [gate] = await screen.findAllByRole('listitem')
    expect(gate?.textContent).toContain('Gate')
    expect(gate?.textContent).toContain('Failed')
  })

  test('finds them by name', async () => {
    renderWith(host(), <HomeScreen />)
    await user.type(await screen.findByRole('textbox', { name: 'Search workflows and templates' }), 'cross')
    expect(names()).toEqual(['Crossing'])
    await user.type(screen.getByRole('textbox', { name: 'Search workflows and templates' }), 'zzz')
    expect(screen.getByText('Nothing found')).toBeTruthy()
  })

  test('opens a newly created one', async () => {
    const fake = host()
    renderWith(fake, <HomeScreen />)
    await screen.findByText('Gate')
    await user.click(screen.getByRole('button', { name: 'New workflow' }))
    const [made] = fake.state.workflows
    expect(made?.name).toBe('Untitled workflow')
    expect(window.location.hash).toBe(`#/workflows/${made?.id}`)
  })

  test('renames one, and shows a refusal at the name', async () => {
    const fake = host()
    renderWith(fake, <HomeScreen />)
    await menuOf('Gate', 'Rename')
    const field = await screen.findByRole('textbox', { name: 'Name' })
    await user.clear(field)
    await user.type(field, 'North gate')
    fake.failNext('workflows.update', 'Another workflow has this name.')
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    expect(await screen.findByText('Another workflow has this name.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Rename' }))
    await waitFor(() => expect(names()).toContain('North gate'))
    expect(fake.state.workflows[0]?.name).toBe('North gate')
  })

  test('duplicates one with its graph', async () => {
    const fake = host()
    renderWith(fake, <HomeScreen />)
    await menuOf('Gate', 'Duplicate')
    await waitFor(() => expect(names()).toContain('Gate copy'))
  })

  test('hides a deleted one at once, and shows it again after Undo', async () => {
    const fake = host()
    renderWith(fake, <HomeScreen />)
    await menuOf('Gate', 'Delete')
    await waitFor(() => expect(names()).toEqual(['Crossing']))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await waitFor(() => expect(names()).toEqual(['Gate', 'Crossing']))
    expect(fake.state.workflows).toHaveLength(2)
  })

  test('opens a workflow file as a new one, and reports the error of any other file', async () => {
    const fake = host()
    const { container } = renderWith(fake, <HomeScreen />)
    await screen.findByText('Gate')
    const input = container.querySelector<HTMLInputElement>('input[type="file"]')
    if (!input) throw new Error('no file input')
    await user.upload(input, new File(['{"nodes":[]}'], 'x.json', { type: 'application/json' }))
    expect(await screen.findByText(/is not a Sightline workflow/)).toBeTruthy()
    const file: WorkflowFile = { format: 'sightline-workflow', version: 1, name: 'Kerb', graph: emptyGraph() }
    await user.upload(input, new File([JSON.stringify(file)], 'x.json', { type: 'application/json' }))
    await waitFor(() => expect(fake.state.workflows[0]?.name).toBe('Kerb'))
  })
})

describe('the templates', () => {
  const shown = () =>
    screen.queryAllByRole('button', { description: /./ }).map((b) => b.querySelector('strong')?.textContent)

  test('are grouped by purpose, and list their requirements', async () => {
    renderWith(createFakeHost(), <HomeScreen />)
    const react = await screen.findByRole('list', { name: 'React' })
    const [alert, branches] = within(react).getAllByRole('button')
    expect(alert?.textContent).toContain('Enter a public https address')
    expect(branches?.textContent).toContain('Ready to run on the demo video')
  })

  test('are found by common words, beside the workflows', async () => {
    renderWith(createFakeHost({ workflows: [aWorkflow({ name: 'Blur the yard' })] }), <HomeScreen />)
    const field = await screen.findByRole('textbox', { name: 'Search workflows and templates' })
    await user.type(field, 'anonymise')
    expect(shown()).toEqual(['Privacy blur'])
    expect(names()).toEqual([])
    await user.clear(field)
    await user.type(field, 'blur')
    expect(shown()).toEqual(['Privacy blur'])
    expect(names()).toEqual(['Blur the yard'])
  })

  test('open as a new workflow', async () => {
    const host = createFakeHost({ templates: { 'privacy-blur': emptyGraph() } })
    renderWith(host, <HomeScreen />)
    await user.click(await screen.findByRole('button', { name: 'Privacy blur' }))
    expect(host.state.workflows[0]).toMatchObject({ name: 'Privacy blur', template_key: 'privacy-blur' })
  })
})
