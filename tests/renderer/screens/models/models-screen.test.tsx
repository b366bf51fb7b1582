import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { closeModelInput, modelInputStore } from '../../../../src/renderer/parts/model/model-input/model-input-store.ts'
import { classNamesOf, figuresOf, inputSizeOf } from '../../../../src/renderer/parts/model/models/model-facts.ts'
import { ModelsScreen } from '../../../../src/renderer/screens/models/models-screen.tsx'
import type { Model } from '../../../../src/shared/api/models.ts'
import { aModel } from '../../examples.ts'
import { createFakeHost } from '../../fake-host.ts'
import { inUseWith } from '../../parts/model/model-input/examples.ts'
import { renderWith } from '../../render.tsx'

const user = userEvent.setup({ applyAccept: false })
afterEach(() => {
  vi.unstubAllGlobals()
})

const pick = async (container: HTMLElement, name: string) => {
  const input = container.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('no file input')
  await user.upload(input, new File(['onnx'], name))
}

describe('importing a model', () => {
  test('uploads the file to the host and creates a model from it', async () => {
    const sent: string[] = []
    vi.stubGlobal('fetch', async (url: URL, init: RequestInit) => {
      sent.push(`${init.method} ${url.pathname}${url.search}`)
      return Response.json({ uri: 'upload://1' })
    })
    const host = createFakeHost()
    const { container } = renderWith(host, <ModelsScreen />)
    await screen.findByText('No models yet')
    await pick(container, 'gate v2.onnx')
    await screen.findByText('“gate v2” is ready to use.')
    expect(sent).toEqual(['PUT /upload?filename=gate+v2.onnx&purpose=model'])
    expect(host.state.calls.find((c) => c.endpoint === 'models.import')?.input).toEqual({
      body: { gcs_uri: 'upload://1', name: 'gate v2' },
    })
    expect(await screen.findByRole('heading', { name: 'gate v2' })).toBeTruthy()
  })

  test('uploads the files of weights that the model names, and no others', async () => {
    const sent: string[] = []
    vi.stubGlobal('fetch', async (url: URL) => {
      sent.push(url.searchParams.get('filename') ?? '')
      return Response.json({ uri: `upload://${sent.length}` })
    })
    const host = createFakeHost()
    const { container } = renderWith(host, <ModelsScreen />)
    await screen.findByText('No models yet')
    const input = container.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement
    const model = new File(['location grün.onnx.data offset 0'], 'best.onnx')
    const others = ['grün.onnx.data', 'results.csv', 'best.pt'].map((name) => new File(['x'], name))
    await user.upload(input, [...others, model])
    await screen.findByText('“best” is ready to use.')
    expect(sent).toEqual(['grün.onnx.data', 'best.onnx'])
    expect(host.state.calls.find((c) => c.endpoint === 'models.import')?.input).toEqual({
      body: { gcs_uri: 'upload://2', data_gcs_uris: ['upload://1'], name: 'best' },
    })
  })

  test('uploads a ZIP archive, whose model has a name of its own', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ uri: 'upload://1' }))
    const host = createFakeHost()
    const { container } = renderWith(host, <ModelsScreen />)
    await screen.findByText('No models yet')
    await pick(container, 'export.zip')
    await waitFor(() =>
      expect(host.state.calls.find((c) => c.endpoint === 'models.import')?.input).toEqual({
        body: { gcs_uri: 'upload://1' },
      }),
    )
  })

  test('names the format of a folder of another framework that is dropped', async () => {
    const send = vi.fn()
    vi.stubGlobal('fetch', send)
    renderWith(createFakeHost(), <ModelsScreen />)
    const place = (await screen.findByText('No models yet')).closest('[class*="content"]') as HTMLElement
    const files = ['best.xml', 'best.bin', 'metadata.yaml'].map((name) => new File(['x'], name))
    fireEvent.drop(place, { dataTransfer: { files, items: [], types: ['Files'] } })
    await screen.findByText(/“best\.xml” is a model of OpenVINO IR/)
    expect(send).not.toHaveBeenCalled()
  })

  test('offers to check on a picture what was assumed about the pixels', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ uri: 'upload://1' }))
    const given = createFakeHost()
    const api: typeof given.api = async (endpoint, input) => {
      const answer = await given.api(endpoint, input)
      if (endpoint !== 'models.import') return answer
      return { ...(answer as Model), conversion_in_use: inUseWith() } as never
    }
    const { container } = renderWith({ ...given, api }, <ModelsScreen />)
    await screen.findByText('No models yet')
    await pick(container, 'gate.onnx')
    const note = await screen.findByText(
      /Sightline assumed: .*RGB; white is 1; mean 0; deviation 1; whole, with centred bars/,
    )
    expect(note).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Check on a picture' }))
    expect(modelInputStore.getState()).toMatchObject({ open: true, model: { name: 'gate' } })
    closeModelInput()
  })

  test('reports a corrupt file in the platform’s sentence', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ uri: 'upload://1' }))
    const host = createFakeHost({ models: [aModel()] })
    host.failNext('models.import', 'This ONNX file is damaged. Export it again.')
    const { container } = renderWith(host, <ModelsScreen />)
    await screen.findByText('Road users')
    await pick(container, 'broken.onnx')
    expect(await screen.findByText('This ONNX file is damaged. Export it again.')).toBeTruthy()
  })

  test('does not upload another kind of file', async () => {
    const send = vi.fn()
    vi.stubGlobal('fetch', send)
    const { container } = renderWith(createFakeHost(), <ModelsScreen />)
    await screen.findByText('No models yet')
    await pick(container, 'weights.pt')
    await screen.findByText('“weights.pt” must be exported to ONNX')
    expect(send).not.toHaveBeenCalled()
  })

  test('shows the commands that export a PyTorch file, to be copied', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
    const { container } = renderWith(createFakeHost(), <ModelsScreen />)
    await screen.findByText('No models yet')
    await pick(container, 'weights.pt')
    expect(await screen.findByText('yolo export model="weights.pt" format=onnx')).toBeTruthy()
    await user.click((await screen.findAllByRole('button', { name: 'Copy the command' }))[0] as HTMLElement)
    expect(write).toHaveBeenCalledWith('yolo export model="weights.pt" format=onnx')
  })

  test('refuses a file of no known kind by its name', async () => {
    const { container } = renderWith(createFakeHost(), <ModelsScreen />)
    await screen.findByText('No models yet')
    await pick(container, 'weights.txt')
    await waitFor(() => expect(screen.queryByText(/is not an ONNX file/)).toBeTruthy())
  })
})

describe('a model’s menu', () => {
  const open = async (state: Parameters<typeof createFakeHost>[0] = {}) => {
    const host = createFakeHost({ models: [aModel()], ...state })
    renderWith(host, <ModelsScreen />)
    await user.click(await screen.findByRole('button', { name: 'More actions for Road users' }))
    return host
  }

  test('renames the model', async () => {
    const host = await open()
    await user.click(await screen.findByRole('menuitem', { name: 'Rename' }))
    const name = await screen.findByLabelText('Name')
    await user.clear(name)
    await user.type(name, 'Street{Enter}')
    expect(await screen.findByRole('heading', { name: 'Street' })).toBeTruthy()
    expect(host.state.models[0]?.name).toBe('Street')
  })

  test('lists the model’s users before it is deleted', async () => {
    const host = await open({
      modelUsers: {
        workflows: [{ id: 'w', name: 'Crossing' }],
        runs: [{ id: 'r', workflow_name: 'Night shift' }],
        evaluations: [{ id: 'e', export_name: 'Street at night' }],
      },
    })
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain('1 workflow uses this model')
    expect(within(dialog).getByText('Crossing')).toBeTruthy()
    expect(within(dialog).getByText('Night shift')).toBeTruthy()
    expect(dialog.textContent).toContain('1 evaluation uses this model')
    expect(within(dialog).getByText('Street at night')).toBeTruthy()
    expect(host.state.models).toHaveLength(1)
    await user.click(within(dialog).getByRole('button', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('heading', { name: 'Road users' })).toBeTruthy()
  })

  test('deletes the model, unless that is undone', async () => {
    const host = await open()
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Road users' })).toBeNull())
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(await screen.findByRole('heading', { name: 'Road users' })).toBeTruthy()
    expect(host.state.models).toHaveLength(1)
  })

  test('downloads the model’s weights', async () => {
    await open()
    const link = await screen.findByRole('menuitem', { name: 'Download ONNX file' })
    expect(link.getAttribute('href')).toContain(`/models/${aModel().id}?download`)
  })
})

describe('the facts of a model', () => {
  test('list its classes in the order of their index, not of their text', () => {
    expect(classNamesOf({ class_mapping: { 10: 'truck', 2: 'car', 0: 'person' } })).toEqual(['person', 'car', 'truck'])
    expect(classNamesOf({ class_mapping: null })).toEqual([])
  })

  test('include its input size, wherever the record stores it', () => {
    expect(inputSizeOf({ training_config: { input: { width: 640, height: 384 } }, metrics: null })).toBe('640 × 384')
    expect(inputSizeOf({ training_config: null, metrics: null })).toBeNull()
  })

  test('include its metrics, fractions as percentages', () => {
    expect(figuresOf({ metrics: { map50: 0.934, map50_95: 0.7, epochs: 40, note: 'x' } })).toEqual([
      { name: 'mAP50', value: '93.4 %' },
      { name: 'mAP50–95', value: '70.0 %' },
      { name: 'Epochs', value: '40' },
    ])
  })
})
