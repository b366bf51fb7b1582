import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maskOfRings, ringsOf } from '../../../../src/platform/datasets/labels/mask-rings.ts'
import type { NeutralAnnotation } from '../../../../src/platform/datasets/labels/neutral.ts'
import { compressed, maskOf } from '../../../../src/platform/datasets/labels/rle.ts'
import { archiveImages, plainPath } from '../../../../src/platform/exchange/imports/formats/archive-images.ts'
import { archiveSplits } from '../../../../src/platform/exchange/imports/formats/archive-splits.ts'
import { FORMAT_READERS } from '../../../../src/platform/exchange/imports/formats/format-readers.ts'
import { jsonItems } from '../../../../src/platform/exchange/imports/formats/json-items.ts'
import { yamlValue } from '../../../../src/platform/exchange/imports/formats/yolo-config.ts'
import { createPlanNotes } from '../../../../src/platform/exchange/imports/reader/plan-notes.ts'
import type { ImportFormat } from '../../../../src/shared/api/imports.ts'
import { type Contents, inMemory, readIn } from './support.ts'

interface Read {
  format: ImportFormat
  images: Map<string, NeutralAnnotation[]>
  codes: string[]
  fromZero: boolean
}

async function read(contents: Contents, options: { predictions?: boolean } = {}): Promise<Read> {
  const { format, labels, notes } = await readIn(inMemory(contents), options)
  const images = new Map<string, NeutralAnnotation[]>()
  for (const { image, annotations } of labels) {
    images.set(image.path, [...(images.get(image.path) ?? []), ...annotations])
  }
  return { format, images, codes: notes.rules().map(({ code }) => code), fromZero: notes.isFromZero }
}

const shapesOf = ({ images }: Read, path: string) => (images.get(path) ?? []).map(({ shape }) => shape)

describe('JSON by items', () => {
  /** Integers that a number does not hold are read as texts. */
  const asRead = (_key: string, value: unknown) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(Number(value)) < 1e21 ? String(value) : value

  it('has the items of JSON.parse, however its bytes are cut', async () => {
    const value = fc.jsonValue({ maxDepth: 3 })
    const document = fc.oneof(fc.array(value), fc.dictionary(fc.string(), fc.oneof(value, fc.array(value))))
    await fc.assert(
      fc.asyncProperty(document, fc.nat(2), fc.integer({ min: 1, max: 40 }), async (root, indent, piece) => {
        const text = JSON.stringify(root, null, indent)
        const found: { key: string | null; value: unknown }[] = []
        for await (const item of jsonItems(inMemory({ a: text }, piece).read('a'))) found.push(item)
        const parsed = JSON.parse(text, asRead) as object
        const expected = Array.isArray(parsed)
          ? parsed.map((one) => ({ key: null, value: one as unknown }))
          : Object.entries(parsed).flatMap(([key, one]) =>
              Array.isArray(one)
                ? one.map((each) => ({ key, value: each as unknown }))
                : [{ key, value: one as unknown }],
            )
        expect(found).toEqual(expected)
      }),
    )
  })

  it.each(['', '7', '{"a":[1,2', '[1 2]', '{"a":}', '[1]]', '{"a" 1}'])('refuses %j', async (text) => {
    await expect(async () => {
      for await (const _ of jsonItems(inMemory({ a: text }).read('a')));
    }).rejects.toThrow()
  })
})

describe('masks', () => {
  const bits = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 12 })).chain(([width, height]) =>
    fc.record({
      width: fc.constant(width),
      height: fc.constant(height),
      bits: fc.array(fc.boolean(), { minLength: width * height, maxLength: width * height }),
    }),
  )
  const runsOf = (values: readonly boolean[]): number[] => {
    const runs = [0]
    let isSet = false
    for (const value of values) {
      if (value !== isSet) runs.push(0)
      isSet = value
      runs[runs.length - 1] = (runs.at(-1) ?? 0) + 1
    }
    return runs
  }

  it('are the same after they were outlined and filled', async () => {
    await fc.assert(
      fc.asyncProperty(bits, async ({ width, height, bits: values }) => {
        const mask = maskOf([height, width], runsOf(values))
        expect(maskOfRings(await ringsOf(mask), width, height)?.runs).toEqual(mask.runs)
      }),
      { numRuns: 500 },
    )
  })

  it('are the same after they were compressed', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 500_000 }), { minLength: 1, maxLength: 50 }), (runs) => {
        const sum = runs.reduce((a, b) => a + b, 0)
        fc.pre(sum > 0)
        expect(maskOf([sum, 1], compressed(runs)).runs).toEqual(runs)
      }),
    )
  })

  it('are refused when their runs do not fill them', () => {
    expect(() => maskOf([2, 2], [3])).toThrow(RangeError)
    expect(() => maskOf([2, 2], 'ÿ')).toThrow(RangeError)
  })
})

describe('COCO', () => {
  const document = (annotation: object) =>
    JSON.stringify({
      annotations: [{ id: 0, image_id: 0, category_id: 9, ...annotation }],
      images: [{ id: 0, file_name: 'a.jpg', width: 10, height: 10 }],
      categories: [{ id: 9, name: 'car' }],
    })

  it('keeps all parts of an outline, and fills a part inside another', async () => {
    const outer = [0, 0, 8, 0, 8, 8, 0, 8]
    const found = await read({
      'a.json': document({ segmentation: [outer, [9, 9, 10, 9, 10, 10], [2, 2, 4, 2, 4, 4]], bbox: [0, 0, 10, 10] }),
    })
    expect(found.format).toBe('coco')
    expect(shapesOf(found, 'a.jpg')).toMatchObject([{ type: 'polygon', rings: [{ length: 4 }, { length: 3 }] }])
  })

  it('reads plain and compressed masks, with their holes', async () => {
    // A square of 3 by 3 with a hole, at the top left of 4 by 4 pixels.
    const runs = [0, 3, 1, 1, 1, 1, 1, 3, 5]
    for (const counts of [runs, compressed(runs)]) {
      const found = await read({ 'a.json': document({ segmentation: { size: [4, 4], counts }, iscrowd: 1 }) })
      expect(shapesOf(found, 'a.jpg')).toMatchObject([{ type: 'polygon', rings: [{ length: 4 }, { length: 4 }] }])
      expect(found.images.get('a.jpg')?.[0]?.fields).toEqual({ attributes: { iscrowd: true } })
    }
  })

  it('makes an annotation of each keypoint that is labelled', async () => {
    const found = await read({
      'a.json': JSON.stringify({
        images: [{ id: 1, file_name: 'a.jpg' }],
        categories: [{ id: 1, name: 'person', keypoints: ['nose', 'eye', 'ear'] }],
        annotations: [
          { id: 4, image_id: 1, category_id: 1, bbox: [0, 0, 5, 5], keypoints: [1, 2, 2, 0, 0, 0, 3, 4, 1] },
        ],
      }),
    })
    expect(found.images.get('a.jpg')?.map(({ name, shape }) => `${name} ${shape.type}`)).toEqual([
      'person bbox',
      'person nose keypoint',
      'person ear keypoint',
    ])
  })

  it('names the annotations that have no image, or no class', async () => {
    const found = await read({ 'a.json': document({ image_id: 5, bbox: [0, 0, 1, 1] }) })
    expect(found.codes).toEqual(['annotation.unknown_image'])
    expect((await read({ 'a.json': document({ category_id: 5, bbox: [0, 0, 1, 1] }) })).codes).toEqual([
      'annotation.no_class',
    ])
  })
})

describe('labels that are nested too deeply', () => {
  const deep = (open: string, close: string) => open.repeat(20_000) + close.repeat(20_000)

  it.each([
    ['JSON', { 'a.json': `{"images": [{"id": 1, "file_name": ${deep('[', ']')}}], "annotations": []}` }],
    ['JSON of objects', { 'a.json': `{"images": [{"id": ${deep('{"a":', '}').replace(':}', ':1}')}}]}` }],
  ])('are left out with a sentence as %s', async (_title, contents) => {
    const images = archiveImages([])
    const files = inMemory(contents)
    const splits = await archiveSplits(files, { names: [], images })
    const notes = createPlanNotes()
    const source = { files, images, splits, documents: ['a.json'] }
    for await (const _ of FORMAT_READERS.coco.read(source, notes, { predictions: false }));
    expect(notes.rules().map(({ examples }) => examples)).toEqual([
      [{ file: 'a.json', detail: 'Line 1: Values are nested too deeply.' }],
    ])
  })

  it.each([
    ['lists', deep('[', ']')],
    ['lists by lines', '- '.repeat(20_000)],
    ['objects', deep('{a: ', '}')],
    ['objects by lines', Array.from({ length: 1000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
  ])('are refused in a sentence as YAML of %s', (_title, text) => {
    expect(() => yamlValue(`names: [car]\nmore:\n  ${text}`)).toThrow(new SyntaxError('Values are nested too deeply.'))
  })

  it('are read from YAML of usual depth', () => {
    expect(yamlValue('names:\n  0: car\na: [[[{b: c}]]]')).toEqual({ names: { 0: 'car' }, a: [[[{ b: 'c' }]]] })
  })
})

describe('YOLO', () => {
  it('reads boxes, outlines and both in one file, each row for itself', async () => {
    const found = await read({
      'data.yaml': 'names:\n  0: car\n  1: "traffic light"\n',
      'labels/train/a.txt': '0 0.5 0.5 0.2 0.4\n1 0 0 1 0 1 1\n',
      'images/train/a.jpg': '',
    })
    expect(found.format).toBe('yolo')
    expect(found.images.get('images/train/a.jpg')).toMatchObject([
      { name: 'car', shape: { type: 'bbox', box: { w: 0.2, h: 0.4 } } },
      { name: 'traffic light', shape: { type: 'polygon', rings: [{ length: 3 }] } },
    ])
    expect(found.codes).toEqual(['rows.mixed'])
  })

  it('reads keypoints of a data set with a shape of keypoints', async () => {
    const found = await read({
      'data.yaml': 'names: [person]\nkpt_shape: [2, 3]\n',
      'labels/a.txt': '0 0.5 0.5 0.2 0.4 0.5 0.6 2 0 0 0\n',
    })
    expect(shapesOf(found, 'images/a').map(({ type }) => type)).toEqual(['bbox', 'keypoint'])
  })

  it('reads rows of more keypoints than a call has arguments', async () => {
    const points = 200_000
    const found = await read({
      'data.yaml': `names: [swarm]\nkpt_shape: [${points}, 2]\n`,
      'labels/a.txt': `0 0.5 0.5 0.2 0.4${' 0.5 0.5'.repeat(points)}\n`,
    })
    expect(shapesOf(found, 'images/a')).toHaveLength(points + 1)
  })

  it('leaves out rows that are no labels', async () => {
    const found = await read({ 'classes.txt': 'car\n', 'a.txt': 'hello\n0 0.5\n0 0.5 0.5 0 0.1\n-1 0 0 1 1\n' })
    expect([found.codes, shapesOf(found, 'a')]).toEqual([['annotation.invalid'], []])
  })
})

describe('Pascal VOC', () => {
  const xml = (box: string) =>
    `<annotation><filename>a.jpg</filename><size><width>50</width><height>40</height></size><object><name>cat</name>` +
    `<difficult>1</difficult><bndbox>${box}</bndbox></object></annotation>`

  it('reads boxes as they are written, and sees when they count from 0', async () => {
    const one = await read({ 'Annotations/a.xml': xml('<xmin>1</xmin><ymin>2</ymin><xmax>10</xmax><ymax>20</ymax>') })
    expect([one.format, one.fromZero]).toEqual(['voc', false])
    expect(one.images.get('a.jpg')).toMatchObject([
      { name: 'cat', shape: { box: { x: 1, y: 2, w: 9, h: 18 } }, fields: { attributes: { difficult: true } } },
    ])
    const zero = await read({ 'Annotations/a.xml': xml('<xmin>0</xmin><ymin>2</ymin><xmax>10</xmax><ymax>20</ymax>') })
    expect(zero.fromZero).toBe(true)
  })

  it('refuses a document type, which could define entities', async () => {
    const bomb = `<!DOCTYPE a [<!ENTITY b "bb">]>${xml('<xmin>&b;</xmin>')}`
    expect((await read({ 'Annotations/a.xml': bomb })).codes).toEqual(['file.unreadable'])
  })
})

describe('Label Studio', () => {
  const task = (over: object) =>
    JSON.stringify([{ id: 1, data: { image: '/data/upload/3/1a2b3c4d-my%20car.jpg' }, annotations: [], ...over }])
  const rectangle = (over: object = {}) => ({
    id: 'r1',
    type: 'rectanglelabels',
    from_name: 'label',
    to_name: 'image',
    original_width: 200,
    original_height: 100,
    value: { x: 10, y: 20, width: 30, height: 40, rotation: 0, rectanglelabels: ['Car'], ...over },
  })

  it('reads percents, and turns boxes about their top left corner', async () => {
    const found = await read({
      'a.json': task({ annotations: [{ result: [rectangle(), rectangle({ rotation: 90 })] }] }),
    })
    expect(found.format).toBe('label_studio')
    const [box, turned] = shapesOf(found, 'my car.jpg')
    expect(box).toEqual({ type: 'bbox', box: { x: 0.1, y: 0.2, w: 0.3, h: 0.4 } })
    const corners = turned?.type === 'polygon' ? (turned.rings[0] ?? []) : []
    expect(corners.map(({ x, y }) => [Math.round(x * 200), Math.round(y * 100)])).toEqual([
      [20, 20],
      [20, 80],
      [-20, 80],
      [-20, 20],
    ])
  })

  it('imports predictions only when they are wanted, as ones to be reviewed', async () => {
    const contents = { 'a.json': task({ predictions: [{ score: 0.75, result: [rectangle()] }] }) }
    expect((await read(contents)).codes).toEqual(['annotation.prediction'])
    expect((await read(contents, { predictions: true })).images.get('my car.jpg')).toMatchObject([
      { name: 'Car', confidence: 0.75, fields: { review: 'pending' } },
    ])
  })

  it('takes the annotations of one person', async () => {
    const two = [{ result: [rectangle()] }, { ground_truth: true, result: [rectangle({ x: 50 }), rectangle()] }]
    const found = await read({ 'a.json': task({ annotations: two }) })
    expect([shapesOf(found, 'my car.jpg').length, found.codes]).toEqual([2, ['annotation.of_another_person']])
  })
})

it('finds the path of an image below the folders that formats add', () => {
  expect(
    ['images/train/a/1.jpg', 'train/images/a/1.jpg', 'JPEGImages/a/1.jpg', 'a/1.jpg', '1.jpg'].map(plainPath),
  ).toEqual(['a/1.jpg', 'a/1.jpg', 'a/1.jpg', 'a/1.jpg', '1.jpg'])
})
