/** Models of a few hundred bytes that have ONNX Runtime allocate gigabytes. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openSession } from '../../src/engine/inference/detector-session.ts'
import { tooLargeTensor } from '../../src/engine/inference/tensor-sizes.ts'
import {
  attribute,
  constant,
  field,
  GRAPH,
  graph,
  int,
  message,
  model,
  node,
  type Part,
  raw,
  text,
  value,
} from '../engine/support/onnx-writer.ts'
import { testFolder } from '../engine/support/test-folder.ts'

const folder = testFolder()
const [FLOAT, INT64] = [1, 7]
const INTEGERS = 7

const shape = (name: string, ...lengths: number[]): Part =>
  message(
    int(1, lengths.length),
    int(2, INT64),
    text(8, name),
    raw(9, new Uint8Array(BigInt64Array.from(lengths, BigInt).buffer)),
  )
const initialiser = (tensor: Part): Part => field(5, tensor)
const made = (by: string, ...inputs: string[]): Part => field(1, node(by, inputs, ['weight']))
const ofShape = (lengths: number[]): Part =>
  field(
    1,
    node(
      'RandomNormal',
      [],
      ['weight'],
      field(5, message(text(1, 'shape'), ...lengths.map((length) => int(8, length)), int(20, INTEGERS))),
    ),
  )
const [HUGE, SIDE] = [2 ** 29, 23_171]

const MODELS: Record<string, Uint8Array> = {
  'ConstantOfShape of an initialiser': model(graph(initialiser(shape('to', HUGE)), made('ConstantOfShape', 'to'))),
  'ConstantOfShape of a constant': model(
    graph(field(1, constant('to', shape('', SIDE, SIDE))), made('ConstantOfShape', 'to')),
  ),
  Expand: model(graph(initialiser(shape('to', SIDE, SIDE)), made('Expand', 'picture', 'to'))),
  'Tile of a declared input': model(graph(initialiser(shape('to', 1, 1, 4_000, 4_000)), made('Tile', 'picture', 'to'))),
  'Resize to given sizes': model(
    graph(initialiser(shape('to', 1, 3, SIDE, SIDE)), made('Resize', 'picture', '', '', 'to')),
  ),
  RandomNormal: model(graph(ofShape([SIDE, SIDE]))),
  'a declared value': model(graph(field(13, value('weight', FLOAT, SIDE, SIDE)), made('Identity', 'picture'))),
  'a node in a branch': model(
    graph(
      initialiser(shape('to', HUGE)),
      field(
        1,
        node(
          'If',
          ['picture'],
          ['chosen'],
          field(5, attribute('then_branch', GRAPH, field(6, message(text(2, 'b'), made('ConstantOfShape', 'to'))))),
        ),
      ),
    ),
  ),
}

test.each(Object.entries(MODELS))(
  'a model with a tensor of gigabytes is refused unopened: %s',
  async (_what, bytes) => {
    const path = join(folder, 'huge.onnx')
    writeFileSync(path, bytes)
    expect(bytes.length).toBeLessThan(2_500)
    await expect(openSession(path, 1)).rejects.toMatchObject({
      code: 'model_unsupported',
      text: { code: 'model_file.tensor_too_large', params: { tensor: 'weight', max: 2 ** 28 } },
    })
  },
)

test('open lengths, and tensors of usual models, are no reason', async () => {
  expect(tooLargeTensor(model(graph(initialiser(shape('to', -1, HUGE)), made('Expand', 'picture', 'to'))))).toBeNull()
  expect(tooLargeTensor(model(graph(initialiser(shape('to', 1, 3, 8, 8)), made('Expand', 'picture', 'to'))))).toBeNull()
})
