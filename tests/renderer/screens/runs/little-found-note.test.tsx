import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { getModelStore } from '../../../../src/renderer/parts/model/get-model/get-model-store.ts'
import { blocksOf } from '../../../../src/renderer/parts/run/progress/use-run-blocks.ts'
import { LittleFoundNote } from '../../../../src/renderer/screens/runs/panels/model-notes.tsx'
import type { WorkflowRun } from '../../../../src/shared/domain/run.ts'
import type { Graph } from '../../../../src/shared/graph/graph.ts'
import { aModel, aRun } from '../../examples.ts'
import { createFakeHost } from '../../fake-host.ts'
import { renderWith } from '../../render.tsx'

const user = userEvent.setup()
beforeEach(() => {
  window.location.hash = ''
})

const figures = { frames_in: 200, frames_out: 200, detections: 40, events: 0, ms_per_frame: 1 }
const little_found = { frames: 200, frames_with: 30, frames_sure: 10, threshold: 0.25 }
const demoModel = aModel({
  name: 'street-detector',
  training_config: { suits: ['sightline://demo/street-crossing.mp4'] },
})

function show(run: Partial<WorkflowRun>, config: object = {}) {
  const graph = { version: 1, nodes: [{ id: 'find', type: 'model', config: { model_id: 'm', ...config } }], edges: [] }
  const blocks = blocksOf(graph as Graph, { nodes: {}, titles: { find: 'Cars' } }, new Map([['m', demoModel]]))
  const whole = aRun({ nodes: { find: { ...figures, little_found } }, ...run })
  return renderWith(createFakeHost(), <LittleFoundNote run={whole} blocks={blocks} />)
}

test('says in how many frames the block found nothing, or only near scores', () => {
  show({})
  expect(screen.getByText(/“Cars” found nothing in 85 % of the frames, and in 10 % only objects/)).toBeTruthy()
})

test('says so where no frame was empty, or no score was near', () => {
  const { unmount } = show({ nodes: { find: { ...figures, little_found: { ...little_found, frames_with: 200 } } } })
  expect(screen.getByText(/^In 95 % of the frames, “Cars” found only objects/)).toBeTruthy()
  unmount()
  show({ nodes: { find: { ...figures, little_found: { ...little_found, frames_with: 10 } } } })
  expect(screen.getByText('“Cars” found nothing in 95 % of the frames.')).toBeTruthy()
})

test('names the source of the demo model on any other source, and not on a copy of its own', () => {
  const { unmount } = show({})
  expect(screen.getByText(/“street-detector” knows only the rendered street/)).toBeTruthy()
  unmount()
  show({ source: { kind: 'video', name: 'street-crossing.mp4', uri: 'file:///copy/street-crossing.mp4' } })
  expect(screen.queryByText(/knows only the rendered street/)).toBeNull()
})

test('names the classes that the block keeps', () => {
  show({}, { class_filter: ['bus', 'tram'] })
  expect(screen.getByText('It keeps only these classes: bus, tram.')).toBeTruthy()
})

test('opens the catalogue for the block', async () => {
  show({})
  await user.click(screen.getByRole('button', { name: 'Get another model' }))
  expect(getModelStore.getState()).toEqual({
    open: true,
    use: 'detect',
    receiver: { workflowId: 'wf-1', nodeId: 'find', title: 'Cars', field: 'model_id' },
  })
})

test('opens the editor at the confidence of the block', async () => {
  show({})
  await user.click(screen.getByRole('button', { name: 'Lower the confidence' }))
  expect(window.location.hash).toBe('#/workflows/wf-1/find/confidence_threshold')
})

test('opens the editor with the preview of the block', async () => {
  show({})
  await user.click(screen.getByRole('button', { name: 'Preview a frame' }))
  expect(window.location.hash).toBe('#/workflows/wf-1/find')
})

test('offers only another model where the workflow was deleted', () => {
  show({ workflow_id: null })
  expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['Get another model'])
})

test('waits for the graph, which has the name of the block', () => {
  const run = aRun({ nodes: { find: { ...figures, little_found } } })
  const { container } = renderWith(createFakeHost(), <LittleFoundNote run={run} blocks={blocksOf(null, null)} />)
  expect(container.querySelector('section')).toBeNull()
})

test('is absent when every block found enough', () => {
  const graph = { version: 1, nodes: [], edges: [] } as Graph
  const { container } = render(<LittleFoundNote run={aRun()} blocks={blocksOf(graph, null)} />)
  expect(container.innerHTML).toBe('')
})
