import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { loadWorkflow } from '../../src/cli/local-workflow.ts'
import type { Graph } from '../../src/shared/graph/graph.ts'
import { blocksRun } from '../../src/shared/graph/issue.ts'
import { validate } from '../../src/shared/graph/validate.ts'
import { modelFixture, root } from '../engine/support/bundles.ts'
import { testFolder } from '../engine/support/test-folder.ts'
import { sightline, warmSightline } from './cli.ts'

const folder = testFolder()
const template = join(root, 'resources', 'templates', 'count-at-a-line.sightline.json')

const save = (name: string, value: unknown): string => {
  writeFileSync(join(folder, name), JSON.stringify(value))
  return name
}

const naming = (gcs_uri: string, model_id: string, url = 'https://localhost/hook') => ({
  version: 1,
  nodes: [
    { id: 's', type: 'source', config: { gcs_uri } },
    { id: 'm', type: 'model', config: { model_id } },
    { id: 'hook', type: 'sink', config: { kind: 'webhook', url } },
  ],
  edges: [
    { source: 's', target: 'm' },
    { source: 'm', target: 'hook' },
  ],
})

describe('validate', () => {
  test('refuses the id of a block that every object has, and so does a run', async () => {
    const graph = JSON.parse(readFileSync(template, 'utf8')).graph as Graph
    const [first] = graph.nodes
    for (const id of ['__proto__', 'constructor', 'hasOwnProperty']) {
      const renamed = JSON.parse(JSON.stringify(graph).replaceAll(`"${first?.id}"`, `"${id}"`))
      const file = save(`${id}.json`, renamed)
      for (const command of ['validate', 'run']) {
        const { code, stdout, stderr } = await warmSightline([command, file], folder)
        expect([code, `${stdout}${stderr}`]).toEqual([1, expect.stringContaining(`A block can’t have the id “${id}”`)])
      }
    }
  })

  test('a sound workflow exits with 0', async () => {
    expect(await sightline(['validate', template], folder)).toMatchObject({ code: 0, stdout: 'No problems found.\n' })
  })

  test('a workflow that names its schema for an editor is checked as one that does not', async () => {
    const file = { $schema: '../schemas/workflow-1.json', ...JSON.parse(readFileSync(template, 'utf8')) }
    for (const json of [file, { $schema: file.$schema, ...file.graph }]) {
      const { code, stdout } = await warmSightline(['validate', save('named.json', json)], folder)
      expect([code, stdout]).toEqual([0, 'No problems found.\n'])
    }
    const { stdout } = await warmSightline(['validate', save('wrong.json', { ...file.graph, $schema: 1 })], folder)
    expect(stdout).toContain('/$schema')
  })

  test('problems are printed with position and remedy, and exit with 1', async () => {
    const graph = { version: 1, nodes: [{ id: 's', type: 'source', config: {} }], edges: [] }
    const { code, stdout } = await sightline(['validate', save('bad.json', graph)], folder)
    expect(code).toBe(1)
    expect(stdout).toMatch(/^error: block s, \/gcs_uri: Choose a video.*\(source\.not_set\)$/m)
    const json = await warmSightline(['validate', 'bad.json', '--json'], folder)
    expect(json.code).toBe(1)
    expect(JSON.parse(json.stdout).map((i: { code: string }) => i.code)).toContain('source.not_set')
  })

  test('a bundled model made for another source gives a warning, but none for a copy of its own video', async () => {
    const withSource = (gcs_uri: string) => {
      const { graph } = JSON.parse(readFileSync(template, 'utf8'))
      const nodes = graph.nodes.map((n: { type: string; config: object }) =>
        n.type === 'source' ? { ...n, config: { ...n.config, gcs_uri } } : n,
      )
      return save('sourced.json', { ...graph, nodes })
    }
    const other = await warmSightline(['validate', withSource('harbour.mp4')], folder)
    expect(other.stdout).toMatch(/^warning: block .*This model was made for “street-crossing\.mp4” and finds little/m)
    expect(other.code).toBe(0)
    const copy = await warmSightline(['validate', withSource('copies/street-crossing.mp4')], folder)
    expect(copy.stdout).toBe('No problems found.\n')
  })

  test('the files, models and addresses that were not checked are listed on stderr', async () => {
    const found = await warmSightline(['validate', save('names.json', naming('nowhere.mp4', 'nobody'))], folder)
    expect(found).toEqual({
      code: 0,
      stdout: 'No problems found.\n',
      stderr:
        'Not checked: the file “nowhere.mp4”, the model “nobody”, the address “https://localhost/hook”. Add --resources to check them.\n',
    })
  })

  test('--resources reports missing resources, and prints no list when nothing is missing', async () => {
    const at = ['validate', '--resources']
    const missing = await warmSightline([...at, save('names.json', naming('nowhere.mp4', 'nobody'))], folder)
    expect(missing).toMatchObject({ code: 1, stderr: '' })
    expect(missing.stdout).toMatch(/^error: block s, \/gcs_uri: The source “nowhere\.mp4” is not .*source_missing\)$/m)
    expect(missing.stdout).toMatch(/^error: block m, \/model_id: There is no model “nobody”\. .*model_missing\)$/m)
    expect(missing.stdout).toMatch(/^error: block hook, \/url: “localhost” is inside .*webhook_not_public\)$/m)
    const sound = naming('sightline://demo/street-crossing.mp4', 'street-detector', 'https://example.com/hook')
    const found = await warmSightline([...at, save('sound.json', sound)], folder)
    expect(found).toEqual({ code: 0, stdout: 'No problems found.\n', stderr: '' })
  })

  test('any JSON yields issues', async () => {
    for (const value of [[], 7, 'text', { version: 2 }]) {
      const { graph } = await loadWorkflow(join(folder, save('odd.json', value)))
      expect(blocksRun(validate(graph))).toBe(true)
    }
    expect((await warmSightline(['validate', save('odd.json', null)], folder)).code).toBe(1)
  })

  test('a file that can’t be read exits with 2', async () => {
    const { code, stderr } = await warmSightline(['validate', 'nowhere.json'], folder)
    expect(code).toBe(2)
    expect(stderr).toBe('sightline: There is no file “nowhere.json”.\n')
  })
})

describe('models inspect', () => {
  test('describes the file', async () => {
    const { code, stdout } = await sightline(['models', 'inspect', modelFixture('colours-v8')], folder)
    expect(code).toBe(0)
    expect(stdout).toMatch(/Classes +2: red, green/)
    expect(stdout).toMatch(/Input +“picture” 160x96, float32, channels first/)
    expect(stdout).not.toContain('Speed')
    expect(stdout).not.toContain('Batch')
    const four = await warmSightline(['models', 'inspect', modelFixture('colours-v8-of-four')], folder)
    expect(four.stdout).toMatch(/Batch +4 images at a time, fixed in the file/)
    const many = await warmSightline(['models', 'inspect', modelFixture('colours-v8-of-many-classes')], folder)
    expect(many.stdout).toMatch(
      /Family +Ultralytics YOLO \(v8 detect head\) \(ultralytics-v8\); \S.* would fit less well/,
    )
    const json = await warmSightline(['models', 'inspect', modelFixture('colours-v8'), '--json'], folder)
    expect(JSON.parse(json.stdout)).toMatchObject({ modelType: 'object_detection', classes: ['red', 'green'] })
  })

  test('measures the speed on request', async () => {
    const { code, stdout } = await warmSightline(['models', 'inspect', modelFixture('colours-v8'), '--speed'], folder)
    expect(code).toBe(0)
    expect(stdout).toMatch(/Speed +[\d.]+ ms a frame \(median of 7, /)
  })

  test('a model that can’t be used exits with 1 and a sentence', async () => {
    const { code, stdout, stderr } = await warmSightline(['models', 'inspect', modelFixture('unfit-output')], folder)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toContain('“unfit-output.onnx” can’t be used')
  })

  test('a missing file exits with 2', async () => {
    expect((await sightline(['models', 'inspect', 'nowhere.onnx'], folder)).code).toBe(2)
  })
})

test('help and version go to stdout', async () => {
  const help = await sightline(['--help'], folder)
  expect(help).toMatchObject({ code: 0, stderr: '' })
  for (const command of ['run', 'validate', 'models']) expect(help.stdout).toContain(command)
  expect((await warmSightline(['--version'], folder)).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect((await warmSightline(['no-such-command'], folder)).code).toBe(1)
})
