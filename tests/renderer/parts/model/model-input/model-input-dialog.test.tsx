import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ModelInputDialog } from '../../../../../src/renderer/parts/model/model-input/model-input-dialog.tsx'
import {
  closeModelInput,
  modelInputStore,
  openModelInput,
} from '../../../../../src/renderer/parts/model/model-input/model-input-store.ts'
import type { VideoMetadata } from '../../../../../src/shared/api/video.ts'
import type { PickedSource } from '../../../../../src/shared/bridge/studio.ts'
import { renderAsViewer } from '../../../as-viewer.tsx'
import { renderWith } from '../../../render.tsx'
import { aModelWith, hostWithTrials, unfit } from './examples.ts'

const user = userEvent.setup()
afterEach(() =>
  act(() => {
    closeModelInput()
    modelInputStore.setState({ specimen: null })
  }),
)

const specimen = { name: 'street.png', config: { kind: 'image', gcs_uri: 'upload://1' }, atS: 0, place: null }

async function open(given = hostWithTrials(), withPicture = true) {
  if (withPicture) modelInputStore.setState({ specimen })
  renderWith(given.host, <ModelInputDialog />)
  act(() => openModelInput({ id: 'model-1', name: 'Road users' }))
  const dialog = await screen.findByRole('dialog', { name: 'Input of “Road users”' })
  await within(dialog).findByRole('combobox', { name: 'Channel order' })
  return { ...given, dialog: within(dialog) }
}
type Dialog = Awaited<ReturnType<typeof open>>['dialog']

async function choose(dialog: Dialog, label: string, option: RegExp) {
  await user.click(await dialog.findByRole('combobox', { name: label }))
  await user.click(await screen.findByRole('option', { name: option }))
}
const figure = (dialog: Dialog, name: string) => dialog.findByRole('figure', { name })
const says = (dialog: Dialog, name: string, text: string) =>
  waitFor(() => expect(dialog.getByRole('figure', { name }).textContent).toContain(text))
const savedOptions = (host: { state: { calls: { endpoint: string; input: unknown }[] } }) =>
  host.state.calls.filter(({ endpoint }) => endpoint === 'models.update').map(({ input }) => input)

function aGate() {
  let resolve = () => {}
  const promise = new Promise<void>((opened) => {
    resolve = opened
  })
  return { promise, resolve }
}

test('asks for a picture before there is one', async () => {
  const { dialog, trials } = await open(hostWithTrials(), false)
  expect(dialog.getByText(/Choose a picture or a video/)).toBeTruthy()
  expect(trials.tried).toEqual([])
})

test('shows the answer to an unsaved option beside that of the saved ones', async () => {
  const { dialog, trials } = await open()
  await says(dialog, 'As saved', 'Finds nothing.')
  await choose(dialog, 'Channel order', /BGR/)
  await says(dialog, 'As you set it', 'Finds 2 car (0.91).')
  expect((await figure(dialog, 'As saved')).textContent).toContain('Finds nothing.')
  expect(trials.tried).toEqual([{}, { channels: 'bgr' }])
})

test('drops the answer to a change that another one has replaced', async () => {
  const { dialog, trials } = await open()
  await says(dialog, 'As saved', 'Finds nothing.')
  const first = aGate()
  const second = aGate()
  trials.gate = first.promise
  await choose(dialog, 'Channel order', /BGR/)
  await waitFor(() => expect(trials.tried.at(-1)).toEqual({ channels: 'bgr' }))
  trials.gate = second.promise
  await choose(dialog, 'Channel order', /RGB/)
  await waitFor(() => expect(trials.tried.at(-1)).toEqual({ channels: 'rgb' }))
  await act(async () => first.resolve())
  expect(dialog.getByRole('figure', { name: 'As you set it' }).textContent).not.toContain('car')
  second.resolve()
  await says(dialog, 'As you set it', 'Finds nothing.')
})

test('saves the options, and then shows their answer as the saved one', async () => {
  const { dialog, host } = await open()
  await choose(dialog, 'Channel order', /BGR/)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText(/^Saved\./)
  expect(savedOptions(host)).toEqual([{ params: { model: 'model-1' }, body: { conversion: { channels: 'bgr' } } }])
  await waitFor(() => expect(dialog.queryByRole('figure', { name: 'As you set it' })).toBeNull())
  await says(dialog, 'As saved', 'Finds 2 car')
})

test('a reset leaves a value to the file again', async () => {
  const { dialog, host } = await open(hostWithTrials(aModelWith({ channels: 'bgr', scale: 255 })))
  await user.click(dialog.getByRole('button', { name: 'Reset Channel order to the default' }))
  await waitFor(() =>
    expect(dialog.getByRole<HTMLInputElement>('combobox', { name: 'Channel order' }).value).toBe('RGB'),
  )
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText(/^Saved\./)
  expect(savedOptions(host)).toEqual([{ params: { model: 'model-1' }, body: { conversion: { scale: 255 } } }])
})

test('takes numbers as they are pasted from code, and undoes them as one step', async () => {
  const { dialog } = await open()
  const mean = dialog.getByRole<HTMLInputElement>('textbox', { name: 'Mean' })
  await user.clear(mean)
  await user.paste('0.485, 0.456,0.406')
  await user.tab()
  expect(mean.value).toBe('0.485, 0.456, 0.406')
  await user.click(dialog.getByRole('button', { name: 'Undo' }))
  expect(mean.value).toBe('0')
  await user.click(dialog.getByRole('button', { name: 'Redo' }))
  expect(mean.value).toBe('0.485, 0.456, 0.406')
})

test('a text that is no value is reported at its field, and is not saved', async () => {
  const { dialog, trials } = await open()
  await choose(dialog, 'Channel order', /BGR/)
  const mean = dialog.getByRole('textbox', { name: 'Mean' })
  await user.clear(mean)
  await user.paste('1, 2')
  expect((await dialog.findByRole('alert')).textContent).toMatch(/Give one number, or three/)
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true)
  expect(trials.tried.every(({ mean: tried }) => tried === undefined || tried.length !== 2)).toBe(true)
})

test('a refusal by the engine is shown at the option that it is about', async () => {
  const given = hostWithTrials()
  const { dialog } = await open(given)
  await figure(dialog, 'As saved')
  given.trials.refusal = unfit('channels')
  await choose(dialog, 'Channel order', /BGR/)
  await waitFor(() =>
    expect(dialog.getAllByRole('alert').map((alert) => alert.textContent)).toContain(
      'the input has one channel, which is grey',
    ),
  )
})

test('another number of class names than of classes is refused before it is tried', async () => {
  const { dialog } = await open()
  await user.click(dialog.getByRole('button', { name: 'Edit the names' }))
  await user.click(dialog.getByRole('textbox', { name: 'Class names' }))
  await user.paste('\nbus')
  expect(dialog.getByRole('alert').textContent).toBe('3 names for 2 classes')
})

test('a toolkit fills in its values and keeps the class names', async () => {
  const { dialog, trials } = await open(hostWithTrials(aModelWith({ class_names: ['a', 'b'], scale: 1 })))
  await choose(dialog, 'Toolkit that made the model', /^Keras \(caffe\)/)
  await waitFor(() =>
    expect(trials.tried.at(-1)).toMatchObject({ channels: 'bgr', scale: 255, class_names: ['a', 'b'] }),
  )
})

test('closing asks before it discards changes', async () => {
  const { dialog } = await open()
  await choose(dialog, 'Channel order', /BGR/)
  await user.keyboard('{Escape}')
  await user.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Input of “Road users”' })).toBeNull())
})

test('from a block, tries the model on the middle of the workflow’s video', async () => {
  const { host, trials } = hostWithTrials()
  renderWith(host, <ModelInputDialog />)
  const video = { duration_seconds: 12 } as VideoMetadata
  const source: PickedSource = { uri: 'upload://2', name: 'street.mp4', kind: 'video', size_bytes: 9, video }
  act(() => openModelInput({ id: 'model-1', name: 'Road users' }, source))
  await user.click(await screen.findByRole('button', { name: 'Use the source of the workflow' }))
  await waitFor(() => expect(trials.moments).toEqual([6]))
})

test('tries the model on the images of a data set, one after the other', async () => {
  const { dialog, trials } = await open(hostWithTrials(), false)
  await choose(dialog, 'Or an image of a data set', /^Street/)
  await says(dialog, 'As saved', 'Finds nothing.')
  await user.click(dialog.getByRole('button', { name: 'Next image' }))
  await dialog.findByText('2 of 2')
  await waitFor(() => expect(trials.moments).toEqual([0.5, 1.5]))
})

test('a viewer reads the values and changes none', async () => {
  const { host } = hostWithTrials()
  renderAsViewer(host, <ModelInputDialog />)
  act(() => openModelInput({ id: 'model-1', name: 'Road users' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Input of “Road users”' }))
  const channels = await dialog.findByRole<HTMLInputElement>('combobox', { name: 'Channel order' })
  await waitFor(() => expect(channels.disabled).toBe(true))
  expect(dialog.getByRole('button', { name: 'Save' }).getAttribute('aria-disabled')).toBe('true')
  expect(dialog.queryByRole('button', { name: 'Choose a picture…' })).toBeNull()
})
