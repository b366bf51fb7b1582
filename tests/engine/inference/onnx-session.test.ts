import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import ort from 'onnxruntime-node'
import { expect, test } from 'vitest'
import { openOnnx, sessionOptions } from '../../../src/engine/inference/onnx-session.ts'
import { field, int, message, model, node, raw, text, value } from '../support/onnx-writer.ts'
import { testFolder } from '../support/test-folder.ts'

const folder = testFolder()
const [FLOAT, INT64] = [1, 7]
const SIDE = 4

const numbers = (name: string, ...list: number[]) => {
  const bytes = new Uint8Array(BigInt64Array.from(list, BigInt).buffer)
  return field(5, message(int(1, list.length), int(2, INT64), text(8, name), raw(9, bytes)))
}
/** Repeated numbers of an attribute, packed. */
const ints = (name: string, ...list: number[]) =>
  field(5, message(text(1, name), int(20, 7), raw(8, Uint8Array.from(list))))

/** Zeros at the right and at the bottom, then the largest of 2 x 2, as in YOLOv3-tiny. */
function paddedPool(): string {
  const graph = message(
    text(2, 'graph'),
    numbers('pads', 0, 0, 0, 0, 0, 0, 1, 1),
    field(11, value('x', FLOAT, 1, 1, SIDE, SIDE)),
    field(12, value('y', FLOAT, 1, 1, SIDE, SIDE)),
    field(1, node('Pad', ['x', 'pads'], ['padded'])),
    field(1, node('MaxPool', ['padded'], ['y'], ints('kernel_shape', 2, 2), ints('strides', 1, 1))),
  )
  const path = join(folder, 'padded-pool.onnx')
  writeFileSync(path, model(graph))
  return path
}

const negative = Float32Array.from({ length: SIDE * SIDE }, (_, i) => -i - 1)

async function pooled(session: ort.InferenceSession): Promise<number[]> {
  const results = await session.run({ x: new ort.Tensor('float32', negative, [1, 1, SIDE, SIDE]) })
  await session.release()
  return [...((results.y as ort.Tensor).data as Float32Array)]
}

/** By the definition of Pad and MaxPool. */
const expected = [...negative].map((own, i) => (i % SIDE === SIDE - 1 || i >= SIDE * (SIDE - 1) ? 0 : own))

test('a padding of zeros before a max-pool keeps its zeros', async () => {
  expect(await pooled(await openOnnx(paddedPool(), 1))).toEqual(expected)
})

test('ONNX Runtime without the settings of the engine still loses these zeros', async () => {
  const { extra, ...options } = sessionOptions(1)
  const plain = await pooled(await ort.InferenceSession.create(paddedPool(), options))
  const remedy =
    'ONNX Runtime is right by itself: take disable_specified_optimizers out of onnx-session.ts, its line out of docs/decisions.md, and this test away'
  expect(plain, remedy).not.toEqual(expected)
})
