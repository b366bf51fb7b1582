import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { openSession } from '../../../src/engine/inference/detector-session.ts'
import { joinBeside, joinModel } from '../../../src/engine/inference/one-file/join-model.ts'
import { modelFixture } from '../support/bundles.ts'
import {
  attribute,
  field,
  GRAPH,
  graph,
  inside,
  int,
  message,
  model,
  node,
  type Part,
  text,
  value,
} from '../support/onnx-writer.ts'
import { testFolder } from '../support/test-folder.ts'

const root = testFolder()
/** Written by the package `onnx`: see tools/fixtures/make-two-files.py. */
const apart = join(dirname(modelFixture('colours-v8')), 'apart')
const MODEL = 'colours-v8.onnx'

let folder: string
let to: string
let made = 0
beforeEach(() => {
  folder = join(root, String(made++))
  mkdirSync(folder)
  to = join(folder, 'whole')
})

const filesOf = (dir: string) =>
  readdirSync(dir)
    .filter((name) => name !== MODEL)
    .map((name) => ({ name, path: join(dir, name) }))

const OPTIONS = { confidence: 0.25, classIds: null, iou: 0.7, classAgnostic: false, maxDetections: 300 }

async function detections(path: string) {
  const session = await openSession(path, 1, MODEL)
  const { width, height } = session.inspection.input
  const image = new Float32Array(3 * width * height)
  // A red square, and a green one.
  for (let y = 20; y < 36; y++) for (let x = 40; x < 56; x++) image[y * width + x] = 1
  for (let y = 60; y < 76; y++) for (let x = 100; x < 116; x++) image[(height + y) * width + x] = 1
  const found = await session.infer(image, OPTIONS)
  await session.close()
  return found
}

describe('a model whose weights are in other files', () => {
  test.each(['one', 'many'])('becomes the file that it was before, from %s beside it', async (kind) => {
    const dir = join(apart, kind)
    const parts = { path: join(dir, MODEL), name: MODEL, files: filesOf(dir), to }
    expect(await joinModel(parts)).toEqual({ name: MODEL })
    const whole = await detections(to)
    expect(whole.count).toBeGreaterThan(1)
    expect(whole).toEqual(await detections(modelFixture('colours-v8')))
    expect(readdirSync(folder)).toEqual(['whole'])
  })

  test('is found with its weights in the folder of a file of this machine', async () => {
    expect(await joinBeside(join(apart, 'one', MODEL), to)).toEqual({ name: MODEL })
    expect(await joinBeside(modelFixture('colours-v8'), join(folder, 'other'))).toBeNull()
    expect(readFileSync(to)).toEqual(readFileSync(modelFixture('colours-v8')))
  })

  test('is refused with the name of the file that is missing, and nothing is left', async () => {
    const [first, ...rest] = filesOf(join(apart, 'many'))
    const parts = { path: join(apart, 'many', MODEL), name: 'best.onnx', files: rest, to }
    await expect(joinModel(parts)).rejects.toMatchObject({
      code: 'model_unsupported',
      message: `“best.onnx” can’t be used: its weights are in another file, “${first?.name}”, which is missing. Import both files together: drop or choose both, or their folder, or a ZIP archive of both.`,
    })
    expect(readdirSync(folder)).toEqual([])
  })

  test('does not get them from its folder unless that is the user’s', async () => {
    const parts = { path: join(apart, 'one', MODEL), name: MODEL, files: [], to }
    await expect(joinModel(parts)).rejects.toThrow('“colours-v8.onnx.data”, which is missing')
  })

  test('is refused with a data file that is cut, or that of another model', async () => {
    cpSync(join(apart, 'one'), folder, { recursive: true })
    truncateSync(join(folder, `${MODEL}.data`), 3890)
    await expect(joinBeside(join(folder, MODEL), to)).rejects.toThrow('That file is incomplete, or belongs to another')
  })

  test('is refused when a link stands for the data file', async () => {
    cpSync(join(apart, 'one', MODEL), join(folder, MODEL))
    symlinkSync(join(apart, 'one', `${MODEL}.data`), join(folder, `${MODEL}.data`))
    await expect(joinBeside(join(folder, MODEL), to)).rejects.toThrow('not a link or a folder')
    expect(existsSync(to)).toBe(false)
  })

  test('is refused when a folder stands for the data file', async () => {
    cpSync(join(apart, 'one', MODEL), join(folder, MODEL))
    mkdirSync(join(folder, `${MODEL}.data`))
    await expect(joinBeside(join(folder, MODEL), to)).rejects.toThrow('not a link or a folder')
  })
})

const [FLOAT, STRING, UINT4] = [1, 8, 21]
const entry = (key: string, stated: string): Part => field(13, message(text(1, key), text(2, stated)))

interface Stated {
  location?: string
  offset?: string
  length?: string
  type?: number
  values?: number
}

/** A tensor of one float32 in the file “data”, unless stated otherwise. */
const tensor = (name: string, { location = 'data', offset, length, type = FLOAT, values = 1 }: Stated = {}): Part =>
  message(
    int(1, values),
    int(2, type),
    entry('location', location),
    ...(offset === undefined ? [] : [entry('offset', offset)]),
    ...(length === undefined ? [] : [entry('length', length)]),
    int(14, 1),
    text(8, name),
  )

async function joined(...tensors: Part[]): Promise<Buffer> {
  writeFileSync(join(folder, 'model.onnx'), model(graph(...tensors.map((part) => field(5, part)))))
  await joinBeside(join(folder, 'model.onnx'), to)
  return readFileSync(to)
}

describe('the place that a tensor states', () => {
  beforeEach(() => writeFileSync(join(folder, 'data'), Buffer.from(Float32Array.of(0.5, 2, 4).buffer)))

  test.each([
    '../data',
    '..',
    '.',
    '/etc/passwd',
    'C:\\data',
    '..\\data',
    'sub/data',
    'data:stream',
    'data\u0000',
    ' ',
  ])('is refused as the location %j', async (location) => {
    await expect(joined(tensor('weight', { location }))).rejects.toMatchObject({
      code: 'model_unsupported',
      message: expect.stringContaining('not the plain name of a file in its own folder'),
    })
  })

  test.each<[string, Stated]>([
    ['an offset behind the end', { offset: '12' }],
    ['an offset that is no number', { offset: '-4' }],
    ['a length behind the end', { offset: '8', length: '8' }],
    ['a length that is not that of its values', { length: '8' }],
    ['more values than the file has', { values: 4 }],
    ['text, which can’t be apart, of a length behind the end', { type: STRING, length: '13' }],
  ])('is refused with %s', async (_, stated) => {
    await expect(joined(tensor('weight', stated))).rejects.toThrow('its weights do not fit the file “data”')
  })

  test('is read from its offset, with or without a length', async () => {
    expect(await joined(tensor('weight', { offset: '4', length: '4' }))).toEqual(
      Buffer.from(model(graph(field(5, inside2('weight', 2))))),
    )
  })

  test('counts half bytes of small integers', async () => {
    await expect(joined(tensor('weight', { type: UINT4, values: 24 }))).resolves.toBeInstanceOf(Buffer)
  })

  test('may be shared by two tensors, and by no more', async () => {
    const share = (count: number) => Array.from({ length: count }, (_, i) => tensor(`w${i}`, { values: 3 }))
    await expect(joined(...share(2), field(0x7ff, message()))).resolves.toBeInstanceOf(Buffer)
    to = join(folder, 'other')
    await expect(joined(...share(3))).rejects.toThrow('do not fit the file “data”')
  })
})

/** Like `inside`, with its fields in the order of `tensor`. */
const inside2 = (name: string, number: number): Part =>
  message(int(1, 1), int(2, FLOAT), text(8, name), (pbf) =>
    pbf.writeBytesField(9, new Uint8Array(Float32Array.of(number).buffer)),
  )

test('lengths that grow by a byte grow those around them, in nested graphs too', async () => {
  const values = 10_000
  writeFileSync(join(folder, 'data'), Buffer.from(new Float32Array(values).buffer))
  const branch = message(text(2, 'branch'), field(5, tensor('held', { values })), field(12, value('chosen', FLOAT, 1)))
  const one = node('If', ['always'], ['weight'], field(5, attribute('then_branch', GRAPH, field(6, branch))))
  writeFileSync(join(folder, 'model.onnx'), model(graph(field(1, one), field(5, inside('after', 7)))))
  await joinBeside(join(folder, 'model.onnx'), to)
  const held = message(int(1, values), int(2, FLOAT), text(8, 'held'), (pbf) =>
    pbf.writeBytesField(9, new Uint8Array(4 * values)),
  )
  const whole = message(text(2, 'branch'), field(5, held), field(12, value('chosen', FLOAT, 1)))
  const other = node('If', ['always'], ['weight'], field(5, attribute('then_branch', GRAPH, field(6, whole))))
  expect(readFileSync(to)).toEqual(Buffer.from(model(graph(field(1, other), field(5, inside('after', 7))))))
})

test('a model that would be larger than ONNX files can be is refused before it is written', async () => {
  // Sparse: it has no bytes on the disk.
  writeFileSync(join(folder, 'data'), '')
  truncateSync(join(folder, 'data'), 2 ** 31)
  await expect(joined(tensor('weight', { values: 2 ** 29 }))).rejects.toThrow(
    'it has 2,148 MB, with its weights, and ONNX files can have at most 2,147 MB',
  )
  expect(existsSync(to)).toBe(false)
})

test('a file that is larger than ONNX files can be is not called missing', async () => {
  writeFileSync(join(folder, 'large.onnx'), '\b\u0007')
  truncateSync(join(folder, 'large.onnx'), 2 ** 31)
  await expect(openSession(join(folder, 'large.onnx'), 1)).rejects.toThrow('it has 2,148 MB')
})

describe('a ZIP archive', () => {
  async function zipped(files: Record<string, string | Buffer>): Promise<string> {
    const zip = new ZipFile()
    for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content), name)
    zip.end()
    const path = join(folder, 'model.zip')
    const parts: Buffer[] = []
    for await (const part of zip.outputStream) parts.push(part as Buffer)
    writeFileSync(path, Buffer.concat(parts))
    return path
  }
  const join2 = async (files: Record<string, string | Buffer>) =>
    joinModel({ path: await zipped(files), name: 'model.zip', files: [], to })
  const whole = readFileSync(modelFixture('colours-v8'))
  const pair = {
    'export/colours-v8.onnx': readFileSync(join(apart, 'one', MODEL)),
    'export/colours-v8.onnx.data': readFileSync(join(apart, 'one', `${MODEL}.data`)),
  }

  test('is unpacked with the weights beside its model, past what macOS adds', async () => {
    const added = { '__MACOSX/export/._colours-v8.onnx': 'x', 'readme.txt': 'Hello' }
    expect(await join2({ ...pair, ...added })).toEqual({ name: MODEL })
    expect(crc32(readFileSync(to))).toBe(crc32(whole))
    expect(readdirSync(folder).sort()).toEqual(['model.zip', 'whole'])
  })

  test('may hold one file alone', async () => {
    expect(await join2({ 'best.onnx': whole })).toEqual({ name: 'best.onnx' })
    expect(readFileSync(to)).toEqual(whole)
  })

  test.each<[string, Record<string, string | Buffer>, string]>([
    ['no model', { 'readme.txt': 'Hello' }, 'has no ONNX file'],
    ['several', { 'a.onnx': whole, 'b.onnx': whole }, 'has 2 ONNX files: a.onnx, b.onnx. Unpack it'],
    ['its weights in another folder', { ...pair, 'export/colours-v8.onnx.data': '' }, 'do not fit the file'],
    ['weights that inflate too much', { 'a.onnx': Buffer.alloc(8 << 20) }, '“a.onnx” inflates more than'],
    ['a model of another framework', { 'm/model.ncnn.param': '7767517', 'm/model.ncnn.bin': '' }, 'is a model of ncnn'],
  ])('is refused with %s', async (_, files, reason) => {
    await expect(join2(files)).rejects.toThrow(reason)
    expect(readdirSync(folder)).toEqual(['model.zip'])
  })

  test('is refused when it is cut', async () => {
    const path = await zipped({ 'best.onnx': whole })
    truncateSync(path, 100)
    await expect(joinModel({ path, name: 'model.zip', files: [], to })).rejects.toThrow(
      'can’t be read as a ZIP archive',
    )
  })
})
