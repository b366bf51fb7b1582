/** Formats are recognised by evidence, and nothing is imported without annotations by mistake. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { detectFormats } from '../../../../src/platform/exchange/imports/formats/detect-format.ts'
import { archiveParts } from '../../../../src/platform/exchange/imports/reader/archive-parts.ts'
import { createPlanNotes } from '../../../../src/platform/exchange/imports/reader/plan-notes.ts'
import type { Dataset } from '../../../../src/shared/api/datasets.ts'
import type { DatasetImport, ImportFormat } from '../../../../src/shared/api/imports.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { IMAGE_BYTES } from '../../support/scripted-engine.ts'
import { addImage } from '../exports/support.ts'
import { annotationsOf, type Contents, confirmed, inMemory, planned } from './support.ts'

const coco = (annotations: number) =>
  JSON.stringify({
    images: [{ id: 1, file_name: 'a.jpg' }],
    categories: [{ id: 1, name: 'car' }],
    annotations: Array.from({ length: annotations }, (_, id) => ({
      id,
      image_id: 1,
      category_id: 1,
      bbox: [1, 2, 3, 4],
    })),
  })
const voc = (objects: number) =>
  `<annotation><filename>a.jpg</filename><size><width>50</width><height>40</height></size>${'<object><name>car</name><bndbox><xmin>1</xmin><ymin>2</ymin><xmax>9</xmax><ymax>9</ymax></bndbox></object>'.repeat(objects)}</annotation>`
/** The layout of Label Studio's export as YOLO. */
const labelStudioYolo = {
  'images/1a2b3c4d-a.jpg': IMAGE_BYTES,
  'labels/1a2b3c4d-a.txt': '0 0.5 0.5 0.4 0.4\n',
  'classes.txt': 'car\n',
  'notes.json': JSON.stringify({ categories: [{ id: 0, name: 'car' }], info: { year: 2024, version: '1.0' } }),
}

const formatsOf = async (contents: Contents) =>
  (await detectFormats(inMemory(contents, 4096))).candidates.map(({ format, annotations }) => [format, annotations])

async function notesOf(contents: Contents, format: ImportFormat | null = null) {
  const notes = createPlanNotes()
  for await (const _ of archiveParts(inMemory(contents, 4096), { format, predictions: true }, notes));
  return notes.rules().map(({ code, count, examples }) => [code, count, examples[0]?.file])
}

describe('a format is recognised by its evidence', () => {
  it('not by categories alone, as Label Studio’s export as YOLO has them', async () => {
    expect(await formatsOf(labelStudioYolo)).toEqual([['yolo', null]])
  })

  it('not by members of the same names, as in other tools', async () => {
    const datumaro = {
      categories: { label: { labels: [{ name: 'car' }] } },
      items: [{ id: 'a', annotations: [{ type: 'bbox', bbox: [1, 2, 3, 4], label_id: 0 }], image: { path: 'a.jpg' } }],
    }
    const formats = await formatsOf({ 'annotations/train.json': JSON.stringify(datumaro), 'images/train/a.jpg': '' })
    expect(formats.map(([format]) => format)).not.toContain('coco')
    expect(await formatsOf({ 'a.json': '{"images": ["a.jpg"], "annotations": [{"label": "car"}]}' })).toEqual([])
  })

  it('also when the annotations come before the images', async () => {
    const annotations = `{"id": 1, "image_id": 1, "category_id": 1, "bbox": [1, 2, 3, 4]},`.repeat(5000).slice(0, -1)
    expect(await formatsOf({ 'a.json': `{"annotations": [${annotations}], "images": []}` })).toEqual([['coco', null]])
  })

  it('and the one that finds the most comes first, with the others beside it', async () => {
    const more = { 'a.jpg': '', 'all.json': coco(2), 'Annotations/a.xml': voc(3) }
    expect(await formatsOf(more)).toEqual([
      ['voc', 3],
      ['coco', 2],
    ])
    expect(await formatsOf({ ...more, 'all.json': coco(4) })).toEqual([
      ['coco', 4],
      ['voc', 3],
    ])
    expect(await notesOf(more)).toEqual([['file.other_format', 1, 'all.json']])
  })

  it('and labels of images that the archive has count more than others', async () => {
    const elsewhere = coco(9).replace('a.jpg', 'elsewhere.jpg')
    expect(await formatsOf({ 'a.jpg': '', 'a.json': elsewhere, 'a.xml': voc(1) })).toEqual([
      ['voc', 1],
      ['coco', 9],
    ])
  })

  it('also in a folder after many documents of another one', async () => {
    const others = Array.from({ length: 60 }, (_, i) => [`sizes/${i}.json`, '{"width": 4}'])
    expect(await formatsOf({ ...Object.fromEntries(others), 'z/all.json': coco(1) })).toEqual([['coco', null]])
  })

  it('and one without any annotation is not offered beside one that has some', async () => {
    expect(await formatsOf({ 'a.json': coco(1), 'a.xml': voc(0) })).toEqual([['coco', 1]])
    expect((await formatsOf({ 'a.json': coco(0), 'a.xml': voc(0) })).length).toBe(2)
  })
})

it('refuses a list of results, which names images by numbers only', async () => {
  const results = JSON.stringify([{ image_id: 1, category_id: 1, bbox: [1, 2, 3, 4], score: 0.5 }])
  await expect(notesOf({ 'results.json': results, 'a.jpg': '' })).rejects.toThrow(
    /“results\.json” is a list of results/,
  )
  const beside = { 'results.json': results, 'a.json': coco(1), 'a.jpg': '' }
  expect(await notesOf(beside)).toEqual([['file.other_format', 1, 'results.json']])
})

describe('an import that would keep no annotation', () => {
  let h: Harness
  let dataset: Dataset
  beforeAll(async () => {
    h = await startHarness()
    const body = { name: 'Street', classes: [{ name: 'car' }], annotation_types: ['bbox'] }
    dataset = (await h.api<Dataset>('POST', '/datasets/', { body })).body
    await addImage(h, dataset, 'a.jpg')
  })
  afterAll(async () => {
    expect(h.logged).toEqual([])
    await h.close()
  })

  it.each<[string, Contents, object]>([
    ['of the format that the caller gives', labelStudioYolo, { format: 'coco' }],
    ['on images that are missing', { 'a.json': coco(2).replace('a.jpg', 'b.jpg'), 'c.jpg': `${IMAGE_BYTES} c` }, {}],
    ['in documents that can’t be read', { 'a.xml': voc(1).slice(0, -9), 'd.jpg': `${IMAGE_BYTES} d` }, {}],
  ])('%s says so, and waits for the choice to add the images alone', async (_title, contents, over) => {
    const made = await planned(h, dataset, contents, over)
    expect(made.plan).toMatchObject({ keeps_no_annotation: true, annotations: { kept: 0 } })
    const { status, body } = await h.api<{ error: string }>('POST', `/imports/${made.id}/confirm`, { body: {} })
    expect(status).toBe(409)
    expect(JSON.stringify(body)).toMatch(/none of them would be kept/)
    expect((await h.api<DatasetImport>('GET', `/imports/${made.id}`)).body.status).toBe('planned')
    const done = await confirmed(h, made, { box_base: 0, without_annotations: true })
    expect(done).toMatchObject({ status: 'completed', result: { annotations_written: 0 } })
  })

  it('removes nothing from images whose annotations it was to replace', async () => {
    await addImage(h, dataset, 'kept.jpg', {
      annotations: [{ name: 'car', type: 'bbox', bounding_box: { x: 1, y: 2, w: 3, h: 4 } }],
    })
    const contents = { 'a.json': coco(2).replace('a.jpg', 'kept.jpg') }
    const made = await planned(h, dataset, contents, { mode: 'replace', class_map: { car: null } })
    expect(made.plan).toMatchObject({ keeps_no_annotation: true, annotations: { kept: 0, dropped: 2 } })
    await confirmed(h, made, { without_annotations: true })
    expect(await annotationsOf(h, dataset.id, 'kept.jpg')).toHaveLength(1)
  })

  it('needs no choice when the archive has no annotation either', async () => {
    const made = await planned(h, dataset, { 'a.json': coco(0), 'e.jpg': `${IMAGE_BYTES} e` })
    expect(made.plan).toMatchObject({ keeps_no_annotation: false, annotations: { total: 0 } })
  })
})

describe('a plan', () => {
  it('shows the format with its reason, and the candidates', async () => {
    const h = await startHarness()
    const body = { name: 'Street', classes: [{ name: 'car' }], annotation_types: ['bbox'] }
    const dataset = (await h.api<Dataset>('POST', '/datasets/', { body })).body
    const { plan } = await planned(h, dataset, { 'a.jpg': IMAGE_BYTES, 'a.json': coco(2), 'a.xml': voc(1) })
    expect(plan).toMatchObject({
      format: 'coco',
      format_reason: { message: expect.stringContaining('“a.json”'), text: { code: 'import.evidence.coco' } },
      candidates: [
        { format: 'coco', documents: 1, annotations: 2 },
        { format: 'voc', documents: 1, annotations: 1, reason: { message: expect.stringContaining('“a.xml”') } },
      ],
    })
    await h.close()
  })
})
