/** Label Studio's exports: regions of every kind, several labels, images and people, and JSON_MIN. */
import { describe, expect, it } from 'vitest'
import type { NeutralAnnotation } from '../../../../src/platform/datasets/labels/neutral.ts'
import { areaOf } from '../../../../src/platform/exchange/exports/formats/outline.ts'
import { type Contents, inMemory, readIn } from './support.ts'

async function read(contents: Contents, predictions = false) {
  const { format, labels, notes } = await readIn(inMemory(contents, 4096), { predictions })
  const images = new Map<string, readonly NeutralAnnotation[]>()
  for (const { image, annotations } of labels) images.set(image.path, annotations)
  const codes = notes.rules().map(({ code, count }) => `${code} ${count}`)
  return { format, images, codes, all: [...images.values()].flat() }
}

const region = (type: string, value: object, over: object = {}) => ({
  id: 'r1',
  type,
  from_name: 'label',
  to_name: 'image',
  original_width: 200,
  original_height: 100,
  value,
  ...over,
})
const box = (labels: readonly string[] = ['car'], over: object = {}) =>
  region('rectanglelabels', { x: 10, y: 20, width: 30, height: 40, rotation: 0, rectanglelabels: labels }, over)
const tasks = (result: readonly object[], over: object = {}) => ({
  'a.json': JSON.stringify([{ id: 1, data: { image: 'a.jpg' }, annotations: [{ result }], ...over }]),
})

describe('a region', () => {
  it('with several labels becomes an annotation for each', async () => {
    const found = await read(tasks([box(['car', 'red'])]))
    expect(found.all).toMatchObject([
      { id: 'r1', name: 'car', rules: ['annotation.several_labels'] },
      { id: 'r1 red', name: 'red', rules: ['annotation.several_labels'] },
    ])
  })

  it('takes its label from a control of its own, and the answers about it as attributes', async () => {
    const shape = { x: 10, y: 20, width: 30, height: 40 }
    const found = await read(
      tasks([
        region('rectangle', shape),
        region('labels', { ...shape, labels: ['car'] }),
        region('choices', { ...shape, choices: ['left', 'near'] }, { from_name: 'side' }),
        region('number', { ...shape, number: 4 }, { from_name: 'doors' }),
      ]),
    )
    expect(found.all).toMatchObject([{ name: 'car', fields: { attributes: { side: 'left, near', doors: 4 } } }])
    expect([found.all.length, found.codes]).toEqual([1, []])
  })

  it('keeps the text that a person left about it, its score, and the ways through a taxonomy', async () => {
    const taxonomy = region('taxonomy', { taxonomy: [['vehicle', 'car'], ['red']] }, { from_name: 'kind' })
    const found = await read(tasks([{ ...box(), meta: { text: ['check again'] }, score: 0.75 }, taxonomy]))
    expect(found.all).toMatchObject([
      {
        name: 'car',
        confidence: 0.75,
        fields: { attributes: { meta_text: 'check again', kind: 'vehicle / car, red' } },
      },
    ])
    expect(found.codes).toEqual([])
  })

  it('has its place in the upright image, however the image was turned on the screen', async () => {
    const turned = await read(tasks([{ ...box(), image_rotation: 90 }]))
    expect(turned.all).toEqual((await read(tasks([box()]))).all)
  })

  it('without a shape is counted as one of a kind that annotations do not have', async () => {
    const result = [
      { type: 'choices', value: { choices: ['night'] } },
      { type: 'taxonomy', value: { taxonomy: [['a']] } },
    ]
    expect((await read(tasks([...result, box()]))).codes).toEqual(['shape.unsupported 2'])
  })

  it('of an ellipse becomes an outline', async () => {
    const value = { x: 50, y: 50, radiusX: 10, radiusY: 10, rotation: 90, ellipselabels: ['sun'] }
    const [made] = (await read(tasks([region('ellipselabels', value)]))).all
    expect(made?.rules).toEqual(['geometry.ellipse_outlined'])
    const ring = made?.shape.type === 'polygon' ? (made.shape.rings[0] ?? []) : []
    const pixels = ring.map(({ x, y }) => ({ x: x * 200, y: y * 100 }))
    expect(areaOf(pixels)).toBeCloseTo(Math.PI * 20 * 10, -1)
    // A quarter turn stands the long side upright.
    expect(Math.max(...pixels.map(({ y }) => y))).toBeCloseTo(70)
  })

  it('of a brush becomes the outline of its pixels', async () => {
    const found = await read(
      tasks([
        region(
          'brushlabels',
          { format: 'rle', rle: packed(4, 3, [5, 6, 9, 10]), brushlabels: ['road'] },
          {
            original_width: 4,
            original_height: 3,
          },
        ),
      ]),
    )
    const [made] = found.all
    const rings = made?.shape.type === 'polygon' ? made.shape.rings : []
    expect(rings.map((ring) => ring.map(({ x, y }) => `${x * 4} ${Math.round(y * 3)}`).sort())).toEqual([
      ['1 1', '1 3', '3 1', '3 3'],
    ])
    expect(made?.rules).toEqual(['geometry.mask_outlined'])
  })

  it('that is no shape is left out by a rule, with relations, choices and broken masks', async () => {
    const found = await read(
      tasks([
        box(),
        region('choices', { choices: ['day'] }, { id: 'c' }),
        region('labels', { start: 1, end: 2, labels: ['word'] }, { id: 't' }),
        { type: 'relation', from_id: 'r1', to_id: 't' },
        region('brushlabels', { format: 'rle', rle: [0, 0, 1], brushlabels: ['road'] }, { id: 'b' }),
      ]),
    )
    expect(found.codes).toEqual(['annotation.invalid 1', 'shape.unsupported 3'])
    expect(found.all).toHaveLength(1)
  })
})

describe('a task', () => {
  it('with a list of images has the regions of each', async () => {
    const images = ['/data/local-files/?d=set%5Ca.jpg', 's3://bucket/set/b.jpg']
    const result = [box(['car'], { item_index: 1 }), box(['bus'], { item_index: 0 }), box(['cab'], { item_index: 7 })]
    const found = await read(tasks(result, { data: { images } }))
    expect([...found.images].map(([path, [first]]) => [path, first?.name])).toEqual([
      ['set/a.jpg', 'bus'],
      ['set/b.jpg', 'car'],
    ])
    expect(found.codes).toEqual(['annotation.unknown_image 1'])
  })

  it('with two images keeps the regions of each apart', async () => {
    const result = [box(['car'], { to_name: 'left' }), box(['bus'], { to_name: 'right' })]
    const found = await read(tasks(result, { data: { left: 'a.jpg', right: 'b.jpg' } }))
    expect([...found.images].map(([path, [first]]) => [path, first?.name])).toEqual([
      ['a.jpg', 'car'],
      ['b.jpg', 'bus'],
    ])
  })

  it('keeps its labels when a task of another project has the same id', async () => {
    const other = (image: string) => ({ id: 1, data: { image }, annotations: [{ result: [box()] }] })
    const found = await read({ 'a.json': JSON.stringify([other('a.jpg'), other('b.jpg')]) })
    expect([found.all.length, found.codes]).toEqual([2, []])
  })

  it('never takes a second image for the one that is shown', async () => {
    const data = { image: 'gone.jpg', reference: 'b.jpg' }
    const { labels } = await readIn(inMemory({ ...tasks([box()], { data }), 'b.jpg': '' }))
    expect(labels.map(({ image }) => [image.path, image.file])).toEqual([['gone.jpg', null]])
  })

  it('of a video, or of text, is left out by a rule', async () => {
    const found = await read({
      'a.json': JSON.stringify([
        { id: 1, data: { video: 'a.mp4' }, annotations: [{ result: [region('videorectangle', { sequence: [] })] }] },
        { id: 2, data: { text: 'Hello' }, annotations: [] },
      ]),
    })
    expect([found.all, found.codes]).toEqual([[], ['image.unnamed 1', 'shape.unsupported 1']])
  })

  it('leaves out labels that were discarded or not submitted, by a rule', async () => {
    const annotations = [{ was_cancelled: true, result: [box()] }, { result: [box(['bus'])] }]
    const found = await read(tasks([], { annotations, drafts: [{ result: [box(), box()] }] }))
    expect(found.all.map(({ name }) => name)).toEqual(['bus'])
    expect(found.codes).toEqual(['annotation.ignored 3'])
  })
})

it.each([
  ['a task', { id: 1, data: { image: 'a.jpg' }, annotations: [{ result: [box(), box(['bus'])] }], predictions: [] }],
  ['an annotation with its task', { id: 9, result: [box(), box(['bus'])], task: { id: 1, data: { image: 'a.jpg' } } }],
])('reads a file of %s, as Label Studio stores them', async (_title, item) => {
  const found = await read({ '1.json': JSON.stringify(item), '2.json': JSON.stringify(item).replace('a.jpg', 'b.jpg') })
  expect([found.format, [...found.images.keys()]]).toEqual(['label_studio', ['a.jpg', 'b.jpg']])
  expect(found.all.map(({ name }) => name)).toEqual(['car', 'bus', 'car', 'bus'])
  expect(found.codes).toEqual([])
})

it('takes the first of several stored annotations of a task', async () => {
  const stored = (result: object[]) => JSON.stringify({ id: 9, result, task: { id: 1, data: { image: 'a.jpg' } } })
  const found = await readIn(inMemory({ '1.json': stored([box()]), '2.json': stored([box(), box(['bus'])]) }))
  expect(found.labels.flatMap(({ annotations }) => annotations.map(({ name }) => name))).toEqual(['car'])
  expect(found.notes.rules().map(({ code, count }) => [code, count])).toEqual([['annotation.of_another_person', 2]])
})

describe('JSON_MIN', () => {
  const value = { x: 10, y: 20, width: 30, height: 40, rotation: 0, rectanglelabels: ['car'] }
  const item = (over: object = {}) => ({
    image: '/data/upload/3/1a2b3c4d-a.jpg',
    id: 1,
    label: [{ ...value, original_width: 200, original_height: 100 }],
    annotator: 1,
    annotation_id: 1,
    ...over,
  })

  it('is read like the full form', async () => {
    const found = await read({ 'a.json': JSON.stringify([item()]) })
    expect(found.format).toBe('label_studio')
    expect(found.images.get('a.jpg')).toMatchObject([
      { name: 'car', shape: { type: 'bbox', box: { x: 0.1, y: 0.2, w: 0.3, h: 0.4 } } },
    ])
    expect(found.codes).toEqual([])
  })

  it('has an item for each person, of which the first counts, and its choices are left out', async () => {
    const { label } = item()
    const items = [item({ label: undefined }), item({ annotation_id: 2 })]
    const first = { image: items[0]?.image, id: 1, label, weather: 'dry', annotator: 1, annotation_id: 1 }
    const found = await read({ 'a.json': JSON.stringify([first, items[1]]) })
    expect([found.codes.sort()]).toEqual([['annotation.of_another_person 1', 'shape.unsupported 1']])
  })
})

/** Packs a mask as Label Studio's brush does, by runs of one pixel each that are repeated or written out in turn. */
function packed(width: number, height: number, pixels: readonly number[]): number[] {
  let bits = (width * height * 4).toString(2).padStart(32, '0')
  bits += `${(7).toString(2).padStart(5, '0')}0001001000110100`
  for (let pixel = 0; pixel < width * height; pixel++) {
    const value = (pixels.includes(pixel) ? 255 : 0).toString(2).padStart(8, '0')
    // The first length has two bits: four values.
    if (pixel % 2 === 0) bits += `100${'11'}${value}`
    else bits += `000${'11'}${value.repeat(4)}`
  }
  bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0')
  return Array.from({ length: bits.length / 8 }, (_, i) => Number.parseInt(bits.slice(8 * i, 8 * i + 8), 2))
}
