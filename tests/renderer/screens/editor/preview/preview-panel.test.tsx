import { MantineProvider } from '@mantine/core'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Host, HostContext, HostError } from '../../../../../src/renderer/base/host/host-context.ts'
import { EditorScreen } from '../../../../../src/renderer/screens/editor/editor-screen.tsx'
import type { WorkflowPreview } from '../../../../../src/shared/api/workflows.ts'
import type { Preview } from '../../../../../src/shared/engine-contract/preview.ts'
import { doc, node } from '../documents.ts'
import { fakeHost, workflowOf } from '../fake-host.ts'
import { found, made, preview } from './previews.ts'

beforeEach(() => {
  window.localStorage.clear()
})
afterEach(cleanup)

const detections = [found(1, { confidence: 0.9 }), found(2, { confidence: 0.3 })]

/** Applies the filter of the graph to two detections. */
function filtered({ graph }: WorkflowPreview): Preview {
  const least = Number(graph.nodes.find((n) => n.type === 'filter')?.config.min_confidence ?? 0)
  const kept = detections.filter((d) => d.confidence >= least)
  return preview([{ 'model-1': made({ detections }), 'filter-1': made({ received: [1, 2], detections: kept }) }])
}

async function openOn(selected: string, look: (input: WorkflowPreview) => Preview = filtered) {
  const document = doc(
    [node('source-1', { gcs_uri: 'file:///a.mp4' }), node('model-1'), node('filter-1', {})],
    ['source-1>model-1', 'model-1>filter-1'],
  )
  const host = fakeHost(workflowOf(document))
  const api = host.api as (id: string, input: unknown) => Promise<unknown>
  host.api = (async (id: string, input: { body: WorkflowPreview }) =>
    id === 'workflows.preview' ? look(input.body) : api(id, input)) as Host['api']
  render(
    <MantineProvider env="test">
      <HostContext value={host}>
        <EditorScreen workflowId="wf" nodeId={selected} />
      </HostContext>
    </MantineProvider>,
  )
  return within(await screen.findByRole('region', { name: 'Preview' }))
}

describe('the preview beside the settings', () => {
  it('shows the detections that the selected filter keeps and drops, and follows its settings', async () => {
    const panel = await openOn('filter-1')
    expect(await panel.findByText('Keeps 2 of 2.')).toBeTruthy()
    const field = screen.getByRole('textbox', { name: 'Minimum confidence' })
    await userEvent.clear(field)
    await userEvent.type(field, '0.5{Enter}')
    expect(await panel.findByText('Keeps 1 of 2.')).toBeTruthy()
    expect(panel.getAllByTestId('preview-kept')).toHaveLength(1)
    expect(panel.getAllByTestId('preview-dropped')).toHaveLength(1)
    expect(panel.getByRole('img', { name: '1 detection, 1 dropped' })).toBeTruthy()
  })

  it('explains in a sentence why there is no preview, and retries', async () => {
    let broken = true
    const panel = await openOn('filter-1', (input) => {
      if (!broken) return filtered(input)
      const message = 'The model of this block is not there. Choose another.'
      throw new HostError({ code: 'graph_not_runnable', message, details: [{ message, node_id: 'model-1' }] })
    })
    expect((await panel.findByRole('alert')).textContent).toContain('Choose another.')
    broken = false
    await userEvent.click(panel.getByRole('button', { name: 'Try again' }))
    expect(await panel.findByText('Keeps 2 of 2.')).toBeTruthy()
    await waitFor(() => expect(panel.queryByRole('alert')).toBeNull())
  })
})
