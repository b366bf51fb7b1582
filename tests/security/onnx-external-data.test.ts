import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { outsideTensors } from '../../src/disk/onnx-tensors.ts'
import { openSession } from '../../src/engine/inference/detector-session.ts'
import { openEmbedding } from '../../src/engine/inference/embedding.ts'
import { externalData } from '../../src/engine/inference/one-file/data-files.ts'
import { openOnnx } from '../../src/engine/inference/onnx-session.ts'
import { modelFixture } from '../engine/support/bundles.ts'
import {
  attribute,
  bytesOf,
  constant,
  field,
  GRAPH,
  graph,
  inside,
  int,
  message,
  model,
  node,
  outside,
  type Part,
  raw,
  TENSOR,
  text,
  value,
} from '../engine/support/onnx-writer.ts'
import { testFolder } from '../engine/support/test-folder.ts'

const folder = testFolder()
const NEIGHBOUR = 'other-upload.bin'
writeFileSync(join(folder, NEIGHBOUR), 'a secret of another user')

const [BOOL, FLOAT, INT64] = [9, 1, 7]
const SPARSE = 11
const TENSORS = 9
const GRAPHS = 10

const always = field(5, message(int(2, BOOL), text(8, 'always'), raw(9, Uint8Array.of(1))))
/** A branch of If that produces the tensor; `as` is the place that holds it. */
const branch = (...parts: Part[]): Part => message(text(2, 'branch'), ...parts, field(12, value('chosen', FLOAT, 1)))
const ifNode = (chosen: Part): Part =>
  node(
    'If',
    ['always'],
    ['weight'],
    field(5, attribute('then_branch', GRAPH, field(6, chosen))),
    field(5, attribute('else_branch', GRAPH, field(6, branch(field(1, constant('chosen', inside('', 0))))))),
  )
const nested = (levels: number, tensor: Part): Part => {
  if (levels === 0) return branch(field(1, constant('chosen', tensor)))
  const inner = node(
    'If',
    ['always'],
    ['chosen'],
    field(5, attribute('then_branch', GRAPH, field(6, nested(levels - 1, tensor)))),
    field(5, attribute('else_branch', GRAPH, field(6, branch(field(1, constant('chosen', inside('', 0))))))),
  )
  return branch(field(1, inner))
}
const loopBody = (tensor: Part): Part =>
  message(
    text(2, 'round'),
    field(11, value('i', INT64)),
    field(11, value('on', BOOL)),
    field(11, value('before', FLOAT, 1)),
    field(1, node('Identity', ['on'], ['still'])),
    field(1, constant('step', tensor)),
    field(1, node('Add', ['before', 'step'], ['after'])),
    field(12, value('still', BOOL)),
    field(12, value('after', FLOAT, 1)),
  )
const weight = field(5, inside('weight', 1))
const local = (...parts: Part[]): Part =>
  message(text(1, 'Weigh'), text(5, 'weight'), ...parts, field(9, int(2, 17)), text(10, 'own'))
const callOfLocal = field(1, message(text(2, 'weight'), text(4, 'Weigh'), text(7, 'own')))
const withOwn = field(8, message(text(1, 'own'), int(2, 1)))
const indices = message(int(1, 1), int(2, INT64), raw(9, new Uint8Array(8)))

/** The places where ONNX allows a tensor, with a model that has it there. */
const PLACES: Record<string, (tensor: (name: string) => Part) => Uint8Array> = {
  'an initializer': (tensor) => model(graph(field(5, tensor('weight')))),
  'the attribute of a Constant': (tensor) => model(graph(field(1, constant('weight', tensor(''))))),
  'a Constant in a branch of If': (tensor) =>
    model(graph(always, field(1, ifNode(branch(field(1, constant('chosen', tensor('')))))))),
  'an initializer in a branch of If': (tensor) =>
    model(
      graph(
        always,
        field(1, ifNode(branch(field(5, tensor('held')), field(1, node('Identity', ['held'], ['chosen']))))),
      ),
    ),
  'a branch of a branch of a branch': (tensor) => model(graph(always, field(1, ifNode(nested(2, tensor('')))))),
  'the body of a Loop': (tensor) =>
    model(
      graph(
        field(5, inside('start', 0)),
        field(5, message(int(2, INT64), text(8, 'rounds'), raw(9, Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0)))),
        field(
          1,
          node(
            'Loop',
            ['rounds', '', 'start'],
            ['weight'],
            field(5, attribute('body', GRAPH, field(6, loopBody(tensor(''))))),
          ),
        ),
      ),
    ),
  'a node of a local function': (tensor) =>
    model(graph(callOfLocal), withOwn, field(25, local(field(7, constant('weight', tensor('')))))),
  'the default of an attribute of a local function': (tensor) =>
    model(
      graph(callOfLocal),
      withOwn,
      field(
        25,
        local(
          field(11, attribute('of', TENSOR, field(5, tensor('')))),
          field(
            7,
            node('Constant', [], ['weight'], field(5, message(text(1, 'value'), int(20, TENSOR), text(21, 'of')))),
          ),
        ),
      ),
    ),
  'the values of a sparse initializer': (tensor) =>
    model(graph(field(15, message(field(1, tensor('weight')), field(2, indices), int(3, 1))))),
  'the values of a sparse attribute': (tensor) =>
    model(
      graph(
        field(
          1,
          node(
            'Constant',
            [],
            ['weight'],
            field(
              5,
              attribute('sparse_value', SPARSE, field(22, message(field(1, tensor('')), field(2, indices), int(3, 1)))),
            ),
          ),
        ),
      ),
    ),
}

/** Places that no standard operator uses, so that a model with the tensor inside need not open. */
const UNUSED: typeof PLACES = {
  'the indices of a sparse initializer': (tensor) =>
    model(graph(field(15, message(field(1, inside('weight', 1)), field(2, tensor('')), int(3, 1))))),
  'a list of sparse tensors': (tensor) =>
    model(graph(weight, field(1, node('Add', [], [], field(5, message(field(23, field(1, tensor(''))))))))),
  'a list of tensors': (tensor) =>
    model(graph(weight, field(1, node('Add', [], [], field(5, attribute('list', TENSORS, field(10, tensor('')))))))),
  'a list of graphs': (tensor) =>
    model(
      graph(
        weight,
        field(1, node('Add', [], [], field(5, attribute('list', GRAPHS, field(11, branch(field(5, tensor('')))))))),
      ),
    ),
  'the start of the training': (tensor) =>
    model(graph(weight), field(20, field(1, message(text(2, 'start'), field(5, tensor('x')))))),
  'the algorithm of the training': (tensor) =>
    model(graph(weight), field(20, field(2, message(text(2, 'step'), field(5, tensor('x')))))),
}

let files = 0
function written(bytes: Uint8Array): string {
  const path = join(folder, `model-${files++}.onnx`)
  writeFileSync(path, bytes)
  return path
}

describe.each(Object.entries({ ...PLACES, ...UNUSED }))('weights in another file, named by %s', (_, place) => {
  const path = written(place((name) => outside(name, NEIGHBOUR)))
  const refusal = {
    code: 'model_unsupported',
    message: `“Mine.onnx” can’t be used: its weights are in another file, “${NEIGHBOUR}”, which is missing. Import both files together: drop or choose both, or their folder, or a ZIP archive of both.`,
  }

  test('are rejected in a model of a Model block', async () => {
    await expect(openSession(path, 1, 'Mine.onnx')).rejects.toMatchObject(refusal)
  })

  test('are rejected in a re-identification model', async () => {
    await expect(openEmbedding(path, 1, 'Mine.onnx')).rejects.toMatchObject(refusal)
  })
})

test.each(Object.entries(PLACES))('weights inside the model open, in %s', async (_, place) => {
  const bytes = place((name) => inside(name, 1))
  expect(externalData(bytes)).toBeNull()
  const session = await openOnnx(written(bytes), 1)
  await session.release()
})

describe('a tensor declares external data', () => {
  const inGraph = (...parts: Part[]) =>
    model(graph(field(5, message(int(1, 1), int(2, FLOAT), text(8, 'weight'), ...parts))))
  const location = field(13, message(text(1, 'location'), text(2, NEIGHBOUR)))

  test.each<[string, Uint8Array, string]>([
    ['by the name of a file alone', inGraph(location), NEIGHBOUR],
    ['by its place alone', inGraph(int(14, 1)), ''],
    ['by a place that is 1 once it is cut to 32 bits', inGraph(int(14, 2 ** 32 + 1)), ''],
    ['by an offset without a file', inGraph(field(13, message(text(1, 'offset'), text(2, '3')))), ''],
    ['in the second of two halves of one graph', bothHalves(location), NEIGHBOUR],
  ])('%s', (_, bytes, file) => {
    expect(externalData(bytes)).toBe(file)
  })

  test('with a name of a thousand letters, of which the error shows a hundred', () => {
    const name = 'x'.repeat(1000)
    expect(externalData(inGraph(field(13, message(text(1, 'location'), text(2, name)))))).toBe('x'.repeat(100))
  })
})

function bothHalves(location: Part): Uint8Array {
  const second = message(field(5, message(text(8, 'weight'), location)))
  return model(message(text(2, 'graph')), field(7, second))
}

describe('protobuf bytes that a careless reader misreads', () => {
  const tensor = bytesOf(outside('weight', NEIGHBOUR))
  const withTensor = (bytes: Uint8Array) => model(graph((pbf) => pbf.writeBytesField(5, bytes)))

  test('a field of another wire type is skipped and hides nothing', () => {
    // A number where a graph is expected: a reader that takes it for a length skips the graph that follows.
    const bytes = model(graph(int(15, 60), field(5, outside('weight', NEIGHBOUR))))
    expect(externalData(bytes)).toBe(NEIGHBOUR)
  })

  test('unknown fields are skipped', () => {
    const unknown = message(int(99, 7), text(98, 'x'), (pbf) => pbf.writeFixed64Field(97, 1))
    expect(externalData(model(message(unknown, field(5, outside('weight', NEIGHBOUR)))))).toBe(NEIGHBOUR)
    expect(externalData(model(message(unknown, weight)))).toBeNull()
  })

  test.each<[string, Uint8Array]>([
    ['a part that is longer than what it is a part of', withTensor(Uint8Array.of(0x6a, 0x7f, 0x0a))],
    ['a field with the number 0 before the others', withTensor(Uint8Array.of(0x00, ...tensor))],
    ['a group, which ONNX does not have', withTensor(Uint8Array.of(0x0b, ...tensor, 0x0c))],
    ['a field without its value', withTensor(Uint8Array.of(0x6a))],
    ['no end of a number', withTensor(Uint8Array.of(0x70, 0xff, 0xff))],
  ])('%s is no ONNX file', async (_, bytes) => {
    expect(() => externalData(bytes)).toThrow()
    await expect(openSession(written(bytes), 1, 'Mine.onnx')).rejects.toMatchObject({ code: 'model_unreadable' })
  })

  test('a tensor takes no memory for each of hundreds of parts, or of dimensions', () => {
    const parts = message(...Array.from({ length: 200 }, () => message(int(14, 1), int(99, 1))))
    expect(() => outsideTensors(withTensor(bytesOf(parts)))).toThrow('in more than 100 parts')
    const dimensions = message(raw(1, new Uint8Array(2000).fill(1)), int(14, 1))
    expect(outsideTensors(withTensor(bytesOf(dimensions)))[0]?.values).toBeNaN()
  })

  test('graphs nested a thousand deep are not an ONNX file', async () => {
    let deep: Part = message()
    for (let level = 0; level < 1000; level++) {
      const inner = bytesOf(deep)
      deep = field(
        1,
        field(5, (pbf) => pbf.writeBytesField(6, inner)),
      )
    }
    const bytes = model(deep)
    expect(() => externalData(bytes)).toThrow('nested too deeply')
    await expect(openSession(written(bytes), 1, 'Mine.onnx')).rejects.toMatchObject({ code: 'model_unreadable' })
  })
})

test('the models of the tests hold all their weights', () => {
  for (const name of ['colours-v8', 'colours-v8-half', 'hanging', 'colours-reid', 'colours-torchvision']) {
    expect(externalData(readFileSync(modelFixture(name)))).toBeNull()
  }
})
