import { expect, test } from 'vitest'
import { fromHalves } from '../../../src/engine/inference/half.ts'
import { type Convention, imageTensor } from '../../../src/engine/inference/image-tensor.ts'

const PLAIN: Convention = {
  width: 2,
  height: 1,
  layout: 'nchw',
  elementType: 'float32',
  channels: 'rgb',
  scale: 1,
  mean: [0, 0, 0],
  deviation: [1, 1, 1],
}
/** Two pixels: (1, 0.5, 0) and (0, 0.25, 1). */
const picture = Float32Array.from([1, 0, 0.5, 0.25, 0, 1])

test('an image in the form that the model takes is not copied', () => {
  const tensor = imageTensor(picture, PLAIN)
  expect(tensor.data).toBe(picture)
  expect(tensor.dims).toEqual([1, 3, 1, 2])
})

test.each<[string, Partial<Convention>, number[], number[]]>([
  ['BGR of 0 to 255', { channels: 'bgr', scale: 255 }, [1, 3, 1, 2], [0, 255, 127.5, 63.75, 255, 0]],
  ['channels last', { layout: 'nhwc' }, [1, 1, 2, 3], [1, 0.5, 0, 0, 0.25, 1]],
  ['bytes', { layout: 'nhwc', elementType: 'uint8', scale: 255 }, [1, 1, 2, 3], [255, 128, 0, 0, 64, 255]],
  ['whole numbers', { elementType: 'int32', scale: 255 }, [1, 3, 1, 2], [255, 0, 128, 64, 0, 255]],
  ['one channel of luma', { channels: 'grey', scale: 200, mean: [1, 9, 9] }, [1, 1, 1, 2], [117.5, 51.15]],
  ['one picture without a batch', { layout: 'chw' }, [3, 1, 2], [1, 0, 0.5, 0.25, 0, 1]],
  [
    'mean and deviation of each channel',
    { mean: [0.5, 0.25, 0], deviation: [0.5, 0.25, 2] },
    [1, 3, 1, 2],
    [1, -1, 1, 0, 0, 0.5],
  ],
])('%s', (_, convention, shape, values) => {
  const tensor = imageTensor(picture, { ...PLAIN, ...convention })
  expect(tensor.dims).toEqual(shape)
  expect([...(tensor.data as Float32Array)].map((v) => Math.fround(v))).toEqual(values.map(Math.fround))
})

test('half precision is returned as bits on every runtime, with Float16Array or without', () => {
  const { type, data } = imageTensor(picture, { ...PLAIN, elementType: 'float16' })
  expect(type).toBe('float16')
  expect(data).toBeInstanceOf(Uint16Array)
  expect([...fromHalves(data as Uint16Array)]).toEqual([...picture])
})
