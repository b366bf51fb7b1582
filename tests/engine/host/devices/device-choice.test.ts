import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { chooseDevice, type DeviceTrials, deviceMemory } from '../../../../src/engine/host/devices/device-choice.ts'
import { prepareRun } from '../../../../src/engine/host/devices/devices-of-run.ts'
import { cpuDevice } from '../../../../src/engine/inference/devices/cpu-device.ts'
import type { Device, DeviceCheck } from '../../../../src/shared/domain/device.ts'
import { emptyCounts, emptyProgress } from '../../../../src/shared/domain/run.ts'
import type { Inspected, ModelFile, RunOutcome } from '../../../../src/shared/engine-contract/job.ts'
import { graphOf, jobOf } from '../../support/run.ts'
import { testFolder } from '../../support/test-folder.ts'

const folder = testFolder()
let files = 0
const freshFile = () => join(folder, `checks-${files++}.json`)

const model: ModelFile = { path: '/models/yolo.onnx', name: 'yolo', sha256: 'ab12', device: 'auto' }
const gpu = (id: string, changed: Partial<Device> = {}): Device => ({
  id,
  kind: 'webgpu',
  name: `GPU ${id}`,
  available: true,
  reason: null,
  software: false,
  ...changed,
})
const check = (median_ms: number, agrees = true): Inspected<DeviceCheck> => ({
  ok: true,
  value: { median_ms, agrees, largest_difference: agrees ? 0.0001 : 0.4 },
})
const loss: Inspected<DeviceCheck> = { ok: false, error: { code: 'engine_died', message: 'It died.', node_id: null } }

/** Trials with scripted results by device, which counts them. */
function trialsOf(devices: Device[], results: Record<string, Inspected<DeviceCheck>>) {
  const made: string[] = []
  const trials: DeviceTrials = {
    async list() {
      made.push('list')
      return [cpuDevice(), ...devices]
    },
    async check(_, { id }) {
      made.push(id)
      return results[id] as Inspected<DeviceCheck>
    },
  }
  return { trials, made }
}
const codes = (notes: readonly { code: string }[]) => notes.map(({ code }) => code)

describe('auto', () => {
  test('takes the fastest device that agrees with the CPU', async () => {
    const { trials } = trialsOf([gpu('webgpu'), gpu('cuda')], { webgpu: check(9), cuda: check(5), cpu: check(40) })
    const choice = await chooseDevice(model, trials, deviceMemory(null), true)
    expect([choice.device.id, choice.notes]).toEqual(['cuda', []])
  })

  test('stays on the CPU when no GPU is faster', async () => {
    const { trials } = trialsOf([gpu('webgpu')], { webgpu: check(50), cpu: check(40) })
    expect((await chooseDevice(model, trials, deviceMemory(null), true)).device.id).toBe('cpu')
  })

  test('leaves out a device with other detections than the CPU, and says so', async () => {
    const { trials } = trialsOf([gpu('webgpu')], { webgpu: check(1, false), cpu: check(40) })
    const { device, notes } = await chooseDevice(model, trials, deviceMemory(null), true)
    expect([device.id, codes(notes)]).toEqual(['cpu', ['log.device_differs']])
  })

  test('never takes a software renderer, nor measures it', async () => {
    const { trials, made } = trialsOf([gpu('webgpu', { software: true })], { webgpu: check(0.1), cpu: check(40) })
    expect((await chooseDevice(model, trials, deviceMemory(null), true)).device.id).toBe('cpu')
    expect(made).toEqual(['list'])
  })

  test('tries nothing on a machine that can have no GPU', async () => {
    const { trials, made } = trialsOf([gpu('webgpu')], { webgpu: check(1), cpu: check(40) })
    expect((await chooseDevice(model, trials, deviceMemory(null), false)).device.id).toBe('cpu')
    expect(made).toEqual([])
  })

  test('tries nothing where the environment keeps it on the CPU', async () => {
    vi.stubEnv('SIGHTLINE_AUTO_DEVICE', 'cpu')
    const { trials, made } = trialsOf([gpu('webgpu')], { webgpu: check(1), cpu: check(40) })
    expect((await chooseDevice(model, trials, deviceMemory(null))).device.id).toBe('cpu')
    expect(made).toEqual([])
    vi.unstubAllEnvs()
  })

  test('tries and measures once for all runs with the same file', async () => {
    const path = freshFile()
    const { trials, made } = trialsOf([gpu('webgpu')], { webgpu: check(5), cpu: check(40) })
    for (const _ of [1, 2, 3]) {
      expect((await chooseDevice(model, trials, deviceMemory(path), true)).device.id).toBe('webgpu')
    }
    expect(made).toEqual(['list', 'webgpu', 'cpu'])
    await chooseDevice({ ...model, sha256: 'other' }, trials, deviceMemory(path), true)
    expect(made).toEqual(['list', 'webgpu', 'cpu', 'webgpu', 'cpu'])
  })

  test('tries the devices again once libraries were installed', async () => {
    const path = freshFile()
    const { trials, made } = trialsOf([gpu('cuda')], { cuda: check(5), cpu: check(40) })
    await chooseDevice(model, trials, deviceMemory(path), true)
    await chooseDevice(model, { ...trials, libraries: () => '/data/cuda' }, deviceMemory(path), true)
    expect(made).toEqual(['list', 'cuda', 'cpu', 'list'])
  })

  test.each(['', '{ "format"', '{}', '[1]', '{"format":"sightline-device-checks","version":1,"checks":{"a":1}}'])(
    'measures again when the file is damaged: %s',
    async (content) => {
      const path = freshFile()
      writeFileSync(path, content)
      const { trials, made } = trialsOf([gpu('webgpu')], { webgpu: check(5), cpu: check(40) })
      expect((await chooseDevice(model, trials, deviceMemory(path), true)).device.id).toBe('webgpu')
      expect(made).toEqual(['list', 'webgpu', 'cpu'])
      expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ format: 'sightline-device-checks', version: 1 })
    },
  )

  test('avoids a device whose measurement ended its process, from then on', async () => {
    const path = freshFile()
    const { trials, made } = trialsOf([gpu('webgpu')], { webgpu: loss, cpu: check(40) })
    for (const _ of [1, 2]) {
      const { device, notes } = await chooseDevice(model, trials, deviceMemory(path), true)
      expect([device.id, codes(notes)]).toEqual(['cpu', ['log.device_avoided']])
    }
    expect(made).toEqual(['list', 'webgpu'])
  })
})

describe('a run on a device', () => {
  const outcome = (changed: Partial<RunOutcome>): RunOutcome => ({
    status: 'completed',
    progress: emptyProgress(),
    nodes: {},
    counts: emptyCounts(),
    artifacts: [],
    error: null,
    ...changed,
  })
  const graph = graphOf({ find: ['model', { model_id: 'yolo' }] }, ['source>find'])
  const jobOn = (device: string, deviceChecks: string) => {
    const job = jobOf(graph, '/video.mp4', folder)
    return { ...job, models: { find: { ...model, device } }, deviceChecks }
  }
  const { trials } = trialsOf([gpu('webgpu')], { webgpu: check(5), cpu: check(40) })
  const chosen = async (path: string) => {
    const { device, notes } = await chooseDevice(model, trials, deviceMemory(path), true)
    return [device.id, ...codes(notes)]
  }

  test('names its device and the processor to the engine', async () => {
    const { job, devices } = await prepareRun(jobOn('webgpu', freshFile()), trials)
    expect(job.models.find?.device).toBe('webgpu')
    expect(devices).toEqual({ names: { webgpu: 'GPU webgpu' }, notes: [] })
  })

  test('passes on why its device is not available, and does not hold that against the device later', async () => {
    const reason = 'CUDA needs libraries.'
    const path = freshFile()
    const missing = trialsOf([gpu('cuda', { kind: 'cuda', available: false, reason })], {})
    const run = await prepareRun(jobOn('cuda', path), missing.trials)
    expect(run.devices).toMatchObject({ names: { cuda: 'GPU cuda' }, reasons: { cuda: { message: reason } } })
    const device = { id: 'cpu', kind: 'cpu', name: 'CPU', fell_back: true } as const
    await run.ended(outcome({ nodes: { find: { ...figures(), device } } }))
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ attempts: {}, avoided: {} })
  })

  test.each<[string, Partial<RunOutcome>]>([
    ['ended with its process', { status: 'error', error: { code: 'engine_died', message: 'x', node_id: null } }],
    [
      'fell back to the CPU',
      { nodes: { find: { ...figures(), device: { id: 'cpu', kind: 'cpu', name: 'CPU', fell_back: true } } } },
    ],
  ])('that %s keeps auto from this device for this model', async (_, ended) => {
    const path = freshFile()
    const run = await prepareRun(jobOn('webgpu', path), trials)
    await run.ended(outcome(ended))
    expect(await chosen(path)).toEqual(['cpu', 'log.device_avoided'])
  })

  test('that was never seen to end keeps auto from this device, since the whole machine may have stopped', async () => {
    const path = freshFile()
    await prepareRun(jobOn('webgpu', path), trials)
    expect(await chosen(path)).toEqual(['webgpu'])
    const memory = JSON.parse(readFileSync(path, 'utf8'))
    for (const attempt of Object.values<{ pid: number }>(memory.attempts)) attempt.pid = 2 ** 22 + 1
    writeFileSync(path, JSON.stringify(memory))
    expect(await chosen(path)).toEqual(['cpu', 'log.device_avoided'])
  })

  test('that completes, or is cancelled, leaves no trace', async () => {
    const path = freshFile()
    for (const status of ['completed', 'cancelled'] as const) {
      const run = await prepareRun(jobOn('webgpu', path), trials)
      await run.ended(outcome({ status }))
    }
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ attempts: {}, avoided: {} })
    expect(await chosen(path)).toEqual(['webgpu'])
  })
})

function figures() {
  return { frames_in: 1, frames_out: 1, detections: 0, events: 0, ms_per_frame: 1 }
}
