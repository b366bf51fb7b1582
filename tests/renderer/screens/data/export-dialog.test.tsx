import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { ExportDialog } from '../../../../src/renderer/screens/data/export/export-dialog.tsx'
import type { DatasetExport } from '../../../../src/shared/api/exports.ts'
import { AT } from '../../examples.ts'
import { renderWith } from '../../render.tsx'
import { hostWithAnswers } from '../../with-answers.ts'
import { aDataset, aFolder } from './images.ts'

const anExport = (part: Partial<DatasetExport> = {}): DatasetExport => ({
  id: 'export-1',
  organization_id: 'org',
  dataset_id: 'set-1',
  dataset_name: 'Street',
  name: 'Street',
  format: 'coco',
  status: 'completed',
  progress: 100,
  directory_path: null,
  split: null,
  splits: null,
  classes: ['car'],
  image_count: 2,
  annotation_count: 3,
  split_counts: null,
  size_bytes: 2000,
  warnings: [],
  warning_texts: [],
  error_message: null,
  created_at: AT,
  completed_at: AT,
  ...part,
})

function open(start: DatasetExport[] = [], chosen: readonly string[] = []) {
  let all = start
  const host = hostWithAnswers({
    'exports.plan': ({ body }) => ({
      format: body.format ?? 'coco',
      image_count: 2,
      annotation_count: 3,
      checked_images: 2,
      classes: ['car'],
      rules:
        body.format === 'yolo'
          ? [
              {
                code: 'export.lost_polylines',
                count: 1,
                message: 'Polylines are left out.',
                text: null,
                examples: [{ file: 'a.jpg', annotation_id: null }],
              },
            ]
          : [],
      folders: [{ path: 'images/train', files: 2, examples: ['a.jpg', 'b.jpg'] }],
    }),
    'exports.list': () => ({ data: all, total: all.length, has_more: false }),
    'exports.create': ({ body }) => {
      const made = anExport({ id: `made-${all.length}`, name: 'Made', format: body.format ?? 'coco' })
      all = [made, ...all]
      return made
    },
    'exports.delete': ({ params }) => {
      all = all.filter(({ id }) => id !== params.export_id)
    },
  })
  renderWith(
    host,
    <ExportDialog
      dataset={aDataset()}
      folders={[aFolder('/train', 1)]}
      chosen={chosen}
      opened
      onClose={() => undefined}
    />,
  )
  const calls = (id: string) => host.state.calls.filter((one) => one.endpoint === id).map(({ input }) => input)
  return { calls }
}

const choose = async (label: string, option: string) => {
  await userEvent.click(await screen.findByRole('combobox', { name: label }))
  await userEvent.click(await screen.findByRole('option', { name: new RegExp(`^${option}`) }))
}

test('the preview has the files of the archive and the losses of the chosen format', async () => {
  open()
  const preview = await screen.findByRole('region', { name: 'Preview of the archive' })
  expect(within(preview).getByText('images/train/')).toBeTruthy()
  expect(within(preview).getByText('The format holds all of these annotations.')).toBeTruthy()
  await choose('Format', 'YOLO ?Boxes')
  expect(await screen.findByText(/Polylines are left out\./)).toBeTruthy()
})

test('an export is started with the choices of the form, and listed', async () => {
  const { calls } = open()
  await choose('Images', '/train')
  await choose('Splits', 'By shares, at random')
  expect(await screen.findByText('Test: 10 %')).toBeTruthy()
  await userEvent.click(screen.getByRole('switch', { name: 'Include annotations that wait for a review' }))
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  expect(await screen.findByRole('button', { name: 'Download “Made”' })).toBeTruthy()
  expect(calls('exports.create')).toEqual([
    {
      body: {
        dataset: 'set-1',
        format: 'coco',
        include_pending: true,
        directory_path: '/train',
        split: { train: 70, val: 20, test: 10 },
      },
    },
  ])
})

test('chosen images are exported, unless a directory is named', async () => {
  const { calls } = open([], ['image-1', 'image-2'])
  expect(await screen.findByRole('combobox', { name: 'Images' })).toHaveProperty('value', 'Chosen images (2)')
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  await screen.findByRole('button', { name: 'Download “Made”' })
  await choose('Images', '/train')
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  await waitFor(() => expect(calls('exports.create')).toHaveLength(2))
  const same = { dataset: 'set-1', format: 'coco', include_pending: false }
  expect(calls('exports.create')).toEqual([
    { body: { ...same, name: 'Street, 2 chosen images', image_ids: ['image-1', 'image-2'] } },
    { body: { ...same, directory_path: '/train' } },
  ])
})

test('an export is deleted after confirmation', async () => {
  open([anExport()])
  await userEvent.click(await screen.findByRole('button', { name: 'Delete “Street”' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete export' }))
  await waitFor(() => expect(screen.getByText('No exports yet.')).toBeTruthy())
})
