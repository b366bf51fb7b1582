import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Host } from '../../../../../src/renderer/base/host/host-context.ts'
import * as uploading from '../../../../../src/renderer/parts/studio/upload/upload.ts'
import { DatasetControl } from '../../../../../src/renderer/screens/editor/config-form/controls/dataset-control.tsx'
import { createFakeHost } from '../../../fake-host.ts'
import { renderWith } from '../../../render.tsx'

const user = userEvent.setup()
const dataset = (name: string, image_count = 0) => ({
  id: `id of ${name}`,
  name,
  image_count,
  annotation_types: ['bbox'],
  classes: [],
})

/** A host with the platform's data sets in memory. */
function hostWith(...names: string[]) {
  const all = names.map((name) => dataset(name, 3))
  const host = createFakeHost()
  const api = vi.fn(async (endpoint: string, input: { body?: { name: string } }): Promise<unknown> => {
    if (endpoint === 'datasets.list') return { data: [...all], pagination: { has_more: false } }
    if (endpoint !== 'datasets.create') throw new Error(`No ${endpoint}.`)
    const made = dataset(input.body?.name ?? '')
    all.push(made)
    return made
  })
  return { host: { ...host, api: api as unknown as Host['api'] } as typeof host, api, all }
}

function show(host: ReturnType<typeof createFakeHost>, value: string | undefined) {
  const onChange = vi.fn()
  const context = { nodeId: 'n', source: null, classes: [] }
  renderWith(
    host,
    <DatasetControl id="d" schema={{}} value={value} onChange={onChange} error={null} context={context} />,
  )
  return onChange
}

test('the platform’s data sets can be chosen; the config stores the id', async () => {
  const { host } = hostWith('Street', 'Yard')
  const onChange = show(host, undefined)
  await user.click(await screen.findByPlaceholderText('Choose a data set'))
  await user.click(await screen.findByText('Yard'))
  expect(onChange).toHaveBeenCalledWith('id of Yard')
})

test('the chosen one shows its name and size; a missing one stays visible', async () => {
  const { host } = hostWith('Street')
  show(host, 'id of Street')
  expect(await screen.findByDisplayValue('Street')).toBeTruthy()
  expect(screen.getByText('3 images · bbox · 0 classes')).toBeTruthy()
  show(host, 'another')
  expect(await screen.findByDisplayValue('another (not found)')).toBeTruthy()
})

test('a new one is created under a name, and chosen', async () => {
  const { host, api } = hostWith()
  const onChange = show(host, undefined)
  await user.click(await screen.findByRole('button', { name: 'New data set' }))
  await user.type(await screen.findByLabelText('Name'), 'Night')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(onChange).toHaveBeenCalledWith('id of Night'))
  const body = { name: 'Night', annotation_types: ['bbox', 'polygon'] }
  expect(api).toHaveBeenCalledWith('datasets.create', { body })
})

test('a list requested before a data set was created does not remove it', async () => {
  const { host, api } = hostWith()
  let answer = (_: unknown): void => undefined
  api.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)))
  const onChange = show(host, 'id of Night')
  await user.click(await screen.findByRole('button', { name: 'New data set' }))
  await user.type(await screen.findByLabelText('Name'), 'Night')
  await user.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(onChange).toHaveBeenCalledWith('id of Night'))
  const chooser = await screen.findByText('Add images…')
  await act(async () => answer({ data: [], pagination: { has_more: false } }))
  expect(screen.getByText('Add images…')).toBe(chooser)
})

test('images are added to it; a rejected one is reported, and the count is refreshed', async () => {
  const { host, api, all } = hostWith('Street')
  show(host, 'id of Street')
  await screen.findByText(/3 images/)
  vi.spyOn(uploading, 'uploadSource').mockImplementation(async (_url, { name }) => ({
    uri: `upload://${name}`,
    name,
    kind: 'image',
    size_bytes: 1,
    video: null,
  }))
  const imported: unknown[] = []
  const answer = api.getMockImplementation() as typeof api
  api.mockImplementation(async (endpoint, input) => {
    if (endpoint !== 'images.import') return answer(endpoint, input)
    imported.push(input.body)
    if (imported.length === 2) throw new Error('“b.jpg” is damaged.')
    all[0] = dataset('Street', 4)
  })
  const input = document.querySelector<HTMLInputElement>('input[type="file"]') as HTMLInputElement
  const picked = (name: string) =>
    Object.defineProperty(new File(['x'], name, { type: 'image/jpeg' }), 'webkitRelativePath', { value: '' })
  await user.upload(input, [picked('a.jpg'), picked('b.jpg')])
  expect(await screen.findByText('“b.jpg” is damaged.')).toBeTruthy()
  expect(await screen.findByText(/4 images/)).toBeTruthy()
  expect(imported).toMatchObject([
    { dataset: 'id of Street', gcs_uri: 'upload://a.jpg' },
    { dataset: 'id of Street', gcs_uri: 'upload://b.jpg' },
  ])
})
