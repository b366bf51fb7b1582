import 'fake-indexeddb/auto'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { useRoute } from '../../../../src/renderer/base/navigation/route.ts'
import { DatasetScreen } from '../../../../src/renderer/screens/data/dataset/dataset-screen.tsx'
import { ImageScreen } from '../../../../src/renderer/screens/data/image/image-screen.tsx'
import { renderAsViewer } from '../../as-viewer.tsx'
import { renderWith } from '../../render.tsx'
import { callsOf, type FakeData, fakeData, stubSize } from './fake-data.ts'
import { aFolder, aSummary, idsOf } from './images.ts'

// Four columns of 190 px.
beforeEach(() => stubSize(800, 700))
afterEach(() => vi.restoreAllMocks())

function Screens() {
  const route = useRoute()
  if (route.screen === 'dataset') {
    return <DatasetScreen datasetId={route.datasetId} page={route.page} query={route.query ?? ''} />
  }
  if (route.screen === 'image') {
    return <ImageScreen datasetId={route.datasetId} imageId={route.imageId} query={route.query ?? ''} />
  }
  return null
}

function open(data: FakeData, hash = '#/data/set-1') {
  window.location.hash = hash
  renderWith(data.host, <Screens />)
  return data
}

const images = (count: number) => idsOf(count).map((id, i) => aSummary(id, { status: i % 2 === 0 ? 'new' : 'review' }))
const cell = (number: number) => screen.findByRole('gridcell', { name: new RegExp(`^image-${number}\\.jpg, `) })
const grid = () => screen.getByRole('grid', { name: 'Images' })
const chosen = () =>
  screen.getAllByRole('gridcell', { selected: true }).map((one) => one.getAttribute('aria-label')?.split('.')[0])
const bar = () => within(screen.getByRole('toolbar', { name: 'Actions for chosen images' }))

describe('the grid of a data set', () => {
  test('renders and reads only the images near the view of a hundred thousand', async () => {
    const data = open(fakeData(images(100_000)))
    await cell(0)
    expect(screen.getByText('100,000 images')).toBeTruthy()
    expect(grid().getAttribute('aria-rowcount')).toBe('25000')
    expect(screen.getAllByRole('gridcell').length).toBeLessThan(60)
    expect(callsOf(data, 'imageLists.summaries')).toHaveLength(1)
  })

  test('presses and keys select images, and Enter opens the current one', async () => {
    open(fakeData(images(40)))
    await userEvent.click(await cell(1))
    expect(chosen()).toEqual(['image-1'])
    fireEvent.click(await cell(3), { shiftKey: true })
    expect(chosen()).toEqual(['image-1', 'image-2', 'image-3'])
    fireEvent.click(await cell(2), { ctrlKey: true })
    expect(chosen()).toEqual(['image-1', 'image-3'])
    expect(screen.getByText('2 chosen')).toBeTruthy()
    grid().focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(chosen()).toEqual(['image-6'])
    const active = grid().getAttribute('aria-activedescendant')
    expect(document.getElementById(active ?? '')).toBe(await cell(6))
    await userEvent.keyboard('{Control>}a{/Control}')
    expect(screen.getByText('40 chosen')).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    expect(screen.getByText('40 images')).toBeTruthy()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(window.location.hash).toBe('#/data/set-1/image/image-6'))
  })

  test('a filter of the address is applied, shown as a chip, and cleared by it', async () => {
    const data = open(fakeData(images(10)), '#/data/set-1?status=review')
    await cell(1)
    expect(screen.getByText('5 images')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Clear the filter To review' }))
    expect(await screen.findByText('10 images')).toBeTruthy()
    expect(window.location.hash).toBe('#/data/set-1')
    expect(callsOf(data, 'imageLists.ids')).toHaveLength(2)
  })

  test('filters that no image passes can be cleared', async () => {
    open(fakeData(images(3)), '#/data/set-1?text=bus&sort=-name')
    expect(await screen.findByText('No image matches')).toBeTruthy()
    const [clear] = screen.getAllByRole('button', { name: 'Clear filters' }).reverse()
    await userEvent.click(clear as HTMLElement)
    await cell(0)
    expect(window.location.hash).toBe('#/data/set-1?sort=-name')
  })

  test('an empty data set names the first step', async () => {
    open(fakeData([]))
    expect(await screen.findByText('No images yet')).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Add images' })).toHaveLength(2)
  })

  test('a directory of the tree filters the grid', async () => {
    const inTrain = { directory_path: '/train' }
    open(fakeData([aSummary('image-0'), aSummary('image-1', inTrain)], [aFolder('/train', 1)]))
    await userEvent.click(await screen.findByRole('treeitem', { name: 'train, 1 image' }))
    await waitFor(() => expect(window.location.hash).toBe('#/data/set-1?directory=%2Ftrain'))
    expect(await screen.findByText('1 image')).toBeTruthy()
    expect(screen.getByRole('treeitem', { name: 'train, 1 image' }).getAttribute('aria-selected')).toBe('true')
  })

  test('a failed read of the ids is shown, and repeated on request', async () => {
    const data = fakeData(images(3))
    data.host.failNext('imageLists.ids', 'The database is unavailable.')
    open(data)
    expect(await screen.findByText('The database is unavailable.')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    await cell(2)
  })
})

test('images that could not be read are reported, and read again on request', async () => {
  const data = fakeData(images(3))
  data.host.failNext('imageLists.summaries', 'The database is unavailable.')
  open(data)
  expect(await screen.findByText(/The database is unavailable\./)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await cell(2)
  expect(screen.queryByText(/The database is unavailable\./)).toBeNull()
})

describe('changes of the chosen images', () => {
  const choose = async (first: number, last: number) => {
    await userEvent.click(await cell(first))
    fireEvent.click(await cell(last), { shiftKey: true })
  }

  test('a status is set for all, and undo gives each its own back', async () => {
    const data = open(fakeData(images(6)))
    await choose(0, 3)
    await userEvent.click(bar().getByRole('button', { name: 'Status' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Complete' }))
    expect(await screen.findByText('Status of 4 images set to “Complete”.')).toBeTruthy()
    await waitFor(async () => expect((await cell(3)).getAttribute('aria-label')).toContain('Complete'))
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() =>
      expect(data.images.map(({ status }) => status)).toEqual(['new', 'review', 'new', 'review', 'new', 'review']),
    )
  })

  test('images that could not be changed are listed with the reasons', async () => {
    const data = fakeData(images(4))
    data.refused.add('image-1')
    open(data)
    await choose(0, 2)
    await userEvent.click(bar().getByRole('button', { name: 'Split' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Valid' }))
    const dialog = await screen.findByRole('dialog', { name: '1 image was not changed' })
    expect(within(dialog).getByText('image-1.jpg')).toBeTruthy()
    expect(within(dialog).getByText('The image is locked.')).toBeTruthy()
    expect(data.images.map(({ split }) => split)).toEqual(['valid', null, 'valid', null])
  })

  test('archived images leave the grid, and the selection with them', async () => {
    open(fakeData(images(5)))
    await choose(1, 2)
    await userEvent.click(bar().getByRole('button', { name: 'Archive' }))
    expect(await screen.findByText('2 images archived.')).toBeTruthy()
    expect(await screen.findByText('3 images')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('5 images')).toBeTruthy()
  })

  test('images are moved to a directory that is typed', async () => {
    const data = open(fakeData(images(2)))
    await choose(0, 0)
    await userEvent.click(bar().getByRole('button', { name: 'Move' }))
    const dialog = await screen.findByRole('dialog', { name: 'Move 1 image' })
    const field = within(dialog).getByLabelText('Directory', { selector: 'input' })
    await userEvent.clear(field)
    await userEvent.type(field, 'train//cars/')
    expect(within(dialog).getByText('The directory /train/cars is created.')).toBeTruthy()
    await userEvent.click(within(dialog).getByRole('button', { name: 'Move' }))
    expect(await screen.findByText('1 image moved to /train/cars.')).toBeTruthy()
    expect(data.images[0]?.directory_path).toBe('/train/cars')
  })

  test('images are deleted for good after a confirmation', async () => {
    const data = open(fakeData(images(4)))
    await choose(2, 3)
    await userEvent.click(bar().getByRole('button', { name: 'Delete' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete 2 images for good?' })
    expect(data.images).toHaveLength(4)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete 2 images' }))
    expect(await screen.findByText('2 images')).toBeTruthy()
    expect(callsOf(data, 'imageBatches.delete')).toEqual([
      { body: { dataset_name: 'set-1', image_ids: ['image-2', 'image-3'], permanent: true } },
    ])
  })

  test('a viewer sees the actions with the reason why they are refused', async () => {
    window.location.hash = '#/data/set-1'
    const data = fakeData(images(3))
    renderAsViewer(data.host, <Screens />)
    await userEvent.click(await cell(0))
    for (const name of ['Status', 'Split', 'Move', 'Copy', 'Archive', 'Delete']) {
      const button = bar().getByRole('button', { name })
      await waitFor(() => expect(button.getAttribute('aria-description')).toContain('Your role is Viewer.'))
    }
    await userEvent.keyboard('{Delete}{Alt>}4{/Alt}')
    expect(callsOf(data, 'imageBatches.update')).toEqual([])
  })
})

describe('the page of an image', () => {
  test('has the annotations on the canvas, facts, and keys for neighbours and status', async () => {
    const data = open(fakeData(images(6)), '#/data/set-1/image/image-3?status=review')
    expect(await screen.findByRole('application', { name: 'Annotations of image-3.jpg' })).toBeTruthy()
    expect(screen.getByText('2 of 3')).toBeTruthy()
    expect(screen.getByRole('heading', { name: '1 annotation' })).toBeTruthy()
    expect(screen.getByText('Saved')).toBeTruthy()
    await userEvent.click(screen.getByRole('button', { name: 'Facts of the image' }))
    expect(screen.getByText('640 × 480')).toBeTruthy()
    await userEvent.keyboard('d')
    expect(await screen.findByRole('application', { name: 'Annotations of image-5.jpg' })).toBeTruthy()
    expect((screen.getByRole('button', { name: 'Next image (D)' }) as HTMLButtonElement).disabled).toBe(true)
    await userEvent.keyboard('{Alt>}{4}{/Alt}')
    await waitFor(() => expect(data.images[5]?.status).toBe('complete'))
  })

  test('an image that is gone says so', async () => {
    open(fakeData(images(1)), '#/data/set-1/image/image-9')
    expect(await screen.findByText('There is no such image in this data set any more.')).toBeTruthy()
  })
})
