import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { isSameGraph } from '../../../../../src/renderer/screens/runs/artifacts/use-artifact-actions.ts'
import { RunScreen } from '../../../../../src/renderer/screens/runs/run-screen.tsx'
import type { Artifact } from '../../../../../src/shared/domain/run.ts'
import { aRun, aWorkflow } from '../../../examples.ts'
import { createFakeHost } from '../../../fake-host.ts'
import { renderWith } from '../../../render.tsx'

const user = userEvent.setup()
const artifact = (name: string, part: Partial<Artifact> = {}): Artifact => ({
  id: name,
  name,
  kind: 'log',
  node_id: null,
  media_type: 'text/plain',
  size_bytes: 1_000_000,
  records: null,
  sha256: 'ab'.repeat(32),
  ...part,
})
const crop = (n: number) =>
  artifact(`crop-${n}.jpg`, { kind: 'crops', node_id: 'c', media_type: 'image/jpeg', size_bytes: 500_000 })

const graph = { version: 1 as const, nodes: [{ id: 's', type: 'source', config: {} }], edges: [] }
const host = () =>
  createFakeHost({
    workflows: [aWorkflow({ graph })],
    runs: [
      aRun({ artifacts: [artifact('run.log'), crop(1), crop(2), artifact('manifest.json', { kind: 'manifest' })] }),
    ],
  })
const open = async () => {
  const fake = host()
  renderWith(fake, <RunScreen runId="run-1" />)
  await user.click(await screen.findByRole('tab', { name: 'Files' }))
  return fake
}

test('images of one block share a row, and the sizes of all files are totalled', async () => {
  await open()
  expect(screen.getByText('4 files, 3.0 MB')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Crops: 2 images' })).toBeTruthy()
})

test('a checksum is recomputed from the file and reported as matching or changed', async () => {
  const fake = await open()
  let found = 'ab'.repeat(32)
  Object.assign(fake.studio, { digestArtifact: async () => ({ sha256: found, size_bytes: 1 }) })
  const row = screen.getByRole('button', { name: 'run.log' }).closest('li') as HTMLElement
  await user.click(within(row).getByRole('button', { name: 'Verify checksum' }))
  expect(await within(row).findByText(/^Verified/)).toBeTruthy()
  found = 'cd'.repeat(32)
  await user.click(within(row).getByRole('button', { name: 'Verify checksum' }))
  expect(await within(row).findByText(/^Changed/)).toBeTruthy()
})

test('a file is deleted with its size shown, and restored by Undo', async () => {
  const fake = await open()
  await user.click(screen.getByRole('button', { name: 'More actions for run.log' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete (1.0 MB)' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'run.log' })).toBeNull())
  expect(screen.getByText('3 files, 2.0 MB')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  expect(await screen.findByRole('button', { name: 'run.log' })).toBeTruthy()
  expect(fake.state.calls.some((c) => c.endpoint === 'workflowRuns.deleteArtifact')).toBe(false)
})

test('chosen files are counted with their size and can be downloaded', async () => {
  await open()
  expect((screen.getByRole('button', { name: 'Export selection…' }) as HTMLButtonElement).disabled).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: 'Select Crops: 2 images' }))
  expect(screen.getByText('2 files selected, 1.0 MB')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Export selection…' }))
  expect(await screen.findByRole('menuitem', { name: 'One ZIP archive' })).toBeTruthy()
})

test('the workflow of a run is opened itself while it is unchanged, else as a copy of the run', async () => {
  const fake = await open()
  const openIt = async () => {
    await user.click(screen.getByRole('button', { name: 'More actions for manifest.json' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Open the workflow of this run' }))
  }
  await openIt()
  await waitFor(() => expect(window.location.hash).toBe('#/workflows/wf-1'))
  const asRun = fake.api
  fake.api = (async (endpoint: string, input: never) =>
    endpoint === 'workflowRuns.graph'
      ? { graph: { ...graph, nodes: [] }, layout: null, source: null }
      : asRun(endpoint as never, input)) as typeof fake.api
  await openIt()
  await waitFor(() => expect(fake.state.workflows.map((w) => w.name)).toContain('Crossing as run'))
})

test('graphs are equal whatever the order of their keys', () => {
  expect(
    isSameGraph(graph, JSON.parse('{"edges":[],"nodes":[{"config":{},"type":"source","id":"s"}],"version":1}')),
  ).toBe(true)
  expect(isSameGraph(graph, { ...graph, nodes: [] })).toBe(false)
})
