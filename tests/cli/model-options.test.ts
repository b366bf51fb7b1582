/** A person's options of a model on the command line. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Model } from '../../src/shared/api/models.ts'
import { CLASS_SETS } from '../../src/shared/domain/class-sets.ts'
import { presetOf } from '../../src/shared/domain/model-presets.ts'
import { modelFixture } from '../engine/support/bundles.ts'
import { graphOf } from '../engine/support/run.ts'
import { testFolder } from '../engine/support/test-folder.ts'
import { writeVideo } from '../engine/support/test-frames.ts'
import { warmSightline } from './cli.ts'

const folder = testFolder()
const env = { SIGHTLINE_DATA: join(folder, 'data') }
const colours = modelFixture('colours-v8')
const run = (...args: string[]) => warmSightline(args, folder, env)

beforeAll(async () => {
  writeFileSync(join(folder, 'names.txt'), 'rot\r\ngrün\n')
  await writeVideo(join(folder, 'run.mp4'), 2, () => [{ x: 16, y: 32, color: 'red' }])
  const find = { model_id: colours, confidence_threshold: 0.3 }
  const graph = graphOf({ find: ['model', find], lines: ['sink', { kind: 'json' }] }, ['source>find', 'find>lines'])
  writeFileSync(join(folder, 'run.json'), JSON.stringify(graph))
  const two = graphOf({ a: ['model', find], b: ['model', find], lines: ['sink', { kind: 'json' }] }, [
    ...['source>a', 'source>b', 'a>lines', 'b>lines'],
  ])
  writeFileSync(join(folder, 'two.json'), JSON.stringify(two))
})

test('an import takes options and presets, which are changed and taken back afterwards', async () => {
  const imported = await run('models', 'import', colours, '--name', 'squares', '--preset', 'keras-caffe', '--json')
  const { conversion } = presetOf('keras-caffe') ?? {}
  expect(JSON.parse(imported.stdout)).toMatchObject({ conversion, conversion_in_use: { channels: 'bgr' } })
  const set = await run(
    'models',
    'set',
    'squares',
    '--scale',
    '1',
    '--mean',
    '0',
    '--class-names',
    'names.txt',
    '--json',
  )
  expect(JSON.parse(set.stdout)).toMatchObject({
    conversion: { ...conversion, scale: 1, mean: [0], class_names: ['rot', 'grün'] },
    class_mapping: { 0: 'rot', 1: 'grün' },
  })
  const unset = await run('models', 'set', 'squares', '--unset', 'class_names', 'channels')
  expect(unset.stdout).toMatch(/^Changed “squares”\.$/m)
  expect(unset.stdout).toMatch(/^ {2}channels +rgb \(file\)$/m)
  expect(unset.stdout).toMatch(/^ {2}scale +1 \(option\)$/m)
  const inspected = await run('models', 'inspect', 'squares', '--json')
  expect(JSON.parse(inspected.stdout)).toMatchObject({
    input: { fit: 'stretch' },
    origins: { fit: 'option', channels: 'file' },
  })
  const reset = await run('models', 'set', 'squares', '--reset', '--json')
  expect((JSON.parse(reset.stdout) as Model).conversion).toBeNull()
})

test('a run takes options for a bare file, and says by a mark that it had them', async () => {
  const runWith = async (...options: string[]) => {
    const { stdout } = await run('run', 'run.json', '--source', 'run.mp4', '--no-cache', '--json', ...options)
    return JSON.parse(stdout).nodes.find
  }
  const plain = await runWith()
  expect(plain.detections).toBeGreaterThan(0)
  expect(plain).not.toHaveProperty('conversion_mark')
  expect(await runWith('--channels', 'bgr')).toMatchObject({
    detections: 0,
    conversion_mark: expect.stringMatching(/^[0-9a-f]{16}$/),
  })
})

test.each<[string[], RegExp]>([
  [['--mean', '1,2'], /--mean: give one number, or three\./],
  [['--scale', '0'], /--scale is not valid\. White, before mean and deviation: 1 or 255\./],
  [['--class-names', 'coco'], /80 names for 2 classes/],
  [['--class-names', 'a,b,c'], /3 names for 2 classes/],
  [['--input-size', '320'], /input_size: the file fixes it at 160x96/],
  [['--channels', 'gray'], /channels: the input has three channels/],
])('models inspect %s names the option', async (options, sentence) => {
  const refused = await run('models', 'inspect', colours, ...options)
  expect(refused.code).toBe(1)
  expect(refused.stderr).toMatch(sentence)
})

test('options of a run with several models are refused', async () => {
  const refused = await run('run', 'two.json', '--source', 'run.mp4', '--fit', 'stretch')
  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('give each model its options with “sightline models set”')
})

test('the known sets of class names have the sizes of their data sets', () => {
  expect([...CLASS_SETS].map(([id, names]) => [id, names.length])).toEqual([
    ['coco', 80],
    ['coco91', 91],
    ['imagenet', 1000],
    ['voc', 20],
    ['voc21', 21],
    ['cityscapes', 19],
  ])
  expect(CLASS_SETS.get('coco91')?.slice(0, 2)).toEqual(['class 0', 'person'])
  expect(CLASS_SETS.get('coco91')?.[90]).toBe('toothbrush')
})
