import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { GetModelDialog } from '../../../../../src/renderer/parts/model/get-model/get-model-dialog.tsx'
import { closeGetModel, openGetModel } from '../../../../../src/renderer/parts/model/get-model/get-model-store.ts'
import { makeProposedEdits } from '../../../../../src/renderer/parts/workflow/document/proposed-edits.ts'
import { aModel } from '../../../examples.ts'
import { renderWith } from '../../../render.tsx'
import { anEntry, done, failure, hostWithDownloads, progressOf, resolved } from './fake-downloads.ts'

const user = userEvent.setup()
afterEach(() => act(closeGetModel))

const receiver = { workflowId: 'wf-1', nodeId: 'find', title: 'Model', field: 'model_id' } as const

async function open(given: ReturnType<typeof hostWithDownloads>, request: Parameters<typeof openGetModel>[0] = {}) {
  renderWith(given.host, <GetModelDialog />)
  act(() => openGetModel(request))
  return screen.findByRole('dialog', { name: 'Get a model' })
}

describe('the catalogue', () => {
  test('shows the facts of a model before it is downloaded', async () => {
    const dialog = await open(hostWithDownloads([anEntry({ sha256: null, verified: false })]))
    expect(await within(dialog).findByRole('heading', { name: 'Street-S' })).toBeTruthy()
    expect(within(dialog).getByRole('link', { name: 'Apache-2.0' }).getAttribute('href')).toBe(
      'https://example.org/licence',
    )
    for (const fact of ['2: car, bus', '640 × 640', '36 MB', 'acme/street', 'Object detection']) {
      expect(within(dialog).getByText(fact)).toBeTruthy()
    }
    expect(within(dialog).getByText(/the first download records it/)).toBeTruthy()
    expect(within(dialog).getByText(/address could not be checked/)).toBeTruthy()
  })

  test('is filtered by words and by use', async () => {
    const pose = anEntry({ id: 'pose-t', name: 'Pose-T', use: 'pose' })
    const dialog = await open(hostWithDownloads([anEntry(), pose]), { use: 'pose' })
    await within(dialog).findByRole('heading', { name: 'Pose-T' })
    expect(within(dialog).queryByRole('heading', { name: 'Street-S' })).toBeNull()
    await user.click(within(dialog).getByRole('radio', { name: 'All' }))
    expect(within(dialog).getByRole('heading', { name: 'Street-S' })).toBeTruthy()
    await user.type(within(dialog).getByRole('searchbox'), 'nothing like it')
    expect(within(dialog).getByText(/No model matches/)).toBeTruthy()
  })
})

describe('a download', () => {
  test('is cancelled and resumed, and ends with the facts of the file', async () => {
    const model = aModel({ name: 'Street', training_config: { input: { width: 640, height: 384 } } })
    const given = hostWithDownloads([anEntry()], {}, { models: [model] })
    const dialog = await open(given)
    await user.click(await within(dialog).findByRole('button', { name: 'Get Street-S' }))
    await given.send(progressOf(250_000, 1_000_000))
    await within(dialog).findByText('250 kB of 1.0 MB')
    await user.click(within(dialog).getByRole('button', { name: 'Cancel the download of Street-S' }))
    await within(dialog).findByText(/The part that has arrived is kept/)
    await user.click(within(dialog).getByRole('button', { name: 'Resume the download of Street-S' }))
    await given.send(done)
    await within(dialog).findByText('“Street-S” is ready to use.', { selector: 'p' })
    expect(within(dialog).getByText('2: car, person')).toBeTruthy()
    expect(within(dialog).getByText('640 × 384')).toBeTruthy()
    expect(within(dialog).getByText('Equals the published checksum')).toBeTruthy()
  })

  test('that fails shows the sentence of the host, and is tried again', async () => {
    const given = hostWithDownloads()
    const dialog = await open(given)
    await user.click(await within(dialog).findByRole('button', { name: 'Get Street-S' }))
    await given.fail(failure('no_network', 'The hub can’t be reached.'))
    expect((await within(dialog).findByRole('alert')).textContent).toContain('The hub can’t be reached.')
    expect(within(dialog).getByRole('link', { name: 'Proxy and mirror…' })).toBeTruthy()
    await user.click(within(dialog).getByRole('button', { name: 'Try the download of Street-S again' }))
    await given.send(done)
    await within(dialog).findByText('“Street-S” is ready to use.', { selector: 'p' })
  })

  test('continues when the dialog is closed, and its end is reported', async () => {
    const given = hostWithDownloads()
    const dialog = await open(given)
    await user.click(await within(dialog).findByRole('button', { name: 'Get Street-S' }))
    await waitFor(() => expect(given.asked).toHaveLength(1))
    act(closeGetModel)
    await given.send(done)
    await screen.findByText('“Street-S” is ready to use.')
  })

  test('for a block of an open workflow gives the block the model', async () => {
    const make = vi.fn()
    const stop = makeProposedEdits('wf-1', make)
    const given = hostWithDownloads()
    const dialog = await open(given, { receiver })
    await user.click(await within(dialog).findByRole('button', { name: 'Get Street-S' }))
    await given.send(done)
    await waitFor(() => expect(make).toHaveBeenCalledOnce())
    expect(within(dialog).queryByRole('button', { name: 'Use in “Model”' })).toBeNull()
    const graph = { version: 1, nodes: [{ id: 'find', type: 'model', config: { tiled: true } }], edges: [] }
    expect(make.mock.calls[0]?.[0].change(graph).nodes[0].config).toEqual({ tiled: true, model_id: 'Street-S' })
    stop()
  })

  test('for a block of a closed workflow is offered to it, and opens the editor there', async () => {
    const given = hostWithDownloads()
    const dialog = await open(given, { receiver })
    await user.click(await within(dialog).findByRole('button', { name: 'Get Street-S' }))
    await given.send(done)
    await user.click(await within(dialog).findByRole('button', { name: 'Use in “Model”' }))
    expect(window.location.hash).toBe('#/workflows/wf-1/find')
    const make = vi.fn()
    makeProposedEdits('wf-1', make)()
    expect(make).toHaveBeenCalledOnce()
  })
})

describe('a repository or a link', () => {
  const find = async (given: ReturnType<typeof hostWithDownloads>, address: string) => {
    const dialog = await open(given)
    await user.type(await within(dialog).findByLabelText('From Hugging Face or a link'), `${address}{Enter}`)
    return dialog
  }

  test('shows its files and its licence, and downloads the chosen one', async () => {
    const given = hostWithDownloads([], {
      'acme/street': resolved({
        files: [
          { path: 'onnx/model.onnx', size_bytes: 28_000_000, problem: null },
          { path: 'onnx/model_fp16.onnx', size_bytes: 14_000_000, problem: null },
          { path: 'onnx/big.onnx', size_bytes: null, problem: { message: 'Its weights are in another file.' } },
        ],
      }),
    })
    const dialog = await find(given, 'acme/street')
    const found = await within(dialog).findByRole('region', { name: 'acme/street' })
    expect(within(found).getByRole('link', { name: 'MIT License' })).toBeTruthy()
    expect(within(found).getByRole('radio', { name: /big/ })).toHaveProperty('disabled', true)
    expect(within(found).getByText('Its weights are in another file.')).toBeTruthy()
    expect(given.asked).toEqual([])
    await user.click(within(found).getByRole('radio', { name: /fp16/ }))
    await user.click(within(found).getByRole('button', { name: 'Download (14 MB)' }))
    await waitFor(() => expect(given.asked).toEqual([{ source: 'hf:acme/street', file: 'onnx/model_fp16.onnx' }]))
  })

  test('says that no licence is stated', async () => {
    const dialog = await find(hostWithDownloads([], { 'acme/street': resolved({ licence: null }) }), 'acme/street')
    expect(await within(dialog).findByText(/No licence is stated/)).toBeTruthy()
  })

  test('shows the problem of the host, which is tried again', async () => {
    const problem = failure('not_found', 'There is no such repository.')
    const dialog = await find(hostWithDownloads([], { 'acme/none': problem }), 'acme/none')
    expect((await within(dialog).findByRole('alert')).textContent).toContain('There is no such repository.')
    expect(within(dialog).getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})
