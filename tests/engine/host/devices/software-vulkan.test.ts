import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { forkChild } from '../../../../src/engine/host/engine-child.ts'
import { TOLERANCE } from '../../../../src/engine/inference/devices/check-device.ts'
import type { Engine } from '../../../../src/shared/engine-contract/job.ts'
import { bundle, modelFixture } from '../../support/bundles.ts'
import { engine, graphOf, jobOf, recordsOf } from '../../support/run.ts'
import { NO_SOFTWARE_VULKAN, NO_VULKAN, SOFTWARE_VULKAN } from '../../support/software-vulkan.ts'
import { testFolder } from '../../support/test-folder.ts'
import { writeVideo } from '../../support/test-frames.ts'

const folder = testFolder()
const video = join(folder, 'walk.mp4')
const FRAMES = 8
const graph = graphOf(
  {
    find: ['model', { model_id: 'colours', iou_threshold: 0.1 }],
    follow: ['track', { tracker: 'botsort', reid_model_id: 'reid' }],
    found: ['sink', { kind: 'json', filename: 'found' }],
  },
  ['source>find', 'find>follow', 'follow>found'],
)

beforeAll(async () => {
  await writeVideo(video, FRAMES, (i) => [{ x: 8 + 6 * i, y: 32, color: 'red' }])
})

/** The engine of the product, whose processes find these drivers; it lists the devices once. */
const engineWith = (environment: NodeJS.ProcessEnv) =>
  engine({ fork: (entry, env) => forkChild(entry, { ...env, ...environment }) })
const withoutDriver = engineWith(NO_VULKAN)
const onSoftware = engineWith(SOFTWARE_VULKAN)

let runs = 0
async function run(device: string, host: Engine) {
  const outDir = join(folder, `${device}-${runs++}`)
  const model = modelFixture('colours-v8-batch')
  const job = jobOf(graph, video, outDir, model)
  const models = {
    find: { ...job.models.find, path: model, name: 'colours', sha256: 'a1', device },
    follow: { path: modelFixture('colours-reid'), name: 'reid', sha256: 'r1', device },
  }
  const warnings: string[] = []
  const deviceChecks = `${outDir}-checks.json`
  const outcome = await host.start({ ...job, models, deviceChecks }, (report) => {
    if (report.type === 'log' && report.line.level === 'warning') warnings.push(report.line.message)
  }).done
  return { outcome, warnings, outDir }
}

/** Every number of the records, in their order. */
const numbersIn = (outDir: string): number[] =>
  recordsOf(outDir, 'found.jsonl').flatMap((record) =>
    [...JSON.stringify(record).matchAll(/-?\d+(?:\.\d+)?(?:e-?\d+)?/g)].map(([text]) => Number(text)),
  )

describe('a machine without a driver', () => {
  test('lists WebGPU with the reason for which it is not available', async () => {
    const devices = await withoutDriver.devices()
    expect(devices[0]).toMatchObject({ id: 'cpu', kind: 'cpu', available: true, reason: null, software: false })
    const webgpu = devices.find(({ id }) => id === 'webgpu')
    expect(webgpu).toMatchObject({ kind: 'webgpu', available: false, software: false })
    expect(webgpu?.reason).toMatch(/^WebGPU .+\.$/)
  })

  test('completes a run that asks for a GPU on the CPU, with a warning for each model', async () => {
    const { outcome, warnings, outDir } = await run('webgpu', withoutDriver)
    expect(outcome.status).toBe('completed')
    expect(outcome.nodes.find?.device).toMatchObject({ id: 'cpu', fell_back: true })
    expect(outcome.nodes.follow?.device).toMatchObject({ id: 'cpu', fell_back: true })
    expect(warnings).toEqual([
      expect.stringMatching(/^WebGPU failed with “colours”/),
      expect.stringMatching(/^WebGPU failed with “reid”/),
    ])
    expect(readFileSync(join(outDir, 'run.log'), 'utf8')).toContain('WebGPU failed with “colours”')
    const { attempts, avoided } = JSON.parse(readFileSync(`${outDir}-checks.json`, 'utf8'))
    expect(attempts).toEqual({})
    // The device was never available: it may be once its driver is installed.
    expect(avoided).toEqual({})
  })
})

let onCpu: Awaited<ReturnType<typeof run>>
beforeAll(async () => {
  onCpu = await run('cpu', engine())
})

test('a run on the CPU names it and tries no device', () => {
  const { outcome } = onCpu
  expect(outcome.nodes.find?.device).toMatchObject({ id: 'cpu', kind: 'cpu' })
  expect(outcome.nodes.find?.device?.fell_back).toBeUndefined()
})

test('a run whose process is killed on a device keeps auto from it', async () => {
  const outDir = join(folder, 'killed')
  const job = jobOf(graph, video, outDir, modelFixture('hanging'))
  const find = { path: modelFixture('hanging'), name: 'hanging', sha256: 'h1', device: 'webgpu' }
  const follow = { path: modelFixture('colours-reid'), name: 'reid', sha256: 'r1' }
  const deviceChecks = `${outDir}-checks.json`
  const run = withoutDriver.start({ ...job, models: { find, follow }, deviceChecks }, ({ type }) => {
    if (type === 'started') process.kill(run.pid as number, 'SIGKILL')
  })
  expect(await run.done).toMatchObject({ status: 'error', error: { code: 'engine_died' } })
  expect(Object.keys(JSON.parse(readFileSync(deviceChecks, 'utf8')).avoided)).toEqual([expect.stringContaining('h1')])
})

describe.skipIf(NO_SOFTWARE_VULKAN)(`on a software GPU${NO_SOFTWARE_VULKAN ? ` (${NO_SOFTWARE_VULKAN})` : ''}`, () => {
  test('the list names the processor and that it is software', async () => {
    const webgpu = (await onSoftware.devices()).find(({ id }) => id === 'webgpu')
    expect(webgpu).toMatchObject({ available: true, reason: null, software: true })
    expect(webgpu?.name).toMatch(/SwiftShader|llvmpipe/)
  })

  test('a run finds what the CPU finds, within the tolerance, and names the device', async () => {
    const onGpu = await run('webgpu', onSoftware)
    expect(onGpu.outcome).toMatchObject({ status: 'completed', error: null })
    expect(onGpu.warnings).toEqual([])
    const used = { id: 'webgpu', kind: 'webgpu', name: expect.stringMatching(/SwiftShader|llvmpipe/) }
    expect(onGpu.outcome.nodes.find?.device).toEqual(used)
    expect(onGpu.outcome.nodes.follow?.device).toEqual(used)
    const manifest = JSON.parse(readFileSync(join(onGpu.outDir, 'manifest.json'), 'utf8'))
    expect(manifest.devices).toEqual([
      { node_id: 'find', ...used },
      { node_id: 'follow', ...used },
    ])
    const [seen, expected] = [numbersIn(onGpu.outDir), numbersIn(onCpu.outDir)]
    expect(seen).toHaveLength(expected.length)
    expect(expected.length).toBeGreaterThan(FRAMES)
    for (const [i, value] of expected.entries())
      expect(Math.abs((seen[i] as number) - value)).toBeLessThan(160 * TOLERANCE)
  })

  test('auto takes the CPU', async () => {
    const { outcome } = await run('auto', onSoftware)
    expect(outcome.nodes.find?.device).toMatchObject({ id: 'cpu' })
    expect(outcome.nodes.find?.device?.fell_back).toBeUndefined()
  })

  test.each(['colours-v8-batch', 'colours-reid'])('a check measures %s and compares it with the CPU', async (name) => {
    const checked = await onSoftware.checkDevice({ path: modelFixture(name), name, sha256: 'c' }, 'webgpu')
    expect(checked).toMatchObject({ ok: true, value: { agrees: true } })
    if (!checked.ok) return
    expect(checked.value.median_ms).toBeGreaterThan(0)
    expect(checked.value.largest_difference).toBeLessThanOrEqual(TOLERANCE)
  })

  test('the speed of a model names the device that it was measured on', async () => {
    const inspected = await onSoftware.inspectModel(modelFixture('colours-v8'), 'x', {
      measure: true,
      device: 'webgpu',
    })
    expect(inspected).toMatchObject({ ok: true, value: { speed: { device: { id: 'webgpu', kind: 'webgpu' } } } })
  })
})

test('a check of a file that is no model fails with the reason', async () => {
  const checked = await engine().checkDevice({ path: bundle('engine.js'), name: 'Mine.onnx', sha256: 'x' }, 'cpu')
  expect(checked).toMatchObject({ ok: false, error: { code: 'model_unreadable' } })
})
