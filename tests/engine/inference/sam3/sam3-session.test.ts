import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { inFrame } from '../../../../src/engine/blocks/in-frame.ts'
import type { Found } from '../../../../src/engine/inference/candidates.ts'
import type { DetectorSession, InferOptions } from '../../../../src/engine/inference/detector-session.ts'
import { ringsOf } from '../../../../src/engine/inference/outlines.ts'
import { openTokenizer, type Prompt } from '../../../../src/engine/inference/sam3/networks.ts'
import { openSam3 } from '../../../../src/engine/inference/sam3/sam3-session.ts'
import { modelFixture } from '../../support/bundles.ts'
import { SAM3_FIXTURE, SAM3_HALF_FIXTURE, sam3Copy } from '../../support/sam3.ts'
import { testFolder } from '../../support/test-folder.ts'
import { type Square, tensorOf } from '../../support/test-frames.ts'

const folder = testFolder()
const SIZE = { width: 32, height: 32 }
const OPTIONS: InferOptions = { confidence: 0.5, classIds: null, iou: 0.7, classAgnostic: false, maxDetections: 300 }
const cell = (column: number, row: number, color: 'red' | 'green'): Square => ({
  x: 8 * column,
  y: 8 * row,
  side: 8,
  color,
})

const opened: DetectorSession[] = []
afterEach(async () => {
  for (const session of opened.splice(0)) await session.close()
})
async function open(prompts: readonly Prompt[], at = SAM3_FIXTURE): Promise<DetectorSession> {
  const session = await openSam3(at, 1, prompts)
  opened.push(session)
  return session
}
const box = (name: string): Prompt => ({ name, output_type: 'bbox' })
const polygon = (name: string): Prompt => ({ name, output_type: 'polygon' })

const boxesOf = ({ boxes, classIds, count }: Found) =>
  Array.from({ length: count }, (_, i) => ({ classId: classIds[i], box: [...boxes.subarray(4 * i, 4 * i + 4)] }))

describe('detections of a prompt', () => {
  const picture = tensorOf([cell(1, 2, 'red'), cell(3, 0, 'green'), cell(0, 3, 'green')], SIZE)

  test('each prompt is a class, with its boxes in pixels of the image', async () => {
    const session = await open([box('red'), box('a GREEN thing')])
    expect(session.inspection).toMatchObject({
      modelType: 'object_detection',
      classes: ['red', 'a GREEN thing'],
      input: { width: 32, height: 32, fit: 'stretch' },
      precision: 'fp32',
    })
    const found = await session.infer(picture, OPTIONS)
    expect(boxesOf(found)).toEqual(
      expect.arrayContaining([
        { classId: 0, box: [8, 16, 16, 24] },
        { classId: 1, box: [24, 0, 32, 8] },
        { classId: 1, box: [0, 24, 8, 32] },
      ]),
    )
    expect(found.count).toBe(3)
    expect(found.outlines).toBeUndefined()
  })

  test('networks in half precision pass tensors to each other and detect the same', async () => {
    const session = await open([polygon('red'), box('green')], SAM3_HALF_FIXTURE)
    expect(session.inspection.precision).toBe('fp16')
    const found = await session.infer(picture, OPTIONS)
    const whole = await (await open([polygon('red'), box('green')])).infer(picture, OPTIONS)
    expect(boxesOf(found)).toEqual(boxesOf(whole))
    expect(found.count).toBe(3)
    expect(found.outlines).toBeDefined()
  })

  test("a score is the confidence of the query times that of the object's presence", async () => {
    const session = await open([box('red')])
    const sigmoid = (x: number) => 1 / (1 + Math.exp(-x))
    const found = await session.infer(picture, OPTIONS)
    // The fixture's logits are 6 x similarity - 6; the similarity of pure red is 2. Presence is the largest of these.
    expect(found.scores[0]).toBeCloseTo(sigmoid(6) * sigmoid(6), 4)
    const grey = await session.infer(tensorOf([], SIZE), { ...OPTIONS, confidence: 0 })
    expect(grey.scores[0]).toBeCloseTo(sigmoid(-6) * sigmoid(-6), 4)
  })

  test('only prompts that request outlines get them', async () => {
    const session = await open([polygon('red'), box('green')])
    expect(session.inspection.modelType).toBe('instance_segmentation')
    const found = await session.infer(picture, OPTIONS)
    for (let i = 0; i < found.count; i++) {
      const rings = found.outlines ? ringsOf(found.outlines, i) : []
      expect(rings).toHaveLength(found.classIds[i] === 0 ? 1 : 0)
      for (const ring of rings) {
        const xs = ring.filter((_, k) => k % 2 === 0)
        const ys = ring.filter((_, k) => k % 2 === 1)
        // Half a cell of the mask, which has 16 x 16, is one pixel.
        for (const [is, should] of [
          [Math.min(...xs), 8],
          [Math.max(...xs), 16],
          [Math.min(...ys), 16],
          [Math.max(...ys), 24],
        ] as [number, number][]) {
          expect(Math.abs(is - should)).toBeLessThan(1.1)
        }
      }
    }
  })

  test('boxes and outlines are mapped back to a frame that was stretched', async () => {
    const session = await open([polygon('red')])
    const found = await session.infer(picture, OPTIONS)
    const all = { x1: 0, y1: 0, x2: 32, y2: 32 }
    const letterbox = { scale: 0.125, scaleY: 0.25, padX: 0, padY: 0, originX: 0, originY: 0, imageArea: all }
    const [detection, ...others] = inFrame({ found, letterbox }, { width: 256, height: 128 })
    expect(others).toEqual([])
    expect(detection?.box).toEqual({ x1: 64, y1: 64, x2: 128, y2: 96 })
    const [ring = []] = detection?.rings ?? []
    const distance = (values: number[], to: number) => Math.min(...values.map((v) => Math.abs(v - to)))
    const [xs, ys] = [ring.filter((_, i) => i % 2 === 0), ring.filter((_, i) => i % 2 === 1)]
    for (const x of [64, 128]) expect(distance(xs, x)).toBeLessThan(9)
    for (const y of [64, 96]) expect(distance(ys, y)).toBeLessThan(5)
  })

  test('only selected classes are reported, up to the maximum, none below the threshold', async () => {
    const session = await open([box('red'), box('green')])
    const only = await session.infer(picture, { ...OPTIONS, classIds: new Set([1]) })
    expect(boxesOf(only).map((f) => f.classId)).toEqual([1, 1])
    expect((await session.infer(picture, { ...OPTIONS, maxDetections: 1 })).count).toBe(1)
    expect((await session.infer(picture, { ...OPTIONS, confidence: 0.9999 })).count).toBe(0)
  })

  test('two prompts for one object suppress each other when so configured', async () => {
    const session = await open([box('red'), box('red car')])
    expect((await session.infer(picture, OPTIONS)).count).toBe(2)
    expect((await session.infer(picture, { ...OPTIONS, classAgnostic: true })).count).toBe(1)
  })

  test('a prompt that occurs twice counts once', async () => {
    const session = await open([box('red'), polygon('red')])
    expect(session.inspection.classes).toEqual(['red'])
    expect((await session.infer(picture, OPTIONS)).outlines).toBeDefined()
  })
})

test('two sessions share the networks; closing one leaves the other', async () => {
  const [a, b] = await Promise.all([openSam3(SAM3_FIXTURE, 1, [box('red')]), openSam3(SAM3_FIXTURE, 1, [box('green')])])
  await a.close()
  const found = await b.infer(tensorOf([cell(0, 0, 'green')], SIZE), OPTIONS)
  expect(boxesOf(found)).toEqual([{ classId: 0, box: [0, 0, 8, 8] }])
  await b.close()
})

describe('prompts as tokens', () => {
  const tokenize = openTokenizer(SAM3_FIXTURE)
  const [start, red, green, end] = [517n, 513n, 516n, 518n]

  test('a prompt is encoded as start, words, end, and the end again as padding', () => {
    const { ids, mask } = tokenize('  Red   GREEN ')
    expect([...ids]).toEqual([start, red, green, ...Array(29).fill(end)])
    expect([...mask]).toEqual([1n, 1n, 1n, 1n, ...Array(28).fill(0n)])
  })

  test('a prompt that is too long is cut off before its end', () => {
    const { ids, mask } = tokenize('red '.repeat(50))
    expect([...ids]).toEqual([start, ...Array(30).fill(red), end])
    expect(mask.every((m) => m === 1n)).toBe(true)
  })
})

describe('files that do not fit', () => {
  const failure = async (spoil: (copy: string) => void) => {
    const copy = sam3Copy(folder)
    spoil(copy)
    const error = await openSam3(copy, 1, [box('red')]).catch((e: unknown) => e as Error & { code: string })
    return error as Error & { code: string }
  }

  test.each(['vision-encoder.onnx', 'text-encoder.onnx', 'geo-encoder-mask-decoder.onnx'])(
    '%s is reported as missing',
    async (file) => {
      const error = await failure((copy) => rmSync(join(copy, file)))
      expect(error.code).toBe('model_missing')
      expect(error.message).toContain('sightline models install-sam3')
    },
  )

  test('a file that is cut off is rejected', async () => {
    const error = await failure((copy) => writeFileSync(join(copy, 'text-encoder.onnx'), 'ONNX, but not all of it'))
    expect(error).toMatchObject({ code: 'model_unreadable', message: expect.stringContaining('“text-encoder.onnx”') })
  })

  test('another network is rejected with the file, the input and its shape', async () => {
    const error = await failure((copy) => copyFileSync(modelFixture('colours-v8'), join(copy, 'vision-encoder.onnx')))
    expect(error.code).toBe('model_unsupported')
    expect(error.message).toBe(
      '“vision-encoder.onnx” does not fit SAM 3: it has no input “images” of float32 or float16 [1, 3, height, width]. Export the networks as docs/sam3.md describes and install them again.',
    )
  })

  test('networks in each other’s place are rejected', async () => {
    const error = await failure((copy) =>
      copyFileSync(join(copy, 'text-encoder.onnx'), join(copy, 'geo-encoder-mask-decoder.onnx')),
    )
    expect(error.message).toContain('“geo-encoder-mask-decoder.onnx” does not fit SAM 3: it has no input “fpn_feat_0”')
  })

  test('a tokenizer of another model is rejected', async () => {
    const notJson = await failure((copy) => writeFileSync(join(copy, 'tokenizer.json'), 'vocab'))
    expect(notJson).toMatchObject({ code: 'model_unsupported', message: expect.stringContaining('“tokenizer.json”') })
    const missing = await failure((copy) => rmSync(join(copy, 'tokenizer.json')))
    expect(missing.code).toBe('model_missing')
  })
})
