/** Image files of formats that imports can't take are named with their formats, and labels of them are counted. */
import { expect, it } from 'vitest'
import { archiveParts } from '../../../../src/platform/exchange/imports/reader/archive-parts.ts'
import { createPlanNotes } from '../../../../src/platform/exchange/imports/reader/plan-notes.ts'
import { type Contents, inMemory } from './support.ts'

async function read(contents: Contents) {
  const notes = createPlanNotes()
  const labelled: unknown[] = []
  const images: string[] = []
  for await (const part of archiveParts(inMemory(contents, 4096), { format: null, predictions: true }, notes)) {
    if (part.type === 'images') images.push(...part.images.map(({ name }) => name))
    if (part.type === 'labels')
      labelled.push(...part.labels.map(({ image }) => [image.path, image.file, image.isUnread]))
  }
  const rules = notes.rules().map(({ code, examples }) => [code, examples.map(({ file, detail }) => [file, detail])])
  return { images, labelled, rules }
}

it('names them by the endings of their names', async () => {
  const found = await read({
    'a.jpg': '',
    'b.HEIC': '',
    'c.CR2': '',
    'd.exr': '',
    'e.jxl': '',
    'f.jp2': '',
    'g.avif': '',
  })
  expect(found.images).toEqual(['a.jpg', 'g.avif'])
  expect(found.rules).toEqual([
    [
      'image.unsupported',
      [
        ['b.HEIC', 'HEIC'],
        ['c.CR2', 'Canon raw'],
        ['d.exr', 'OpenEXR'],
        ['e.jxl', 'JPEG XL'],
        ['f.jp2', 'JPEG 2000'],
      ],
    ],
  ])
})

it('names them by their bytes, where labels in pixels need the size', async () => {
  const document = JSON.stringify({
    images: [
      { id: 1, file_name: 'phone.jpg' },
      { id: 2, file_name: 'shot.NEF' },
    ],
    categories: [{ id: 1, name: 'car' }],
    annotations: [1, 2].map((id) => ({ id, image_id: id, category_id: 1, bbox: [1, 2, 3, 4] })),
  })
  const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(40)])
  const found = await read({ 'a.json': document, 'phone.jpg': heic, 'shot.NEF': 'raw' })
  expect(found.images).toEqual([])
  expect(found.labelled).toContainEqual(['phone.jpg', null, true])
  expect(found.labelled).toContainEqual(['shot.NEF', null, true])
  expect(found.rules).toEqual([
    [
      'image.unsupported',
      [
        ['shot.NEF', 'Nikon raw'],
        ['phone.jpg', 'HEIC'],
      ],
    ],
  ])
})
