import { spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { Value } from 'typebox/value'
import { beforeAll, describe, expect, test } from 'vitest'
import { freshFolder } from '../../src/cli/run-workflow.ts'
import { WorkflowRun } from '../../src/shared/domain/run.ts'
import type { Graph } from '../../src/shared/graph/graph.ts'
import { bundle, modelFixture } from '../engine/support/bundles.ts'
import { wire } from '../engine/support/run.ts'
import { testFolder } from '../engine/support/test-folder.ts'
import { writeVideo } from '../engine/support/test-frames.ts'
import { sightline, warmSightline } from './cli.ts'

const folder = testFolder()
const STILLS = join(import.meta.dirname, '../fixtures/stills')
const points = [
  [0.5, 1],
  [0.5, 0],
]

const graph = (source: object, model = 'colours.onnx'): Graph => ({
  version: 1,
  nodes: [
    { id: 'source', type: 'source', config: { kind: 'video', ...source } },
    { id: 'find', type: 'model', config: { model_id: model, iou_threshold: 0.1 } },
    { id: 'follow', type: 'track', config: {} },
    { id: 'count', type: 'measure', config: { geometries: [{ kind: 'line', name: 'Gate', points }] } },
    { id: 'table', type: 'sink', config: { kind: 'csv', filename: 'walk' } },
  ],
  edges: ['source>find', 'find>follow', 'follow>count', 'count>table'].map(wire),
})

const save = (name: string, value: unknown): string => {
  writeFileSync(join(folder, name), JSON.stringify(value))
  return name
}

beforeAll(async () => {
  copyFileSync(modelFixture('colours-v8'), join(folder, 'colours.onnx'))
  await writeVideo(join(folder, 'walk.mp4'), 20, (i) => [{ x: 8 + 6 * i, y: 32, color: 'red' }])
})

describe('a run that completes', () => {
  test('reads a folder of images in the order of their numbers', async () => {
    mkdirSync(join(folder, 'photos'))
    for (const name of ['10.png', '2.png', '1.png']) {
      writeFileSync(join(folder, 'photos', name), createCanvas(64, 64).toBuffer('image/png'))
    }
    writeFileSync(join(folder, 'photos', '3.jpg'), 'not a picture')
    writeFileSync(join(folder, 'photos', 'notes.txt'), 'left alone')
    const more = [
      ['plain.jpg', '11.JFIF'],
      ['animated.gif', '12.gif'],
      ['tiled-deflate.tif', '13.TIF'],
      ['turned-6.avif', '14.avif'],
      ['photo.heic', '15.HEIC'],
    ] as const
    for (const [still, name] of more) copyFileSync(join(STILLS, still), join(folder, 'photos', name))
    const onVideo = graph({ gcs_uri: 'walk.mp4' })
    const sink = { id: 'lines', type: 'sink', config: { kind: 'json' } }
    const [source, find] = onVideo.nodes as [Graph['nodes'][number], Graph['nodes'][number]]
    const file = save('stills.json', {
      version: 1,
      nodes: [source, find, sink],
      edges: ['source>find', 'find>lines'].map(wire),
    })
    const { code, stderr } = await warmSightline(['run', file, '--source', 'photos', '--out', 'photos-out'], folder)
    expect(code).toBe(0)
    expect(stderr).toContain('warning: Skipped an image: “3.jpg”')
    const lines = readFileSync(join(folder, 'photos-out', 'lines.jsonl'), 'utf8')
      .trimEnd()
      .split('\n')
    expect(stderr).toContain('warning: Skipped an image: “15.HEIC” is a HEIC file')
    const read = ['1.png', '2.png', '10.png', '11.JFIF', '12.gif', '13.TIF', '14.avif']
    expect(lines.slice(1).map((line) => JSON.parse(line).image)).toEqual(read)
  })

  test('shows counts and files on stdout, progress on stderr, and exits with 0', async () => {
    const file = { format: 'sightline-workflow', version: 1, name: 'My walk', graph: graph({ gcs_uri: 'walk.mp4' }) }
    const { code, stdout, stderr } = await sightline(
      ['run', save('walk.sightline.json', file), '--out', 'results'],
      folder,
    )
    expect(code).toBe(0)
    expect(stdout).toContain('My walk: 20 frames')
    expect(stdout).toMatch(/Gate +A to B 1 +B to A 0 +\(red 1\/0\)/)
    expect(stdout).toMatch(/walk-events\.csv +\d+ B +1 row$/m)
    expect(stderr).toMatch(/20 of 20 frames \(100%\)/)
    expect(readdirSync(join(folder, 'results')).sort()).toEqual([
      'evidence.jsonl',
      'manifest.json',
      'run.log',
      'walk-events.csv',
    ])
  })

  test('with --json stdout holds only the run record', async () => {
    const bare = save('bare.json', graph({ gcs_uri: 'walk.mp4' }))
    const { code, stdout } = await warmSightline(['run', bare, '--out', 'json-out', '--json'], folder)
    expect(code).toBe(0)
    const record = JSON.parse(stdout)
    expect(Value.Errors(WorkflowRun, record)).toEqual([])
    expect(record).toMatchObject({
      status: 'completed',
      workflow_name: 'bare',
      media: { width: 160, height: 96 },
      counts: { lines: [{ name: 'Gate', a_to_b: 1, b_to_a: 0 }] },
      error: null,
    })
  })

  test('--source replaces the workflow’s video, even when it names none', async () => {
    const { code, stdout } = await warmSightline(
      ['run', save('unset.json', graph({})), '--source', 'walk.mp4', '--json'],
      folder,
    )
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ status: 'completed', source: { name: 'walk.mp4' } })
    // Without --out, results are written to a folder of their own below the current one.
    const [run] = readdirSync(join(folder, 'sightline-runs'))
    expect(existsSync(join(folder, 'sightline-runs', run ?? '', 'walk-events.csv'))).toBe(true)
  })
})

describe('a folder that holds a completed run', () => {
  test('is refused with exit code 2 and a sentence, and left unchanged', async () => {
    const file = save('again.json', graph({ gcs_uri: 'walk.mp4' }))
    expect((await warmSightline(['run', file, '--out', 'again'], folder)).code).toBe(0)
    const held = () => readFileSync(join(folder, 'again', 'manifest.json'), 'utf8')
    const before = held()
    const { code, stdout, stderr } = await warmSightline(['run', file, '--out', 'again', '--json'], folder)
    expect(code).toBe(2)
    expect(stdout).toBe('')
    expect(stderr).toBe(
      'sightline: “again” holds the results of a completed run (manifest.json). Use another --out or --force.\n',
    )
    expect(held()).toBe(before)
    expect((await warmSightline(['run', file, '--out', 'again', '--force'], folder)).code).toBe(0)
    expect(held()).not.toBe(before)
  })

  test('is never the default: without --out each run has its own folder, also two runs within one second', () => {
    const [at, parent] = [new Date('2026-03-04T10:00:00.000Z'), join(folder, 'fresh')]
    const names = ['2026-03-04T10-00-00', '2026-03-04T10-00-00-2', '2026-03-04T10-00-00-3']
    for (const name of names) {
      expect(freshFolder(at, parent)).toBe(join(parent, name))
      mkdirSync(join(parent, name), { recursive: true })
    }
  })
})

describe('a run that fails exits with 1 and one sentence', () => {
  const failing: [string, () => string[], RegExp][] = [
    ['a video that is gone', () => [save('a.json', graph({ gcs_uri: 'gone.mp4' }))], /“gone\.mp4” is not there/],
    ['a handle of another system', () => [save('b.json', graph({ gcs_uri: 'gs://bucket/x' }))], /--source/],
    ['a model that is gone', () => [save('c.json', graph({ gcs_uri: 'walk.mp4' }, 'no-such'))], /no model “no-such”/],
    ['a problem in the graph', () => [save('d.json', graph({}))], /Choose a video/],
    ['neither workflow nor --demo', () => [], /--demo/],
    ['a file that is no video', () => [save('e.json', graph({ gcs_uri: 'e.json' }))], /“e\.json”/],
  ]
  test.each(failing)('%s', async (_, args, sentence) => {
    const { code, stdout, stderr } = await warmSightline(['run', ...args(), '--out', 'failed'], folder)
    expect(code).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toMatch(sentence)
    expect(stderr).not.toMatch(/\n {4}at /)
  })

  test('with --json the record holds the error', async () => {
    const gone = save('gone.json', graph({ gcs_uri: 'gone.mp4' }))
    const { code, stdout } = await sightline(['run', gone, '--json', '--out', 'failed'], folder)
    expect(code).toBe(1)
    const record = JSON.parse(stdout)
    expect(Value.Errors(WorkflowRun, record)).toEqual([])
    expect(record).toMatchObject({ status: 'error', error: { code: 'source_missing', node_id: 'source' } })
  })

  test('a workflow that can’t be read exits with 2', async () => {
    writeFileSync(join(folder, 'broken.json'), '{ "version": 1,')
    for (const name of ['nowhere.json', 'broken.json', '.']) {
      const { code, stderr } = await warmSightline(['run', name], folder)
      expect(code).toBe(2)
      expect(stderr).toContain(`“${name}”`)
    }
  })
})

test('Ctrl-C before the first checkpoint exits with 130 and leaves nothing but the log', async () => {
  const size = { width: 640, height: 480 }
  await writeVideo(join(folder, 'long.mp4'), 200, () => [], { size })
  const annotating = graph({ gcs_uri: 'long.mp4' })
  annotating.nodes.push(
    { id: 'draw', type: 'visualize', config: {} },
    { id: 'video', type: 'sink', config: { kind: 'annotated_video' } },
  )
  annotating.edges.push(wire('follow>draw'), wire('draw>video'))
  const args = [bundle('cli.js'), 'run', save('long.json', annotating), '--out', 'stopped']
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    if (stderr === '') child.kill('SIGINT')
    stderr += text
  })
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect(code).toBe(130)
  expect(readdirSync(join(folder, 'stopped'))).toEqual(['run.log'])
  expect(readFileSync(join(folder, 'stopped', 'run.log'), 'utf8')).toContain('This run was interrupted')
  expect(stderr).toContain('Interrupted before the first checkpoint')
})
