import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { modelReport } from '../../../src/cli/model-report.ts'
import { openSession } from '../../../src/engine/inference/detector-session.ts'
import { inspectModel } from '../../../src/engine/inference/inspect-model.ts'
import { statedConversion } from '../../../src/engine/inference/model-conversion.ts'
import type { Conversion } from '../../../src/shared/domain/conversion.ts'
import { modelFixture } from '../support/bundles.ts'
import { bytesOf, field, message, text } from '../support/onnx-writer.ts'
import { testFolder } from '../support/test-folder.ts'
import { tensorOf } from '../support/test-frames.ts'

const folder = testFolder()
const colours = modelFixture('colours-v8')

/** The model with further metadata: fields of a message may follow each other in any order. */
function withMetadata(name: string, metadata: Record<string, string>): string {
  const entries = Object.entries(metadata).map(([key, value]) => field(14, message(text(1, key), text(2, value))))
  const path = join(folder, `${name}.onnx`)
  writeFileSync(path, Buffer.concat([readFileSync(colours), bytesOf(message(...entries))]))
  return path
}

describe('the values that a model runs with', () => {
  test('are the options of a person, then what the file states, then what its family assumes', async () => {
    const path = withMetadata('stated', { author: 'Somebody', 'Image.NominalPixelRange': 'NominalRange_0_255' })
    const plain = await inspectModel(path)
    expect(plain.input).toMatchObject({ scale: 255, channels: 'rgb', fit: 'letterbox' })
    expect(plain.origins).toMatchObject({ scale: 'file', channels: 'assumed', fit: 'assumed', class_names: 'file' })
    const conversion: Conversion = {
      scale: 2,
      mean: [1],
      fit: 'stretch',
      bars: [1, 2, 3],
      class_names: ['rot', 'grün'],
    }
    const changed = await inspectModel(path, 'x', { conversion })
    expect(changed.input).toMatchObject({ scale: 2, mean: [1, 1, 1], deviation: [1, 1, 1], bars: [1, 2, 3] })
    expect(changed.classes).toEqual(['rot', 'grün'])
    expect(changed.origins).toMatchObject({ scale: 'option', deviation: 'file', fit: 'option', class_names: 'option' })
  })

  test('count as stated for a file of Ultralytics, which converts in one way only', async () => {
    const { origins } = await inspectModel(withMetadata('author', { author: 'Ultralytics' }))
    expect(origins).toMatchObject({ channels: 'file', scale: 'file', fit: 'file', layout: 'file', input_size: 'file' })
  })

  test('include the size of an input that the file leaves free', async () => {
    const free = modelFixture('colours-v8-free-size')
    const { input, origins } = await inspectModel(free, 'x', { conversion: { input_size: [160, 96] } })
    expect(input).toMatchObject({ width: 160, height: 96, dynamic: true })
    expect(origins?.input_size).toBe('option')
    const refused = inspectModel(free, 'x', { conversion: { input_size: [320, 192] } })
    await expect(refused).rejects.toThrow(/320/)
  })

  test('are in the report of a model, with the options and what is only assumed', async () => {
    const report = modelReport(
      await inspectModel(withMetadata('report', { author: 'Somebody' }), 'x', {
        conversion: { fit: 'center_crop', crop: 0.875 },
      }),
    )
    expect(report).toMatch(/^Options +fit, crop$/m)
    expect(report).toMatch(
      /^Assumed +channels, scale, mean, deviation \(the file does not say; “models set” changes them\)$/m,
    )
  })

  test('change what a model finds', async () => {
    const image = tensorOf([{ x: 16, y: 32, side: 8, color: 'red' }])
    const options = { confidence: 0.3, classIds: null, iou: 0.5, classAgnostic: false, maxDetections: 10 }
    const found: number[] = []
    for (const conversion of [null, { channels: 'bgr' }, { scale: 0.1 }, { mean: [0.4] }] as const) {
      const session = await openSession(colours, 1, 'x', { conversion: conversion as Conversion | null })
      found.push((await session.infer(image, options)).count)
      await session.close()
    }
    expect(found).toEqual([1, 0, 0, 1])
  })
})

describe('an option that does not fit the model is refused by its name', () => {
  test.each<[Conversion, string, RegExp]>([
    [{ class_names: ['red'] }, 'class_names', /1 name for 2 classes/],
    [{ class_names: ['a', 'b', 'c'] }, 'class_names', /3 names for 2 classes/],
    [{ layout: 'nhwc' }, 'layout', /the file fixes its input as “picture” float32/],
    [{ input_size: [320, 320] }, 'input_size', /the file fixes it at 160x96/],
    [{ channels: 'grey' }, 'channels', /the input has three channels/],
    [{ mean: [1, 2] }, 'mean', /give one number, or three/],
  ])('%o', async (conversion, name, problem) => {
    const refused = inspectModel(colours, 'Mine', { conversion })
    await expect(refused).rejects.toThrow(problem)
    await expect(refused).rejects.toMatchObject({
      code: 'model_unsupported',
      text: { code: 'conversion.unfit', params: { name: 'Mine', field: name } },
    })
  })

  test('while one that repeats the file is accepted', async () => {
    const conversion: Conversion = { layout: 'nchw', input_size: [160, 96] }
    expect((await inspectModel(colours, 'x', { conversion })).input).toMatchObject({ layout: 'nchw', width: 160 })
  })
})

test('the metadata of a file says what its pixels are', () => {
  expect(statedConversion({})).toEqual({})
  expect(statedConversion({ 'Image.BitmapPixelFormat': 'Bgr8', 'Image.NominalPixelRange': 'Normalized_1_1' })).toEqual({
    channels: 'bgr',
    scale: 2,
    mean: [1],
    deviation: [1],
  })
  expect(statedConversion({ 'Image.NominalPixelRange': 'constructor' })).toEqual({})
  expect(
    statedConversion({
      'model_info model_type': 'ssd',
      'model_info mean_values': '123.675 116.28 103.53',
      'model_info scale_values': '58.395 57.12 57.375',
      'model_info resize_type': 'fit_to_window_letterbox',
      'model_info pad_value': '114',
    }),
  ).toEqual({
    scale: 255,
    mean: [123.675, 116.28, 103.53],
    deviation: [58.395, 57.12, 57.375],
    fit: 'letterbox',
    bars: [114],
  })
})
