import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import * as picking from '../../../../src/renderer/parts/studio/upload/pick-file.ts'
import * as sending from '../../../../src/renderer/parts/studio/upload/send-file.ts'
import { BringDialog } from '../../../../src/renderer/screens/data/bring/bring-dialog.tsx'
import type { ImageFile } from '../../../../src/renderer/screens/data/bring/images/add-files.ts'
import type { DatasetImport, ImportPlan } from '../../../../src/shared/api/imports.ts'
import { AT } from '../../examples.ts'
import { renderWith } from '../../render.tsx'
import { hostWithAnswers } from '../../with-answers.ts'
import { aDataset, anImage, aSummary } from './images.ts'

afterEach(() => vi.restoreAllMocks())

const imageFile = (name: string, directory = '/'): ImageFile => ({ file: new File(['x'], name), directory })
const plan = (part: Partial<ImportPlan> = {}): ImportPlan => ({
  format: 'yolo',
  format_reason: { message: '“1.txt” has a row for each object.', text: null },
  candidates: [
    {
      format: 'yolo',
      reason: { message: '“1.txt” has a row for each object.', text: null },
      documents: 2,
      annotations: 4,
    },
    { format: 'voc', reason: { message: '“1.xml” describes one image.', text: null }, documents: 1, annotations: 1 },
  ],
  images: { total: 2, with_files: 2, matched: 0, missing: 0 },
  splits: { train: 0, valid: 0, test: 0, none: 2 },
  annotations: { total: 4, kept: 3, converted: 0, dropped: 1 },
  classes: [
    { name: 'box', imported_as: 'box', is_new: true, type: 'bbox', annotations: 2 },
    { name: 'dog', imported_as: 'dog', is_new: true, type: 'bbox', annotations: 1 },
  ],
  rules: [
    {
      code: 'geometry.outside',
      effect: 'dropped',
      count: 1,
      text: null,
      message: 'An annotation is outside of its image.',
      examples: [{ file: '1.txt', detail: 'line 3' }],
    },
  ],
  box_base: null,
  needs_box_base: false,
  needs_size_choice: false,
  keeps_no_annotation: false,
  ...part,
})

function open(dropped: readonly ImageFile[] = [], firstPlan = plan()) {
  let now: DatasetImport
  let imports = 0
  const refused = new Set<string>()
  const become = (part: Partial<DatasetImport>) => {
    now = { ...now, ...part }
    return now
  }
  const host = hostWithAnswers({
    'images.import': ({ body }) => {
      if (refused.has(body.gcs_uri)) throw Object.assign(new Error('It is damaged.'), { code: 'image_unreadable' })
      return anImage(aSummary(body.gcs_uri))
    },
    'imports.create': ({ body }) => {
      imports++
      now = {
        id: `import-${imports}`,
        organization_id: 'org',
        dataset_id: 'set-1',
        dataset_name: 'Street',
        filename: 'labels.zip',
        job_id: 'job',
        status: 'planned',
        progress: 100,
        mode: body.mode ?? 'append',
        directory_path: '/',
        plan: firstPlan,
        result: null,
        error_message: null,
        created_at: AT,
        completed_at: null,
      }
      const as = (name: string) => body.class_map?.[name] ?? null
      const classes = firstPlan.classes.map((one) => ({
        ...one,
        imported_as: body.class_map ? as(one.name) : one.name,
      }))
      return become({ plan: { ...firstPlan, classes } })
    },
    'imports.get': () => now,
    'imports.cancel': () => now,
    'imports.confirm': () =>
      become({
        status: 'completed',
        result: {
          images_added: 2,
          images_changed: 0,
          images_failed: 0,
          annotations_written: 3,
          annotations_unchanged: 0,
          annotations_dropped: 0,
        },
      }),
    'imports.undo': () => become({ status: 'undone' }),
    'workflowRuns.list': () => [],
    'storageConnections.list': () => [
      {
        id: 'con',
        organization_id: 'org',
        name: 'Cameras',
        provider: 'other',
        bucket: 'yard-frames',
        region: 'eu',
        endpoint: null,
        prefix: null,
        last_verified_at: null,
        created_by: null,
        created_at: AT,
      },
    ],
    'storageConnections.browse': ({ query }) => ({
      prefix: query?.prefix ?? '',
      folders: query?.prefix ? [] : [{ name: 'north', prefix: 'north/' }],
      images: query?.prefix ? [{ key: 'north/a.jpg', name: 'a.jpg', size: 9 }] : [],
      other_objects: [],
      next_token: null,
    }),
    'storageConnections.import': ({ params, body }) => ({
      id: 'job',
      connection_id: params.connection_id,
      project_id: body.project_id,
      prefix: body.prefix ?? null,
      dest_folder: '/',
      status: 'completed',
      progress: 100,
      processed_items: 3,
      total_items: 3,
      result: {
        imported: 1,
        skipped: 1,
        failed: 1,
        warning: null,
        failures: [{ key: 'north/c.jpg', error: 'The object is empty.' }],
      },
      error_message: null,
      created_at: AT,
      completed_at: AT,
    }),
  })
  vi.spyOn(sending, 'sendFile').mockImplementation(async (_url, { name }) => ({ uri: `upload://${name}` }))
  const onAdded = vi.fn(async () => {})
  const onClose = vi.fn()
  const dataset = aDataset({ classes: [{ name: 'crate', type: 'bbox', color: '#4c9be8' }] })
  renderWith(host, <BringDialog dataset={dataset} dropped={dropped} onClose={onClose} onAdded={onAdded} opened />)
  const calls = (id: string) => host.state.calls.filter((one) => one.endpoint === id).map(({ input }) => input)
  return { refused, onAdded, calls }
}

test('dropped files are added with their directories; one that fails is listed and tried again', async () => {
  const { refused, onAdded, calls } = open([
    imageFile('a.png', '/yard/north'),
    imageFile('b.JPG'),
    imageFile('readme.md'),
  ])
  refused.add('upload://b.JPG')
  expect(await screen.findByText(/^2 images, 2 B\. They keep 1 directory\. 1 file is left out/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Add 2 images' }))
  const alert = await screen.findByRole('alert')
  expect(within(alert).getByText('It is damaged.')).toBeTruthy()
  expect(screen.getByText('1 image added.')).toBeTruthy()
  expect(onAdded).toHaveBeenCalledTimes(1)
  refused.clear()
  await userEvent.click(screen.getByRole('button', { name: 'Try 1 image again' }))
  await waitFor(() => expect(onAdded).toHaveBeenCalledTimes(2))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(calls('images.import')).toContainEqual({
    body: { dataset: 'set-1', gcs_uri: 'upload://a.png', directory_path: '/yard/north' },
  })
})

test('a cancelled upload leaves files that can be added afterwards', async () => {
  const { calls } = open([imageFile('a.png'), imageFile('b.png')])
  vi.mocked(sending.sendFile).mockImplementation(
    (_url, _file, { signal }) => new Promise((resolve) => signal?.addEventListener('abort', () => resolve(null))),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Add 2 images' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText(/Cancelled: 2 images were not added\./)).toBeTruthy()
  vi.mocked(sending.sendFile).mockImplementation(async (_url, { name }) => ({ uri: `upload://${name}` }))
  await userEvent.click(screen.getByRole('button', { name: 'Add the other 2' }))
  expect(await screen.findByText('2 images added.')).toBeTruthy()
  expect(calls('images.import')).toHaveLength(2)
})

test('an archive is planned, planned again with other classes, imported and undone', async () => {
  const { calls } = open()
  vi.spyOn(picking, 'pickFile').mockResolvedValue(new File(['zip'], 'labels.zip'))
  await userEvent.click(await screen.findByRole('tab', { name: 'Archive with labels' }))
  await userEvent.click(screen.getByRole('button', { name: 'Choose archive' }))
  expect(await screen.findByText(/3 annotations kept, 0 of them converted, 1 left out/)).toBeTruthy()
  expect(screen.getByText(/An annotation is outside of its image\./)).toBeTruthy()
  expect(screen.getByText('1.txt: line 3')).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Import the class dog' }))
  const name = screen.getByRole('combobox', { name: 'Class that box becomes' })
  await userEvent.clear(name)
  await userEvent.type(name, 'crate')
  await userEvent.click(screen.getByRole('button', { name: 'Update the plan' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Import' }))
  expect(await screen.findByText(/2 images and 3 annotations imported\./)).toBeTruthy()
  expect(calls('imports.create')[1]).toMatchObject({ body: { class_map: { box: 'crate', dog: null } } })
  expect(calls('imports.cancel')).toEqual([{ params: { import_id: 'import-1' } }])
  expect(calls('imports.confirm')).toEqual([{ params: { import_id: 'import-2' }, body: {} }])
  await userEvent.click(screen.getByRole('button', { name: 'Undo the import' }))
  expect(await screen.findByText('The import of labels.zip is undone.')).toBeTruthy()
})

test('the plan shows the reason of its format, and offers the others that the archive can be of', async () => {
  const { calls } = open()
  vi.spyOn(picking, 'pickFile').mockResolvedValue(new File(['zip'], 'labels.zip'))
  await userEvent.click(await screen.findByRole('tab', { name: 'Archive with labels' }))
  await userEvent.click(screen.getByRole('button', { name: 'Choose archive' }))
  expect(await screen.findByText('“1.txt” has a row for each object.')).toBeTruthy()
  await userEvent.click(screen.getByRole('combobox', { name: 'Format' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Pascal VOC: 1 annotation' }))
  expect(screen.getByText('“1.xml” describes one image.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Update the plan' }))
  await waitFor(() => expect(calls('imports.create')[1]).toMatchObject({ body: { format: 'voc' } }))
})

test('an import that would keep no annotation waits for the choice to add the images alone', async () => {
  const { calls } = open([], plan({ keeps_no_annotation: true }))
  vi.spyOn(picking, 'pickFile').mockResolvedValue(new File(['zip'], 'labels.zip'))
  await userEvent.click(await screen.findByRole('tab', { name: 'Archive with labels' }))
  await userEvent.click(screen.getByRole('button', { name: 'Choose archive' }))
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Import' })
  expect(button.disabled).toBe(true)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Add the images without annotations' }))
  await userEvent.click(button)
  await waitFor(() => expect(calls('imports.confirm')).toMatchObject([{ body: { without_annotations: true } }]))
})

test('an import of boxes with an unknown first pixel waits for the answer', async () => {
  const { calls } = open([], plan({ needs_box_base: true }))
  vi.spyOn(picking, 'pickFile').mockResolvedValue(new File(['zip'], 'labels.zip'))
  await userEvent.click(await screen.findByRole('tab', { name: 'Archive with labels' }))
  await userEvent.click(screen.getByRole('button', { name: 'Choose archive' }))
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Import' })
  expect(button.disabled).toBe(true)
  await userEvent.click(screen.getByRole('radio', { name: '1' }))
  await userEvent.click(button)
  await waitFor(() => expect(calls('imports.confirm')).toMatchObject([{ body: { box_base: 1 } }]))
})

test('an import whose labels declare other sizes waits for what becomes of them', async () => {
  const { calls } = open([], plan({ needs_size_choice: true }))
  vi.spyOn(picking, 'pickFile').mockResolvedValue(new File(['zip'], 'labels.zip'))
  await userEvent.click(await screen.findByRole('tab', { name: 'Archive with labels' }))
  await userEvent.click(screen.getByRole('button', { name: 'Choose archive' }))
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Import' })
  expect(button.disabled).toBe(true)
  await userEvent.click(screen.getByRole('radio', { name: 'Scale to the image' }))
  await userEvent.click(button)
  await waitFor(() => expect(calls('imports.confirm')).toMatchObject([{ body: { size_choice: 'scale' } }]))
})

test('a folder of a bucket is opened and imported, and its failures are listed', async () => {
  const { onAdded, calls } = open()
  await userEvent.click(await screen.findByRole('tab', { name: 'Bucket' }))
  await userEvent.click(await screen.findByRole('button', { name: 'north' }))
  expect(await screen.findByText('1 image in this folder.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Import this folder with all below it' }))
  expect(await screen.findByText('1 image imported. 1 image was there already.')).toBeTruthy()
  expect(screen.getByText('The object is empty.')).toBeTruthy()
  expect(calls('storageConnections.import')).toEqual([
    { params: { connection_id: 'con' }, body: { project_id: 'set-1', dest_folder: '/', prefix: 'north/' } },
  ])
  await waitFor(() => expect(onAdded).toHaveBeenCalledTimes(1))
})
