/** Archives of images alone, broken ones, and archives whose images have equal names in several folders. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { IMAGE_BYTES } from '../../support/scripted-engine.ts'
import { annotationsOf, imported, planned, undone } from './support.ts'

let h: Harness
let dataset: Dataset
let made = 0
beforeAll(async () => {
  h = await startHarness()
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})
beforeEach(async () => {
  const body = { name: `Alone ${++made}`, annotation_types: ['bbox'] }
  dataset = (await h.api<Dataset>('POST', '/datasets/', { body })).body
})

async function paths(): Promise<string[]> {
  const { body } = await h.api<{ images: Image[] }>('GET', `/datasets/${dataset.id}?include_images=true`)
  return body.images
    .map(({ directory_path, filename }) => `${directory_path === '/' ? '' : directory_path}/${filename}`)
    .sort()
}
const image = (name: string) => `${IMAGE_BYTES} ${name}`

it('imports images without labels, says that none were found, and takes them back', async () => {
  const archive = { 'monday/a.jpg': image('a'), 'monday/b.jpg': image('b'), 'README.md': 'Hello' }
  const done = await imported(h, dataset, archive)
  expect(done).toMatchObject({
    status: 'completed',
    result: { images_added: 2, annotations_written: 0 },
    plan: {
      format: 'images',
      format_reason: {
        message: expect.stringMatching(/^No labels were found/),
        text: { code: 'import.evidence.images' },
      },
      images: { total: 2, with_files: 2 },
      keeps_no_annotation: false,
      rules: [],
    },
  })
  expect(await paths()).toEqual(['/monday/a.jpg', '/monday/b.jpg'])
  await undone(h, done)
  expect(await paths()).toEqual([])
})

it('asks before it adds images whose labels are of an unknown format', async () => {
  const { plan } = await planned(h, dataset, { 'a.jpg': image('a'), 'labels.json': '{"mine": []}' })
  expect(plan).toMatchObject({
    format: 'images',
    keeps_no_annotation: true,
    rules: [{ code: 'file.unknown_format', examples: [{ file: 'labels.json', detail: null }] }],
  })
})

it('fails with the name of the document when nothing else is left to read', async () => {
  const cut = JSON.stringify({ images: [{ id: 1, file_name: 'a.jpg' }], annotations: [] }, null, 1).slice(0, -4)
  expect(await planned(h, dataset, { 'train/labels.json': cut })).toMatchObject({
    status: 'failed',
    error_message: 'The labels in “train/labels.json” can’t be read. Line 8: The end of the document is missing.',
    text: { code: 'import.broken_document' },
  })
})

it('keeps the folders of images that have equal names in several, with their labels', async () => {
  const label = (x: number) => `0 ${x} 0.5 0.2 0.2\n`
  const done = await imported(h, dataset, {
    'data.yaml': 'names: [car]',
    'images/Train/1.jpg': image('one'),
    'images/Validation/1.jpg': image('two'),
    'images/Validation/2.jpg': image('three'),
    'labels/Train/1.txt': label(0.25),
    'labels/Validation/1.txt': label(0.75),
  })
  expect(done.plan?.rules).toMatchObject([
    { code: 'image.folders_kept', count: 1, examples: [{ file: 'images/Validation/1.jpg' }] },
  ])
  expect(await paths()).toEqual(['/Train/1.jpg', '/Validation/1.jpg', '/Validation/2.jpg'])
  const lefts = await Promise.all(
    ['Train/1.jpg', 'Validation/1.jpg'].map(async (path) =>
      (await annotationsOf(h, dataset.id, path)).map(({ bounding_box: box }) => Math.round(box?.x ?? 0)),
    ),
  )
  expect(lefts).toEqual([[192], [832]])
  await undone(h, done)
  expect(await paths()).toEqual([])
})
