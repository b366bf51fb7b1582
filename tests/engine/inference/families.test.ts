import { describe, expect, test } from 'vitest'
import type { Candidates } from '../../../src/engine/inference/candidates.ts'
import { recognise } from '../../../src/engine/inference/families/families.ts'
import type { Head, OutputTensor, TriedModel } from '../../../src/engine/inference/families/family.ts'

const INPUT = { width: 640, height: 640, layout: 'nchw', elementType: 'float32' } as const

const output = (name: string, shape: number[], data?: ArrayLike<number>): OutputTensor => ({
  name,
  shape,
  data: Float32Array.from(data ?? new Float32Array(shape.reduce((a, b) => a * b, 1))),
})

const tried = (outputs: OutputTensor[], classNames: string[] | null, metadata = {}): TriedModel => ({
  metadata,
  classNames,
  input: INPUT,
  takesSize: false,
  outputs,
})

const model = (shape: number[], classNames: string[] | null = ['a', 'b'], metadata = {}): TriedModel =>
  tried([output('output0', shape)], classNames, metadata)

const halves = (count: number) => new Float32Array(count).fill(0.5)

/** Scores before their softmax: 5 for the first class, -5 for the others. */
function logitMap(channels: number): OutputTensor {
  const cells = 80 * 80
  return output('out', [1, channels, 80, 80], new Float32Array(channels * cells).fill(-5).fill(5, 0, cells))
}
const spread = (count: number) => Float32Array.from({ length: count }, (_, i) => (i % 7) - 3)

const named = (count: number) => Array.from({ length: count }, (_, i) => `class ${i}`)

function decode(shape: number[], data: number[], confidence = 0.5, classIds: number[] | null = null): Candidates {
  const head = recognise(model(shape)) as Head
  return head.decode([output('output0', shape, data)], { confidence, classIds: classIds && new Set(classIds) })
}

const rows = ({ boxes, scores, classIds, count }: Candidates) =>
  Array.from({ length: count }, (_, i) => [...boxes.subarray(4 * i, 4 * i + 4), scores[i], classIds[i]])

describe('recognition of a model', () => {
  test.each([
    ['YOLOv8', model([1, 84, 8400], named(80)), 'ultralytics-v8'],
    ['YOLOv8 without metadata', model([1, 84, 8400], null), 'ultralytics-v8'],
    ['YOLOv8 with rows and columns exchanged', model([1, 8400, 84], named(80)), 'ultralytics-v8'],
    ['YOLOv8 with rows and columns exchanged, without metadata', model([1, 8400, 84], null), 'ultralytics-v8'],
    ['YOLOv8 without a batch', model([84, 8400], null), 'ultralytics-v8'],
    ['YOLOv5', model([1, 25_200, 85], named(80)), 'ultralytics-v5'],
    ['YOLOv5 of one class', model([1, 25_200, 6], ['a']), 'ultralytics-v5'],
    ['YOLOv5 without metadata', model([1, 25_200, 85], null), 'ultralytics-v5'],
    ['YOLOX', model([1, 8400, 85], null), 'yolox'],
    ['YOLOX of one class', model([1, 8400, 6], null), 'yolox'],
    ['YOLOv10', model([1, 300, 6], named(80)), 'ultralytics-end-to-end'],
    ['YOLOv10 without metadata', model([1, 300, 6], null), 'ultralytics-end-to-end'],
    [
      'RT-DETR of Ultralytics',
      tried([output('output0', [1, 300, 84], halves(300 * 84))], named(80)),
      'ultralytics-rtdetr',
    ],
    ['a classifier', model([1, 1000], null), 'classifier'],
    ['a classifier with a map of one cell', model([1, 1000, 1, 1], null), 'classifier'],
    ['a classifier of seven classes', tried([output('output', [1, 7], [0, 0, 0, 0, 0, 1, 0])], named(7)), 'classifier'],
    ['a segmentation network', model([1, 19, 80, 80], null), 'semantic-map'],
    ['heat maps of keypoints', model([1, 17, 160, 160], null), 'top-down-pose'],
    [
      'logits of 17 unnamed classes',
      tried([output('out', [1, 17, 160, 160], spread(17 * 160 * 160))], null),
      'semantic-map',
    ],
    ['maps of 17 named classes', model([1, 17, 160, 160], named(17)), 'semantic-map'],
    ['vectors of bins', tried([output('a', [1, 21, 1280]), output('b', [1, 21, 1280])], null), 'top-down-pose'],
    ['MoveNet for one person', model([1, 1, 17, 3], null), 'movenet'],
    ['MoveNet for several people', model([1, 6, 56], null), 'movenet'],
    [
      'a mask by a sigmoid',
      tried([{ ...output('mask', [1, 1, 320, 320]), operator: 'Sigmoid' }], null),
      'semantic-map',
    ],
    ['a segmentation network of unusual classes', tried([logitMap(17)], null), 'semantic-map'],
    [
      'YOLOv4',
      tried([output('boxes', [1, 900, 1, 4], halves(3600)), output('confs', [1, 900, 80])], null),
      'boxes-and-scores',
    ],
  ])('%s is told from its outputs', (_, given, family) => {
    expect(recognise(given)?.family).toBe(family)
  })

  test('the family that fits second best is named, and only then', () => {
    expect(recognise(model([1, 8400, 84], null))).toMatchObject({
      architecture: 'Ultralytics YOLO (v8 detect head)',
      secondBest: 'YOLOX (raw head)',
    })
    expect(recognise(model([1, 84, 8400], named(80)))?.secondBest).toBeNull()
  })

  test('a second trial decides where the first is blank', () => {
    const blank = tried([output('out', [7, 7])], null)
    const row = (values: number[]) => ({ image: halves(1), outputs: [output('out', [1, 7], values)] })
    const classLast = { ...blank, second: row([0, 1, 2, 3, 4, 0.9, 5]) }
    const scoreLast = { ...blank, second: row([0, 1, 2, 3, 4, 5, 0.9]) }
    expect(recognise(classLast)?.architecture).toContain('YOLO-NAS')
    expect(recognise(scoreLast)?.architecture).toContain('YOLOv7')
    // Later frames decide again.
    const found = recognise(blank)?.decode([output('out', [1, 7], [0, 1, 2, 3, 4, 0.9, 5])], {
      confidence: 0.5,
      classIds: null,
    })
    expect(rows(found as Candidates)).toEqual([[1, 2, 3, 4, Math.fround(0.9), 5]])
  })

  test('published weights without names get COCO’s', () => {
    expect(recognise(model([1, 8400, 85], null))?.classes.slice(0, 3)).toEqual(['person', 'bicycle', 'car'])
    const detr = tried([output('dets', [1, 300, 4]), output('labels', [1, 300, 91])], null)
    const classes = recognise(detr)?.classes ?? []
    expect([classes[1], classes[13], classes[90]]).toEqual(['person', 'stop sign', 'toothbrush'])
  })

  test('classifiers with 1000 classes have ImageNet’s names, segmentation networks with 21 those of Pascal VOC', () => {
    const imagenet = recognise(model([1, 1000], null))?.classes ?? []
    expect([imagenet.length, imagenet[0], imagenet[999]]).toEqual([1000, 'tench', 'toilet tissue'])
    expect(recognise(model([1, 1000], named(1000)))?.classes[0]).toBe(named(1000)[0])
    const voc = recognise(model([1, 21, 80, 80], null))?.classes ?? []
    expect([voc.length, voc[0], voc[15], voc[20]]).toEqual([21, 'background', 'person', 'tvmonitor'])
  })

  test('one vector is a re-identification network by its task, name, length or upright input', () => {
    const family = (given: TriedModel) => recognise(given)?.family
    const upright = { width: 128, height: 256 }
    const vector = (name: string, values: Float32Array) => tried([output(name, [1, values.length], values)], null)
    const unit = new Float32Array(512)
    unit.set([0.6, -0.8])
    expect(family(model([1, 3], null, { task: 'reid' }))).toBe('embedding')
    expect(family(vector('embedding', halves(512)))).toBe('embedding')
    expect(family(vector('output', unit))).toBe('embedding')
    const portrait = vector('output', halves(512))
    expect(family({ ...portrait, input: { ...portrait.input, ...upright } })).toBe('embedding')
    expect(recognise(vector('embedding', halves(512)))).toMatchObject({ modelType: 'classification', classes: [] })
    // Scores of attributes, named classes and probabilities are those of classifiers.
    const attributes = vector('output', halves(26))
    expect(family({ ...attributes, input: { ...attributes.input, ...upright } })).toBe('classifier')
    expect(family(tried([output('features', [1, 512], halves(512))], named(512)))).toBe('classifier')
    const softmax = { ...output('features', [1, 512], halves(512)), operator: 'Softmax' }
    expect(family(tried([softmax], null))).toBe('classifier')
  })

  test('the body of COCO has names and bones', () => {
    const pose = model([1, 56, 8400], ['person'], { task: 'pose', kpt_shape: '[17, 3]' })
    const { keypoints } = recognise(pose) as Head
    expect(keypoints?.names).toHaveLength(17)
    expect(keypoints?.skeleton.map(([a, b]) => `${keypoints.names[a]}, ${keypoints.names[b]}`)).toContain(
      'left shoulder, left elbow',
    )
  })

  test('classes come from the metadata, or are numbered', () => {
    expect(recognise(model([1, 6, 8400]))?.classes).toEqual(['a', 'b'])
    expect(recognise(model([1, 6, 8400], null))?.classes).toEqual(['class 0', 'class 1'])
  })

  test.each([
    ['class names that do not fit the head', model([1, 9, 8400])],
    ['a pose model that does not say how many keypoints', model([1, 56, 8400], null, { task: 'pose' })],
    ['a table with something else', tried([output('output0', [1, 6, 8400]), output('output1', [1, 32])], ['a', 'b'])],
    ['a classifier with other names', model([1, 1000], ['a', 'b'])],
    ['two classes at a time', model([2, 1000], null)],
    [
      'grids before decoding',
      tried(
        [80, 40, 20].map((side) => output(`${side}`, [1, 255, side, side])),
        null,
      ),
    ],
    ['a grid of another shape than the picture', model([1, 19, 80, 20], null)],
    ['heat maps of keypoints', tried([output('maps', [1, 17, 80, 80], halves(17 * 6400))], null)],
    ['a map of distances', tried([output('out', [1, 1, 160, 160], new Float32Array(25_600).fill(7))], null)],
    ['a larger picture', model([1, 3, 1280, 1280], null)],
    ['a small map of one kind of centres', tried([{ ...output('hm', [1, 1, 160, 160]), operator: 'Sigmoid' }], null)],
    [
      'a table with confidences of 320',
      tried([output('out', [1, 25_200, 85], new Float32Array(2_142_000).fill(320))], null),
    ],
  ])('%s is not recognised', (_, given) => {
    expect(recognise(given)).toBeNull()
  })
})

describe('decoding of a head', () => {
  // Two anchors, channel by channel: cx, cy, w, h, then a score for each class.
  const v8 = [
    [10, 50],
    [20, 60],
    [4, 8],
    [6, 2],
    [0.9, 0.1],
    [0.2, 0.6],
  ].flat()

  test('v8: centre and size become corners, the best class is chosen', () => {
    expect(rows(decode([1, 6, 2], v8))).toEqual([
      [8, 17, 12, 23, Math.fround(0.9), 0],
      [46, 59, 54, 61, Math.fround(0.6), 1],
    ])
  })

  test('v8: an excluded class leaves its anchor to the others', () => {
    expect(rows(decode([1, 6, 2], v8, 0.15, [1])).map((r) => r.slice(4))).toEqual([
      [Math.fround(0.2), 1],
      [Math.fround(0.6), 1],
    ])
  })

  test('v5: the confidence is objectness times class score', () => {
    const data = [
      [10, 20, 4, 6, 0.5, 1, 0],
      [10, 20, 4, 6, 1, 0.4, 0.8],
      [10, 20, 4, 6, 0.9, 0.5, 0.5],
    ].flat()
    expect(rows(decode([1, 3, 7], data))).toEqual([
      [8, 17, 12, 23, 0.5, 0],
      [8, 17, 12, 23, Math.fround(0.8), 1],
    ])
  })

  test('end-to-end: rows are corners, score and class; unused rows are dropped', () => {
    const data = [
      [1, 2, 3, 4, 0.9, 1],
      [0, 0, 0, 0, 0, 0],
    ].flat()
    expect(rows(decode([1, 2, 6], data, 0))).toEqual([[1, 2, 3, 4, Math.fround(0.9), 1]])
  })

  test('NaN and infinite values yield no detections', () => {
    const broken = new Array(7 * 6).fill(Number.NaN)
    expect(decode([1, 6, 7], broken).count).toBe(0)
    expect(decode([1, 6, 7], broken, 0).count).toBe(0)
  })
})
