import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { isCudaSystem } from '../../../src/engine/inference/cuda/cuda-folder.ts'
import type { RunHooks } from '../../../src/engine/runtime/run-hooks.ts'
import type { RunJob } from '../../../src/shared/engine-contract/job.ts'
import { modelFixture } from '../support/bundles.ts'
import { faultyDevice } from '../support/faulty-device.ts'
import { graphOf, jobOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'
import { writeVideo } from '../support/test-frames.ts'

const folder = testFolder()
const video = join(folder, 'walk.mp4')
const FRAMES = 20
const points = [
  [0.5, 1],
  [0.5, 0],
]
const graph = graphOf(
  {
    find: ['model', { model_id: 'colours', iou_threshold: 0.1, confidence_threshold: 0.1 }],
    follow: ['track'],
    count: ['measure', { geometries: [{ kind: 'line', name: 'Gate', points }] }],
    events: ['sink', { kind: 'csv', filename: 'events' }],
    found: ['sink', { kind: 'json', filename: 'found' }],
  },
  ['source>find', 'find>follow', 'follow>count', 'count>events', 'follow>found'],
)

beforeAll(async () => {
  await writeVideo(video, FRAMES, (i) => [{ x: 8 + 6 * i, y: 32, color: 'red' }])
})

let runs = 0
async function run(device: string, hooks: Partial<RunHooks> = {}, cacheDir: string | null = null) {
  const outDir = join(folder, `run-${runs++}`)
  const base = jobOf(graph, video, outDir, modelFixture('colours-v8-batch'))
  const models = Object.fromEntries(Object.entries(base.models).map(([id, file]) => [id, { ...file, device }]))
  const job: RunJob = { ...base, models, cacheDir }
  const outcome = await runHere(job, hooks)
  const warnings = outcome.reports.flatMap((report) =>
    report.type === 'log' && report.line.level === 'warning' ? [report.line.message] : [],
  )
  const tables = outcome.artifacts.filter(({ kind }) => kind === 'csv' || kind === 'json')
  const manifest = JSON.parse(readFileSync(join(outDir, 'manifest.json'), 'utf8'))
  return { outcome, warnings, manifest, tables: tables.map(({ name, sha256 }) => [name, sha256]) }
}

const tapesIn = (cacheDir: string): number => {
  const tapes = join(cacheDir, 'tapes')
  return existsSync(tapes) ? readdirSync(tapes).filter((name) => name.endsWith('.tape')).length : 0
}

test('the tables of a run have the same bytes whatever the size of its batches', async () => {
  const tables = []
  for (const cpuBatch of [1, 2, 4]) {
    const { outcome, tables: written } = await run('cpu', { devices: { names: {}, notes: [], cpuBatch } })
    expect(outcome).toMatchObject({ status: 'completed', nodes: { find: { frames_out: FRAMES } } })
    tables.push(written)
  }
  expect(tables[0]?.length).toBeGreaterThan(1)
  expect(tables[1]).toEqual(tables[0])
  expect(tables[2]).toEqual(tables[0])
})

describe('a device that dies in mid-run', () => {
  const dying = (): Partial<RunHooks> => ({
    inferenceEntry: faultyDevice(folder, 'death', 6),
    devices: { names: { cuda: 'Test GPU' }, notes: [] },
  })

  test('leaves a completed run with the tables of the CPU, a warning, and its fall-back in record and manifest', async () => {
    const { tables } = await run('cpu')
    const fallen = await run('cuda', dying())
    expect(fallen.outcome.status).toBe('completed')
    expect(fallen.tables).toEqual(tables)
    expect(fallen.warnings).toEqual([expect.stringMatching(/^Test GPU failed with “colours”, so the CPU runs it/)])
    const used = { id: 'cpu', kind: 'cpu', fell_back: true }
    expect(fallen.outcome.nodes.find?.device).toMatchObject(used)
    expect(fallen.manifest.devices).toMatchObject([{ node_id: 'find', ...used }])
  })

  test('leaves nothing in the cache under its own key, nor under that of the CPU', async () => {
    const cacheDir = join(folder, 'cache')
    await run('cuda', dying(), cacheDir)
    const afterFall = tapesIn(cacheDir)
    const again = await run('cuda', { ...dying(), inferenceEntry: faultyDevice(folder, 'death', 1_000) }, cacheDir)
    expect(again.outcome.nodes.find?.reused).toBeUndefined()
    expect(again.outcome.nodes.find?.device).toEqual({ id: 'cuda', kind: 'cuda', name: 'Test GPU' })
    expect(tapesIn(cacheDir)).toBe(afterFall + 2)
    const onCpu = await run('cpu', {}, cacheDir)
    expect(onCpu.outcome.nodes.find?.reused).toBeUndefined()
    const third = await run('cuda', dying(), cacheDir)
    expect(third.outcome.nodes.find?.reused).toBeDefined()
    expect(third.warnings).toEqual([])
  })
})

describe('a device that is not available', () => {
  test('is replaced by the CPU, and the log quotes the reason of the device', async () => {
    const reasons = { cuda: { message: 'CUDA needs libraries.' } }
    const { outcome, warnings } = await run('cuda', {
      inferenceEntry: faultyDevice(folder, 'opening'),
      devices: { names: { cuda: 'CUDA' }, reasons, notes: [] },
    })
    expect(outcome).toMatchObject({ status: 'completed', nodes: { find: { device: { id: 'cpu', fell_back: true } } } })
    expect(warnings).toEqual([expect.stringMatching(/^CUDA failed with “colours”.*\(CUDA needs libraries\.\)$/)])
  })

  // Elsewhere ONNX Runtime ignores the provider without an error.
  test.runIf(isCudaSystem())('is named, with the words of ONNX Runtime, where no reason is known', async () => {
    const { warnings } = await run('cuda', { devices: { names: { cuda: 'CUDA' }, notes: [] } })
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('does not run on CUDA. ONNX Runtime reports: ')
    expect(warnings[0]).not.toContain('can’t be read')
  })
})
