/** The files of archives, by the definitions of their formats. */
import { Window } from 'happy-dom'
import { beforeAll, expect, it } from 'vitest'
import type { Dataset } from '../../../../src/shared/api/datasets.ts'
import {
  type DatasetExport,
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportPlan,
} from '../../../../src/shared/api/exports.ts'
import type { Harness } from '../../support/harness.ts'
import { IMAGE_BYTES } from '../../support/scripted-engine.ts'
import { joinPlatform } from '../../support/shared-platform.ts'
import { addImage, archiveOf, exported } from './support.ts'

let h: Harness
let boxes: Dataset
let shapes: Dataset
const TYPES = ['bbox', 'polygon', 'polyline', 'keypoint']
const make = async (name: string, classes: string[]) => {
  const body = { name, annotation_types: TYPES, classes: classes.map((c) => ({ name: c })) }
  return (await h.api<Dataset>('POST', '/datasets/', { body })).body
}
const square = (x: number, y: number, size: number) => [
  { x, y },
  { x: x + size, y },
  { x: x + size, y: y + size },
  { x, y: y + size },
]

beforeAll(async () => {
  h = await joinPlatform()
  // Images of the scripted engine are 1280 × 720.
  boxes = await make('Boxes', ['car', 'a "b" & <c>: #'])
  await addImage(h, boxes, '1.jpg', {
    directory_path: '/day',
    annotations: [
      { name: 'a "b" & <c>: #', type: 'bbox', bounding_box: { x: 128, y: 72, w: 256, h: 144 }, confidence: 0.5 },
      { name: 'car', type: 'bbox', bounding_box: { x: 1279.5, y: 0, w: 1, h: 720 } },
    ],
  })
  await addImage(h, boxes, '2.jpg')
  shapes = await make('Shapes', ['car'])
  await addImage(h, shapes, '1.jpg', {
    annotations: [
      {
        name: 'car',
        type: 'polygon',
        polygon: { paths: [square(10, 10, 5), square(0, 0, 100), square(20, 20, 10), square(200, 0, 10)] },
      },
      { name: 'car', type: 'bbox', bounding_box: { x: 0, y: 0, w: 640, h: 360 } },
      { name: 'car', type: 'polyline', polyline: { points: square(0, 0, 3) } },
      { name: 'car', type: 'keypoint', keypoint: { x: 4, y: 5 } },
    ],
  })
})

async function read(dataset: Dataset, format: ExportFormat, over: object = {}) {
  const made: DatasetExport = await exported(h, dataset, { format, ...over })
  const files = await archiveOf(h, made)
  return { made, names: [...files.keys()], text: (name: string) => files.get(name)?.toString('utf8') ?? '' }
}

const MASK = '1 outline is written as a mask of whole pixels: the format has no outline with holes.'
const LINE = '1 polyline is left out: the format has no lines.'
const POINT = '1 keypoint is left out: the format has no single points.'

it('COCO has boxes, outlines, those with holes as masks, and single points in a file of their own', async () => {
  const { made, names, text } = await read(shapes, 'coco')
  const documents = ['annotations/instances_default.json', 'annotations/person_keypoints_default.json']
  expect(names).toEqual([...documents, 'images/1.jpg', 'losses.json'])
  const instances = JSON.parse(text(names[0] as string))
  expect(instances.categories).toEqual([{ id: 1, name: 'car', supercategory: '' }])
  expect(instances.images).toEqual([{ id: 1, file_name: '1.jpg', width: 1280, height: 720 }])
  const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
  const common = { image_id: 1, category_id: 1, iscrowd: 0 }
  expect(instances.annotations).toEqual([
    {
      id: 1,
      ...common,
      area: 10_100 - 25 - 100,
      bbox: [0, 0, 210, 100],
      uuid,
      segmentation: { size: [720, 1280], counts: expect.any(String) },
    },
    { id: 2, ...common, segmentation: [], area: 230_400, bbox: [0, 0, 640, 360], uuid },
  ])
  const points = JSON.parse(text(names[1] as string))
  expect(points.categories).toEqual([{ id: 1, name: 'car', supercategory: '', keypoints: ['car'], skeleton: [] }])
  expect(points.annotations).toEqual([
    { id: 1, ...common, keypoints: [4, 5, 2], num_keypoints: 1, area: 0, bbox: [4, 5, 0, 0], uuid },
  ])
  expect(made.warnings).toEqual([LINE, MASK])
  expect(made.warning_texts).toEqual([
    { code: 'export.lost_polylines', params: { n: 1 } },
    { code: 'export.outlines_as_masks', params: { n: 1 } },
  ])
})

it('COCO has a file for each split that has images', async () => {
  const { names, text } = await read(boxes, 'coco', { split: { train: 50, val: 50, test: 0 }, seed: 3 })
  const files = ['annotations/instances_train.json', 'annotations/instances_val.json']
  expect(names.filter((name) => name.startsWith('annotations/'))).toEqual(files)
  const images = files.flatMap((file) =>
    JSON.parse(text(file)).images.map((image: { file_name: string }) => image.file_name),
  )
  expect(images.sort()).toEqual(['2.jpg', 'day/1.jpg'])
})

it('YOLO has a file of boxes for each image, relative to its size', async () => {
  const { made, names, text } = await read(boxes, 'yolo')
  expect(names).toEqual([
    'data.yaml',
    ...['labels/2.txt', 'images/2.jpg', 'labels/day/1.txt', 'images/day/1.jpg', 'losses.json'],
  ])
  expect(text('data.yaml')).toBe('train: images\nval: images\nnames:\n  0: "car"\n  1: "a \\"b\\" & <c>: #"\n')
  expect(text('labels/2.txt')).toBe('')
  // The second box ends half a pixel outside of the image.
  expect(text('labels/day/1.txt')).toBe(
    '1 0.200000 0.200000 0.200000 0.200000\n0 0.999805 0.500000 0.000391 1.000000\n',
  )
  expect(text('images/2.jpg')).toBe(IMAGE_BYTES)
  expect(made.warnings).toEqual([
    '1 annotation is cut at the border of the image.',
    '1 annotation has a confidence, which is left out: the format has no place for it.',
  ])
})

it('YOLO has outlines for all annotations when the export has outlines', async () => {
  const { made, text } = await read(shapes, 'yolo')
  const [rings, ofBox] = text('labels/1.txt').split('\n')
  // Four rings of four corners, and three bridges with two further points each.
  expect(rings?.split(' ')).toHaveLength(1 + 2 * (4 * 4 + 3 * 2))
  expect(ofBox).toBe('0 0.000000 0.000000 0.500000 0.000000 0.500000 0.500000 0.000000 0.500000')
  expect(made.warnings).toEqual([
    LINE,
    POINT,
    '1 outline has holes or several parts, which are joined by lines without width: the format has one ring for each object. Sightline reads them as they were.',
    '1 box is written as an outline of four corners: the file of an image holds either boxes or outlines.',
  ])
})

it('Pascal VOC has whole pixels from 1, with the last pixel in the box', async () => {
  const { made, names, text } = await read(boxes, 'voc')
  expect(names).toEqual([
    'labelmap.txt',
    'ImageSets/Main/default.txt',
    ...['Annotations/2.xml', 'JPEGImages/2.jpg', 'Annotations/day/1.xml', 'JPEGImages/day/1.jpg', 'losses.json'],
  ])
  expect(text('ImageSets/Main/default.txt')).toBe('2\nday/1\n')
  const xml = new new Window().DOMParser().parseFromString(text('Annotations/day/1.xml'), 'application/xml')
  const values = (name: string) => [...xml.querySelectorAll(name)].map((element) => element.textContent)
  expect(values('filename')).toEqual(['day/1.jpg'])
  expect(values('size > *')).toEqual(['1280', '720', '3'])
  expect(values('object > name')).toEqual(['a "b" & <c>: #', 'car'])
  expect(values('bndbox > *')).toEqual(['129', '73', '384', '216', '1280', '1', '1280', '720'])
  expect(made.warnings).toContain('1 box is extended to whole pixels.')
  expect((await read(shapes, 'voc')).made.warnings).toEqual([
    LINE,
    POINT,
    '1 outline is written as its box: the format has no outlines.',
  ])
})

it('YOLO pose has a row for each keypoint', async () => {
  const { made, text } = await read(shapes, 'yolo_pose')
  expect(text('data.yaml')).toContain('kpt_shape: [1, 3]\n')
  expect(text('labels/1.txt')).toBe('0 0.003125 0.006944 0.000000 0.000000 0.003125 0.006944 2.000000\n')
  expect(made.warnings).toEqual(['3 annotations are left out: the format holds only keypoints.'])
})

it('CVAT has every kind of shape, and an outline with holes as a mask', async () => {
  const { made, names, text } = await read(shapes, 'cvat')
  expect(names).toEqual(['annotations.xml', 'images/1.jpg', 'losses.json'])
  const xml = new new Window().DOMParser().parseFromString(text('annotations.xml'), 'application/xml')
  const [image] = xml.querySelectorAll('image')
  expect([...(image?.children ?? [])].map(({ tagName }) => tagName)).toEqual(['mask', 'box', 'polyline', 'points'])
  const mask = xml.querySelector('mask')
  expect(['left', 'top', 'width', 'height'].map((name) => mask?.getAttribute(name))).toEqual(['0', '0', '210', '100'])
  expect(xml.querySelector('points')?.getAttribute('points')).toBe('4,5')
  expect(made.warnings).toEqual([MASK])
})

it('LabelMe has a document beside each image, with one ring for an outline', async () => {
  const { made, names, text } = await read(shapes, 'labelme')
  expect(names).toEqual(['1.json', '1.jpg', 'losses.json'])
  const document = JSON.parse(text('1.json'))
  expect(document).toMatchObject({ imagePath: '1.jpg', imageData: null, imageWidth: 1280, imageHeight: 720, flags: {} })
  const [outline, ...others] = document.shapes
  // Four rings of four corners, and three bridges with two further points each.
  expect(outline).toMatchObject({ label: 'car', shape_type: 'polygon', points: { length: 4 * 4 + 3 * 2 } })
  const plain = {
    label: 'car',
    group_id: null,
    description: '',
    difficult: false,
    score: null,
    flags: {},
    attributes: {},
  }
  const box = [
    [0, 0],
    [640, 360],
  ]
  const line = [
    [0, 0],
    [3, 0],
    [3, 3],
    [0, 3],
  ]
  expect(others).toEqual([
    { ...plain, shape_type: 'rectangle', points: box },
    { ...plain, shape_type: 'linestrip', points: line },
    { ...plain, shape_type: 'point', points: [[4, 5]] },
  ])
  expect(made.warning_texts.map((one) => one?.code)).toEqual(['export.bridged_rings'])
})

it('KITTI has a row for each box, whose class is one word', async () => {
  const { made, names, text } = await read(boxes, 'kitti', { splits: 'image_splits' })
  const folders = ['training/label_2', 'training/image_2']
  const files = folders.flatMap((folder, i) =>
    ['2', 'day/1'].map((stem) => `${folder}/${stem}${i === 0 ? '.txt' : '.jpg'}`),
  )
  expect(names.toSorted()).toEqual([...files, 'losses.json'].sort())
  const unknown = '-1 -1 -1 -1000 -1000 -1000 -10'
  expect(text('training/label_2/day/1.txt')).toBe(
    `a_"b"_&_<c>:_# 0 0 -10 128 72 384 216 ${unknown} 0.5\ncar 0 0 -10 1279.5 0 1280.5 720 ${unknown}\n`,
  )
  expect(text('training/label_2/2.txt')).toBe('')
  expect(made.warning_texts.map((one) => one?.code)).toEqual(['export.class_spaces'])
})

it('Open Images has tables of images, boxes and classes', async () => {
  const { made, names, text } = await read(boxes, 'open_images')
  const tables = ['class-descriptions-boxable', 'default-images-with-rotation', 'default-annotations-bbox']
  const images = ['images/default/2.jpg', 'images/default/day/1.jpg']
  expect(names).toEqual([...tables.map((name) => `annotations/${name}.csv`), ...images])
  expect(text('annotations/class-descriptions-boxable.csv')).toBe('car,car\n"a ""b"" & <c>: #","a ""b"" & <c>: #"\n')
  expect(text('annotations/default-images-with-rotation.csv')).toBe('ImageID,Subset\n2,default\nday/1,default\n')
  expect(text('annotations/default-annotations-bbox.csv').split('\n').slice(1)).toEqual([
    'day/1,machine,"a ""b"" & <c>: #",0.5,0.1,0.3,0.1,0.3,0,0,0,0,0',
    `day/1,,car,1,${1279.5 / 1280},${1280.5 / 1280},0,1,0,0,0,0,0`,
    '',
  ])
  expect(made.warnings).toEqual([])
})

it('Label Studio has percent, and the labels of its editor', async () => {
  const { made, names, text } = await read(shapes, 'label_studio')
  expect(names).toEqual(['tasks.json', 'label_config.xml', 'images/1.jpg', 'losses.json'])
  const [task] = JSON.parse(text('tasks.json'))
  const results: { type: string; value: object }[] = task.annotations[0].result
  expect(results.map(({ type }) => type)).toEqual(['polygonlabels', 'rectanglelabels', 'keypointlabels'])
  expect(results[1]?.value).toEqual({ x: 0, y: 0, width: 50, height: 50, rotation: 0, rectanglelabels: ['car'] })
  expect(text('label_config.xml')).toContain('<RectangleLabels name="bbox" toName="image">')
  expect(made.warning_texts.map((one) => one?.code)).toEqual([
    ...['export.lost_polylines', 'export.lost_holes', 'export.lost_parts'],
  ])
})

it('MOT has a sequence for each directory, and says that boxes without a track are left out', async () => {
  const { made, names, text } = await read(boxes, 'mot')
  expect(names).toEqual([
    ...['sequence/img1/000001.jpg', 'sequence/gt/gt.txt', 'sequence/gt/labels.txt', 'sequence/seqinfo.ini'],
    ...['day/img1/000001.jpg', 'day/gt/gt.txt', 'day/gt/labels.txt', 'day/seqinfo.ini', 'losses.json'],
  ])
  expect(text('day/seqinfo.ini')).toContain('imWidth=1280\nimHeight=720\n')
  expect(made.warning_texts.map((one) => one?.code)).toContain('export.lost_untracked')
})

it('lists what each format would lose before anything is written, as the archive does afterwards', async () => {
  for (const format of EXPORT_FORMATS) {
    const body = { dataset: shapes.id, format }
    const plan = await h.api<ExportPlan>('POST', '/exports/plan', { body })
    expect(plan.body).toMatchObject({
      format,
      image_count: 1,
      annotation_count: 4,
      checked_images: 1,
      classes: ['car'],
    })
    const { made, text } = await read(shapes, format)
    expect(plan.body.rules.map(({ message }) => message)).toEqual(made.warnings)
    const lost = text('losses.json')
    expect(lost === '' ? [] : JSON.parse(lost).rules).toEqual(plan.body.rules)
  }
  const { rules } = (await h.api<ExportPlan>('POST', '/exports/plan', { body: { dataset: shapes.id } })).body
  expect(rules[0]).toMatchObject({ code: 'export.lost_polylines', count: 1, examples: [{ file: '1.jpg' }] })
})

it('plans the folders of the archive with its splits, without the annotations that wait for a review', async () => {
  const dataset = await make('Planned', ['car'])
  const box = { name: 'car', type: 'bbox', bounding_box: { x: 1, y: 1, w: 9, h: 9 } }
  for (const i of [1, 2, 3, 4]) {
    await addImage(h, dataset, `${i}.jpg`, { annotations: i === 1 ? [box, { ...box, review: 'pending' }] : [box] })
  }
  const plan = async (over: object) =>
    (await h.api<ExportPlan>('POST', '/exports/plan', { body: { dataset: dataset.id, format: 'yolo', ...over } })).body
  for (const over of [{}, { split: { train: 50, val: 25, test: 25 }, seed: 3 }, { include_pending: true }]) {
    const { names, made } = await read(dataset, 'yolo', over)
    const planned = await plan(over)
    expect(planned.annotation_count).toBe(made.annotation_count)
    const folders = new Map<string, number>()
    for (const name of names) {
      const path = name.split('/').slice(0, -1).join('/')
      folders.set(path, (folders.get(path) ?? 0) + 1)
    }
    expect(new Map(planned.folders.map(({ path, files }) => [path, files]))).toEqual(folders)
    for (const { path, examples } of planned.folders) {
      for (const name of examples) expect(names).toContain(path === '' ? name : `${path}/${name}`)
    }
  }
  const refused = await h.fail('POST', '/exports/plan', {
    body: { dataset: dataset.id, split: { train: 50, val: 25, test: 0 } },
  })
  expect(refused.status).toBe(422)
})

it('keeps directories, and gives every file a safe name of its own', async () => {
  const dataset = await make('Names', ['car'])
  const given = [
    ['/', 'a.jpg', ''],
    ['/', 'A.jpeg', '1'],
    ['/', 'con.jpg', '2'],
    ['/', 'was: a?.jpg', '3'],
    ['/', 'no-ending', '4'],
    ['/images/x.', 'end .jpg', '5'],
    ['/', `${'車'.repeat(200)}.jpg`, '6'],
  ] as const
  for (const [directory_path, name, bytes] of given) await addImage(h, dataset, name, { directory_path, bytes })
  const { names } = await read(dataset, 'yolo')
  expect(names.filter((name) => name.startsWith('images/')).sort()).toEqual(
    // File systems allow 255 bytes for a name.
    ['A.jpeg', 'a-1.jpg', '_con.jpg', 'was_ a_.jpg', 'no-ending.jpg', 'images_/x_/end_.jpg', `${'車'.repeat(66)}.jpg`]
      .map((name) => `images/${name}`)
      .sort(),
  )
})

it('exports a data set without images in every format', async () => {
  const empty = await make('Empty', [])
  expect((await read(empty, 'voc')).names).toEqual(['labelmap.txt', 'ImageSets/Main/default.txt'])
  expect((await read(empty, 'yolo')).text('data.yaml')).toBe('train: images\nval: images\nnames: {}\n')
  const coco = await read(empty, 'coco', { split: { train: 80, val: 10, test: 10 } })
  expect(coco.made).toMatchObject({ image_count: 0, split_counts: { train: 0, val: 0, test: 0 } })
})
