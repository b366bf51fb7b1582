/** Labels in the formats of LabelMe, KITTI, Open Images and tables of boxes. */
import { describe, expect, it } from 'vitest'
import type { NeutralAnnotation, ReadImage } from '../../../../src/platform/datasets/labels/neutral.ts'
import type { ImportFormat } from '../../../../src/shared/api/imports.ts'
import { type Contents, inMemory, readIn } from './support.ts'

interface Read {
  format: ImportFormat
  images: ReadImage[]
  annotations: NeutralAnnotation[]
  dropped: string[]
  classes: readonly string[]
}

async function read(contents: Contents, pieceBytes = 7): Promise<Read> {
  const { format, labels, notes } = await readIn(inMemory(contents, pieceBytes))
  return {
    format,
    images: labels.map(({ image }) => image),
    annotations: labels.flatMap(({ annotations }) => annotations),
    dropped: notes.rules().flatMap(({ code, examples }) => examples.map(({ detail }) => `${code} ${detail}`)),
    classes: notes.listed,
  }
}

describe('LabelMe', () => {
  const document = (shapes: readonly object[], over: object = {}) =>
    JSON.stringify({
      version: '5.5.0',
      flags: {},
      shapes,
      imagePath: '1.jpg',
      imageData: null,
      imageHeight: 48,
      imageWidth: 64,
      ...over,
    })
  const shape = (shape_type: string, points: number[][], over: object = {}) => ({
    label: 'car',
    shape_type,
    points,
    group_id: null,
    flags: {},
    ...over,
  })

  it('reads each kind of shape', async () => {
    const { format, images, annotations, dropped } = await read({
      'day/1.jpg': '',
      'day/1.json': document([
        shape('rectangle', [
          [30, 20],
          [10, 5],
        ]),
        shape('polygon', [
          [0, 0],
          [9, 0],
          [9, 9],
        ]),
        shape('line', [
          [1, 2],
          [3, 4],
        ]),
        shape('linestrip', [
          [1, 2],
          [3, 4],
          [5, 6],
        ]),
        shape('point', [[7, 8]]),
        shape('circle', [
          [20, 20],
          [20, 25],
        ]),
        shape('rotation', [
          [20, 10],
          [30, 20],
          [20, 30],
          [10, 20],
        ]),
      ]),
    })
    expect([format, dropped]).toEqual(['labelme', []])
    expect(images).toMatchObject([{ file: 'day/1.jpg', width: 64, height: 48, unit: 'pixels' }])
    const [box, outline, line, strip, point, circle, turned] = annotations
    expect(box?.shape).toEqual({ type: 'bbox', box: { x: 10, y: 5, w: 20, h: 15 } })
    expect(outline?.shape).toMatchObject({ type: 'polygon', rings: [{ length: 3 }] })
    expect([line, strip].map((one) => one?.shape)).toMatchObject([
      { type: 'polyline', points: { length: 2 } },
      { type: 'polyline', points: { length: 3 } },
    ])
    expect(point?.shape).toEqual({ type: 'keypoint', point: { x: 7, y: 8 } })
    const [ring = []] = circle?.shape.type === 'polygon' ? circle.shape.rings : []
    for (const { x, y } of ring) expect(Math.hypot(x - 20, y - 20)).toBeCloseTo(5)
    expect(circle?.rules).toEqual(['geometry.ellipse_outlined'])
    expect(turned).toMatchObject({ rules: ['geometry.rotated'], fields: { attributes: { rotation: 45 } } })
  })

  it.each([
    ['..\\images\\1.jpg', { 'images/1.jpg': '', 'labels/1.json': '' }, 'images/1.jpg'],
    ['..\\..\\set\\1.jpg', { '1.jpg': '', '1.json': '' }, '1.jpg'],
    ['C:\\Users\\ann\\set\\other.jpg', { 'set/1.jpg': '', 'set/1.json': '' }, 'set/1.jpg'],
    ['1.jpg', { 'train/1.jpg': '', 'train/1.json': '', 'val/1.jpg': '' }, 'train/1.jpg'],
  ])('finds the image %s from its document', async (imagePath, names, file) => {
    const contents = Object.fromEntries(
      Object.keys(names).map((name) => [name, name.endsWith('.json') ? document([], { imagePath }) : '']),
    )
    expect((await read(contents)).images).toMatchObject([{ file }])
  })

  it('keeps the score, flags, attributes and further members of AnyLabeling', async () => {
    const { annotations } = await read({
      '1.json': document([
        shape('point', [[7, 8]], {
          score: 0.25,
          flags: { wet: false },
          attributes: { colour: 'red', track_id: '7', occluded: true },
          group_id: 4,
          description: 'far away',
          difficult: true,
        }),
      ]),
    })
    expect(annotations).toMatchObject([
      {
        confidence: 0.25,
        fields: {
          track_id: '7',
          occluded: true,
          attributes: { wet: false, colour: 'red', group_id: 4, description: 'far away', difficult: true },
        },
      },
    ])
  })

  it('says which shapes it leaves out, and which images are only inside their documents', async () => {
    const { annotations, dropped } = await read({
      '1.json': document(
        [
          shape('cuboid', [[1, 2]]),
          shape('polygon', [
            [1, 2],
            [3, 4],
          ]),
          shape('point', [[1, 2]], { label: '' }),
          shape('point', [['1', null] as unknown as number[]]),
        ],
        { imageData: 'iVBORw0KGgo=' },
      ),
      '2.json': '{"flags": {}, "imagePath": "2.jpg", "shapes": [',
    })
    expect(annotations).toEqual([])
    expect(dropped).toEqual([
      'image.embedded null',
      'file.unreadable Line 1: The end of the document is missing.',
      'annotation.no_class point',
      'annotation.invalid polygon',
      'annotation.invalid point',
      'shape.unsupported cuboid',
    ])
  })
})

describe('KITTI', () => {
  const row = (type: string, end = '') =>
    `${type} 0.50 1 1.85 387.63 181.54 423.81 203.12 1.67 1.87 3.69 -16.53 2.39 58.49 1.57${end}\n`

  it('reads boxes with what is known of the object in space', async () => {
    const { format, images, annotations, dropped } = await read({
      'training/label_2/000001.txt': `${row('Car')}${row('Van', ' 0.75')}DontCare -1 -1 -10 1 2 3 4 -1 -1 -1 -1000 -1000 -1000 -10\n`,
      'training/label_2/000002.txt': '',
      'training/image_2/000001.png': '',
      'testing/image_2/000001.png': '',
    })
    expect(format).toBe('kitti')
    expect(images).toMatchObject([
      { file: 'training/image_2/000001.png' },
      { file: null, path: 'training/image_2/000002', isStem: true },
    ])
    expect(annotations).toHaveLength(2)
    const [car, van] = annotations
    expect(car).toMatchObject({ name: 'Car', confidence: null, shape: { box: { x: 387.63, y: 181.54 } } })
    expect(van).toMatchObject({ name: 'Van', confidence: 0.75 })
    expect(car?.fields).toEqual({
      occluded: true,
      attributes: {
        truncated: 0.5,
        alpha: 1.85,
        height_3d: 1.67,
        width_3d: 1.87,
        length_3d: 3.69,
        x_3d: -16.53,
        y_3d: 2.39,
        z_3d: 58.49,
        rotation_y: 1.57,
      },
    })
    expect(dropped).toEqual(['annotation.ignored line 3'])
  })

  it('is not confused with YOLO outlines of seven points, which have as many columns', async () => {
    const outline = `0 ${Array.from({ length: 14 }, (_, i) => (i / 14).toFixed(3)).join(' ')}\n`
    expect((await read({ 'labels/1.txt': outline, 'images/1.jpg': '' })).format).toBe('yolo')
    expect((await read({ 'labels/1.txt': row('Car'), 'images/1.jpg': '' })).images).toMatchObject([
      { file: 'images/1.jpg' },
    ])
  })

  it('reads types of several words, and knows nothing of space where all is -1', async () => {
    const { format, annotations } = await read({
      'train/label_2/one.txt': `traffic light 0.0 1 -1 30.5 8.25 40.0 20.25 -1 -1 -1 -1 -1 -1 -1 1.0\n`,
    })
    expect(format).toBe('kitti')
    const shape = { type: 'bbox', box: { x: 30.5, y: 8.25, w: 9.5, h: 12 } }
    expect(annotations).toEqual([{ id: null, name: 'traffic light', confidence: 1, shape, fields: { occluded: true } }])
  })

  it('says which rows are no objects', async () => {
    const { dropped } = await read({ 'label_2/1.txt': `${row('Car')}Car 1 2 3\n${row('Car').replace('423.81', 'x')}` })
    expect(dropped).toEqual(['annotation.invalid line 2', 'annotation.invalid line 3'])
  })
})

describe('Open Images', () => {
  const HEADER =
    'ImageID,Source,LabelName,Confidence,XMin,XMax,YMin,YMax,IsOccluded,IsTruncated,IsGroupOf,IsDepiction,IsInside'
  const tables = {
    'class-descriptions-boxable.csv': '/m/0k4j,Car\n/m/01g317,"Person, standing"\n',
    'train-annotations-bbox.csv': `${HEADER},XClick1X\n0a,xclick,/m/0k4j,1,0.1,0.5,0.2,0.4,1,0,1,-1,0,0.3\n0a,machine,/m/01g317,0.5,0,1,0,1,0,0,0,0,0,\n`,
    'validation-annotations-bbox.csv': `${HEADER}\n0a,,/m/zz,1,0,1,0,1,0,0,0,0,0\n0b,,/m/0k4j,1,0.5,0.1,0,1,0,0,0,0,0\n0b,,,1,0,1,0,1,0,0,0,0,0\n`,
    'train-annotations-human-imagelabels.csv': 'ImageID,Source,LabelName,Confidence\n0a,verification,/m/0k4j,1\n',
    'train/0a.jpg': '',
    'validation/0a.jpg': '',
  }

  it('reads boxes with the names of their classes, and says what it leaves out', async () => {
    const { format, images, annotations, dropped, classes } = await read(tables)
    expect(format).toBe('open_images')
    expect(images.map(({ file }) => file)).toEqual(['train/0a.jpg', 'validation/0a.jpg'])
    expect(classes).toEqual(['Car', 'Person, standing'])
    expect(annotations.map(({ name, confidence, fields }) => [name, confidence, fields])).toEqual([
      ['Car', null, { occluded: true, attributes: { is_group_of: true } }],
      ['Person, standing', 0.5, undefined],
      ['/m/zz', null, undefined],
    ])
    const shapes = annotations.map(({ shape }) => (shape.type === 'bbox' ? Object.values(shape.box) : []))
    expect(shapes[0]).toEqual([0.1, 0.2, 0.4, 0.2])
    expect(dropped).toEqual(['annotation.no_class line 4', 'annotation.invalid line 3', 'shape.unsupported line 2'])
  })
})

describe('A table of boxes', () => {
  it.each([
    ['filename,width,height,class,xmin,ymin,xmax,ymax', 'a/1.jpg,64,48,car,1,2,11,22', 64],
    ['\ufeff"image","xmin","ymin","xmax","ymax","label"', '"a\\1.jpg",1.0,2.0,11.0,22.0,"car"', null],
  ])('with the columns %s', async (header, row, width) => {
    const { format, images, annotations } = await read({ '_annotations.csv': `${header}\r\n${row}\r\n`, 'a/1.jpg': '' })
    expect(format).toBe('csv')
    expect(images).toMatchObject([{ file: 'a/1.jpg', width }])
    expect(annotations).toMatchObject([{ name: 'car', shape: { box: { x: 1, y: 2, w: 10, h: 20 } } }])
  })

  it('belongs to the images beside it, and says which rows are no boxes', async () => {
    const header = 'filename,class,xmin,ymin,xmax,ymax'
    const { images, dropped } = await read({
      'train/_annotations.csv': `${header}\n1.jpg,car,1,2,11,22\n1.jpg,,1,2,11,22\n1.jpg,car,5,2,5,22\n,car\n`,
      'train/1.jpg': '',
      'valid/1.jpg': '',
    })
    expect(images).toMatchObject([{ file: 'train/1.jpg' }])
    expect(dropped).toEqual(['annotation.no_class line 3', 'annotation.invalid line 4', 'annotation.invalid line 5'])
  })

  it('with a row over a megabyte is unreadable from there', async () => {
    const header = 'filename,class,xmin,ymin,xmax,ymax'
    const table = `${header}\n1.jpg,car,1,2,11,22\n"${'x'.repeat(1_100_000)}`
    const { annotations, dropped } = await read({ 'a.csv': table }, 65_536)
    expect(annotations).toHaveLength(1)
    expect(dropped).toEqual([expect.stringMatching(/^file\.unreadable Line 3: Max Record Size/)])
  })
})
