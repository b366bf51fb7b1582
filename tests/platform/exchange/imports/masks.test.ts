/** Masks of Pascal VOC, Cityscapes and LabelMe, and outlines of Cityscapes. */
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type Contents, inMemory, readIn } from './support.ts'

const [WIDTH, HEIGHT] = [8, 6]
type Colour = readonly [number, number, number]
const [RED, GREEN, VOID]: Colour[] = [
  [128, 0, 0],
  [0, 128, 0],
  [224, 224, 192],
]

/** A PNG whose pixels have the colour that is returned for them, else black. */
function png(colourAt: (x: number, y: number) => Colour | undefined, palette = false): Promise<Buffer> {
  const data = Buffer.alloc(WIDTH * HEIGHT * 3)
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) data.set(colourAt(x, y) ?? [0, 0, 0], (y * WIDTH + x) * 3)
  }
  return sharp(data, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } })
    .png({ palette })
    .toBuffer()
}

const isIn = (x: number, y: number, left: number, top: number, size: number) =>
  x >= left && x < left + size && y >= top && y < top + size
const square = (left: number, top: number, size: number) =>
  [
    [left, top],
    [left + size, top],
    [left + size, top + size],
    [left, top + size],
  ].map(([x, y]) => `${x},${y}`)

async function read(contents: Contents) {
  const { format, labels, notes } = await readIn(inMemory(contents, 1000))
  const found = labels.map(({ image, annotations }) => {
    const objects = annotations.map(({ name, shape }) => ({
      name,
      corners: shape.type === 'polygon' ? shape.rings.map((ring) => ring.map(({ x, y }) => `${x},${y}`).sort()) : [],
    }))
    return { file: image.file, size: [image.width, image.height], objects }
  })
  return { format, found, rules: notes.rules().map(({ code, count }) => `${code} ${count}`), listed: notes.listed }
}
const object = (name: string, ...corners: string[][]) => ({ name, corners: corners.map((ring) => ring.sort()) })

it('tells the objects of a class apart, and leaves out borders and the background', async () => {
  const classes = (x: number, y: number) =>
    isIn(x, y, 0, 0, 2) || isIn(x, y, 2, 2, 2) ? RED : isIn(x, y, 5, 1, 3) ? GREEN : y === 5 ? VOID : undefined
  const objects = (x: number, y: number) =>
    isIn(x, y, 0, 0, 2) ? RED : isIn(x, y, 2, 2, 2) ? GREEN : isIn(x, y, 5, 1, 3) ? ([128, 128, 0] as const) : undefined
  const contents = {
    'labelmap.txt': '# label:color_rgb:parts:actions\nbackground:0,0,0::\ncar:128,0,0::\ntwo words:0,128,0::\n',
    'JPEGImages/a.jpg': '',
    'SegmentationClass/a.png': await png(classes, true),
    'SegmentationObject/a.png': await png(objects),
  }
  expect(await read(contents)).toEqual({
    format: 'voc_masks',
    found: [
      {
        file: 'JPEGImages/a.jpg',
        size: [WIDTH, HEIGHT],
        objects: [object('car', square(0, 0, 2)), object('car', square(2, 2, 2)), object('two words', square(5, 1, 3))],
      },
    ],
    rules: [],
    listed: ['car', 'two words'],
  })
})

it('makes one outline of a class whose objects are not told apart, and names the classes of the challenge', async () => {
  const mask = await png((x, y) => (isIn(x, y, 0, 0, 2) || isIn(x, y, 5, 1, 3) ? RED : undefined))
  const { found } = await read({ 'SegmentationClass/a.png': mask, 'a.jpg': '' })
  expect(found[0]?.objects).toEqual([object('aeroplane', square(0, 0, 2), square(5, 1, 3))])
})

it('reads grey values as numbers of classes', async () => {
  const grey = (x: number, y: number): Colour =>
    isIn(x, y, 1, 1, 3) ? [2, 2, 2] : y === 5 ? [255, 255, 255] : [0, 0, 0]
  const mask = await sharp(await png(grey))
    .toColourspace('b-w')
    .png()
    .toBuffer()
  const map = 'background:0,0,0::\ncar:128,0,0::\nbus:0,128,0::\n'
  const { found } = await read({ 'SegmentationClass/a.png': mask, 'labelmap.txt': map })
  expect(found[0]?.objects).toEqual([object('bus', square(1, 1, 3))])
})

it('counts colours without a class, and names files that are no masks', async () => {
  const mask = await png((x, y) => (isIn(x, y, 1, 1, 3) ? [1, 2, 3] : undefined))
  const { found, rules } = await read({ 'SegmentationClass/a.png': mask, 'SegmentationClass/b.png': 'no image' })
  expect(found.flatMap(({ objects }) => objects)).toEqual([])
  expect(rules).toEqual(['file.unreadable 1', 'annotation.no_class 1'])
})

it('reads the outlines of Cityscapes, and takes its masks for no images', async () => {
  const polygon = [
    [1, 1],
    [4, 1],
    [4, 4],
    [1, 4],
  ]
  const objects = [{ label: 'car', polygon }, { label: 'sky', polygon: [[0, 0]] }, { polygon }]
  const name = 'val/ulm/ulm_000000_000019'
  const { found, ...rest } = await read({
    [`gtFine/${name}_gtFine_polygons.json`]: JSON.stringify({ imgHeight: 6, imgWidth: 8, objects }),
    [`gtFine/${name}_gtFine_labelIds.png`]: '',
    [`leftImg8bit/${name}_leftImg8bit.png`]: '',
  })
  const file = `leftImg8bit/${name}_leftImg8bit.png`
  expect(found).toEqual([{ file, size: [8, 6], objects: [object('car', square(1, 1, 3))] }])
  expect(rest).toMatchObject({ format: 'cityscapes', rules: ['annotation.no_class 1', 'annotation.invalid 1'] })
})

describe('masks of Cityscapes without outlines', () => {
  const name = 'val/ulm/ulm_000000_000019'
  const images = { [`leftImg8bit/${name}_leftImg8bit.png`]: '' }
  const masks = { [`gtFine/${name}_gtFine_color.png`]: '', [`gtFine/${name}_gtFine_labelTrainIds.png`]: '' }
  const greyPng = (values: Uint8Array | Uint16Array) =>
    sharp(values, { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
      .toColourspace(values instanceof Uint16Array ? 'grey16' : 'b-w')
      .png()
      .toBuffer()
  const filled = <T extends Uint8Array | Uint16Array>(values: T, valueAt: (x: number, y: number) => number): T => {
    for (let i = 0; i < values.length; i++) values[i] = valueAt(i % WIDTH, Math.floor(i / WIDTH))
    return values
  }

  it('are read as objects from the numbers of instances', async () => {
    const values = filled(new Uint16Array(WIDTH * HEIGHT), (x, y) =>
      isIn(x, y, 0, 0, 2) ? 26_000 : isIn(x, y, 3, 0, 2) ? 26_001 : isIn(x, y, 5, 3, 3) ? 23 : y === 5 ? 99 : 0,
    )
    const { format, found, rules } = await read({
      ...images,
      ...masks,
      [`gtFine/${name}_gtFine_instanceIds.png`]: await greyPng(values),
      [`gtFine/${name}_gtFine_labelIds.png`]: '',
    })
    expect(format).toBe('cityscapes')
    expect(found[0]?.size).toEqual([WIDTH, HEIGHT])
    expect(found[0]?.objects.slice(0, 2)).toEqual([object('car', square(0, 0, 2)), object('car', square(3, 0, 2))])
    expect(found[0]?.objects.map((one) => one.name)).toEqual(['car', 'car', 'sky'])
    expect(rules).toEqual(['annotation.no_class 1'])
  })

  it('are read as classes from the numbers of classes', async () => {
    const values = filled(new Uint8Array(WIDTH * HEIGHT), (x, y) => (isIn(x, y, 1, 1, 3) ? 7 : 0))
    const contents = { ...images, ...masks, [`gtFine/${name}_gtFine_labelIds.png`]: await greyPng(values) }
    const { found } = await read(contents)
    expect(found.map(({ objects }) => objects)).toEqual([[object('road', square(1, 1, 3))]])
  })
})

it('reads the masks of LabelMe at the corners of their boxes', async () => {
  const mask = await sharp(Buffer.from([1, 1, 0, 1, 1, 0]), { raw: { width: 3, height: 2, channels: 1 } })
    .toColourspace('b-w')
    .png()
    .toBuffer()
  const shape = { label: 'car', shape_type: 'mask' }
  const corners = [
    [2, 1],
    [4, 2],
  ]
  const { found, rules } = await read({
    'a.jpg': '',
    'a.json': JSON.stringify({
      imagePath: 'a.jpg',
      imageWidth: WIDTH,
      imageHeight: HEIGHT,
      shapes: [
        { ...shape, points: corners, mask: mask.toString('base64') },
        { ...shape, points: corners, mask: 'bm8gUE5H' },
        { ...shape, points: corners, mask: null },
      ],
    }),
  })
  expect(found).toEqual([{ file: 'a.jpg', size: [WIDTH, HEIGHT], objects: [object('car', square(2, 1, 2))] }])
  expect(rules).toEqual(['annotation.invalid 2'])
})
