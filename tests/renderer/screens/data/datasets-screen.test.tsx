import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { DatasetsScreen } from '../../../../src/renderer/screens/data/list/datasets-screen.tsx'
import type { Dataset } from '../../../../src/shared/api/datasets.ts'
import { renderAsViewer } from '../../as-viewer.tsx'
import { renderWith } from '../../render.tsx'
import { hostWithAnswers } from '../../with-answers.ts'
import { aDataset } from './images.ts'

function aHost(start: Dataset[]) {
  let all = start
  const become = (id: string, part: Partial<Dataset>) => {
    all = all.map((one) => (one.id === id ? { ...one, ...part } : one))
    return all.find((one) => one.id === id) as Dataset
  }
  return hostWithAnswers({
    'datasets.list': ({ query }) => {
      const data = all.filter(({ is_archived }) => is_archived === (query?.archived ?? false))
      return { data, pagination: { limit: 1000, offset: 0, total: data.length, has_more: false } }
    },
    'datasets.create': ({ body }) => {
      const made = aDataset({ id: 'made', name: body.name })
      all = [made, ...all]
      return made
    },
    'datasets.update': ({ params, body }) => become(params.dataset, { name: body.new_name ?? '' }),
    'datasets.archive': ({ params }) => become(params.dataset, { is_archived: true }),
    'datasets.unarchive': ({ params }) => become(params.dataset, { is_archived: false }),
    'datasets.users': () => ({ workflows: [{ id: 'wf', name: 'Count crates' }], runs: [] }),
    'datasets.delete': ({ params }) => {
      all = all.filter(({ id }) => id !== params.dataset)
      return { images_deleted: 2, store_blobs_deleted: 2 }
    },
  })
}

const calls = (host: ReturnType<typeof aHost>, id: string) =>
  host.state.calls.filter(({ endpoint }) => endpoint === id).map(({ input }) => input)

test('an empty list explains data sets and offers to create one', async () => {
  renderWith(aHost([]), <DatasetsScreen />)
  expect(await screen.findByText('No data sets yet')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: 'New data set' })).toHaveLength(2)
})

test('each data set has its images, complete images, classes, size and time', async () => {
  const part = { image_count: 1200, archived_image_count: 3, completed_image_count: 40 }
  renderWith(aHost([aDataset(part)]), <DatasetsScreen />)
  const row = await screen.findByRole('row', { name: /^Street/ })
  const cells = within(row)
    .getAllByRole('cell')
    .map(({ textContent }) => textContent)
  expect(cells.slice(0, 4)).toEqual(['1,2003 archived', '40', '1', '2.0 MB'])
  expect(within(row).getByRole('link', { name: 'Street' }).getAttribute('href')).toBe('#/data/set-1')
})

test('a new data set gets its types and classes, and is opened', async () => {
  const host = aHost([])
  renderWith(host, <DatasetsScreen />)
  await userEvent.click((await screen.findAllByRole('button', { name: 'New data set' }))[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create data set' }))
  expect(await within(dialog).findByText('Enter a name.')).toBeTruthy()
  await userEvent.type(within(dialog).getByLabelText('Name'), ' Gate ')
  await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Polygons' }))
  await userEvent.type(within(dialog).getByLabelText('Classes', { selector: 'input' }), 'car{Enter}bus{Enter}')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Create data set' }))
  await waitFor(() => expect(window.location.hash).toBe('#/data/made'))
  expect(calls(host, 'datasets.create')).toEqual([
    { body: { name: 'Gate', annotation_types: ['bbox'], classes: [{ name: 'car' }, { name: 'bus' }] } },
  ])
})

test('an archived data set leaves the list, comes back by undo, and is in the list of archived ones', async () => {
  renderWith(aHost([aDataset()]), <DatasetsScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Archive “Street”' }))
  expect(await screen.findByText('No data sets yet')).toBeTruthy()
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Archive “Street”' }))
  await screen.findByText('No data sets yet')
  await userEvent.click(screen.getByRole('radio', { name: 'Archived' }))
  expect(await screen.findByRole('button', { name: 'Restore “Street” from the archive' })).toBeTruthy()
})

test('a data set is deleted after its images and the workflows that use it were named', async () => {
  renderWith(aHost([aDataset({ image_count: 2 })]), <DatasetsScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Delete “Street”' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/^2 images with all annotations are deleted/)).toBeTruthy()
  expect(within(dialog).getByText('Count crates')).toBeTruthy()
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete data set' }))
  expect(await screen.findByText('No data sets yet')).toBeTruthy()
})

test('a viewer sees the data sets, and each change is refused with the reason', async () => {
  const host = aHost([aDataset()])
  renderAsViewer(host, <DatasetsScreen />)
  await screen.findByRole('row', { name: /^Street/ })
  for (const name of ['New data set', 'Rename “Street”', 'Archive “Street”', 'Delete “Street”']) {
    const button = screen.getByRole('button', { name })
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'))
    expect(button.getAttribute('aria-description')).toContain('Your role is Viewer.')
    await userEvent.click(button)
  }
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(calls(host, 'datasets.archive')).toEqual([])
})
