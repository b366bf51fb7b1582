/** The device of runs, over the API. The devices themselves are tested with the engine. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PlatformOptions } from '../../../../src/platform/platform.ts'
import type { DeviceList, DeviceMeasurement } from '../../../../src/shared/api/devices.ts'
import type { WorkflowWithValidation } from '../../../../src/shared/api/workflows.ts'
import type { Device } from '../../../../src/shared/domain/device.ts'
import { message } from '../../../../src/shared/messages/message.ts'
import { eventually } from '../../../setup/eventually.ts'
import { detectingGraph, MODEL } from '../../support/graphs.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { CPU_DEVICE } from '../../support/scripted-engine.ts'

const GPU: Device = { ...CPU_DEVICE, id: 'webgpu', kind: 'webgpu', name: 'Radeon 780M' }
const BROKEN: Device = {
  id: 'cuda',
  kind: 'cuda',
  name: 'CUDA',
  available: false,
  software: false,
  reason: 'Its libraries are not installed.',
}

let h: Harness
let dataDir: string
const open = async (options: Partial<PlatformOptions> = {}) => {
  h = await startHarness({ dataDir, ...options })
  h.engine.found = [CPU_DEVICE, GPU, BROKEN]
}
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-devices-'))
  await open()
})
afterEach(async () => {
  await h.close()
  rmSync(dataDir, { recursive: true, force: true })
})
const reopen = async (options: Partial<PlatformOptions> = {}) => {
  await h.close()
  await open(options)
}

/** For operators. */
const CHOSEN = '/operator/devices/chosen'
const list = async () => (await h.api<DeviceList>('GET', '/devices/')).body
const choose = (device: string) => h.api<DeviceList>('PUT', CHOSEN, { key: h.operatorKey, body: { device } })
const check = (device: string, model = MODEL) =>
  h.api<DeviceMeasurement>('POST', '/devices/check', { body: { device, model } })
const failCheck = (device: string, model = MODEL) => h.fail('POST', '/devices/check', { body: { device, model } })
const graphOn = (device?: string) => {
  const graph = detectingGraph()
  const config = { model_id: MODEL, ...(device !== undefined && { device }) }
  return { ...graph, nodes: graph.nodes.map((n) => (n.id === 'det' ? { ...n, config } : n)) }
}
/** The device of the model block in the job that the engine receives. */
const deviceOfRun = async (own?: string) => {
  const index = h.engine.runs.length
  await h.startRun(await h.createWorkflow(`On ${own} ${index}`, graphOn(own)))
  const run = await h.engine.run(index)
  run.finish()
  return run.job.models.det?.device
}

describe('the chosen device', () => {
  it('is automatic at first, and every device is listed with its state', async () => {
    expect(await list()).toEqual({
      devices: [CPU_DEVICE, GPU, BROKEN],
      chosen: 'auto',
      fixed: false,
      measurements: [],
      hardware_video: 'off',
      hardware_video_fixed: false,
      video: null,
    })
  })

  it('is kept when the server is started again', async () => {
    expect((await choose('webgpu')).body.chosen).toBe('webgpu')
    await reopen()
    expect((await list()).chosen).toBe('webgpu')
  })

  it.each([
    ['webgpu:2', 'This computer has no device “webgpu:2”. Choose auto or one of these: cpu, webgpu.'],
    ['cuda', 'CUDA is not available. Its libraries are not installed.'],
  ])('can’t be %s, which can’t run models here', async (device, sentence) => {
    const { status, error } = await h.fail('PUT', CHOSEN, { key: h.operatorKey, body: { device } })
    expect([status, error.code, error.message, error.details[0]?.field]).toEqual([
      ...[422, 'invalid_field', sentence, '/device'],
    ])
    expect((await list()).chosen).toBe('auto')
  })

  it('is the one that the server was started with, whatever was chosen before', async () => {
    await choose('webgpu')
    await reopen({ device: 'cpu' })
    expect(await list()).toMatchObject({ chosen: 'cpu', fixed: true })
    expect(await deviceOfRun()).toBe('cpu')
    const { status, error } = await h.fail('PUT', CHOSEN, { key: h.operatorKey, body: { device: 'auto' } })
    expect([status, error.code]).toEqual([409, 'wrong_state'])
    expect(error.message).toContain('--device cpu')
  })
})

describe('hardware decoding of video', () => {
  const set = (hardware_video: string) =>
    h.api<DeviceList>('PUT', CHOSEN, { key: h.operatorKey, body: { hardware_video } })
  const modeOfRun = async () => {
    await deviceOfRun()
    return h.engine.runs.at(-1)?.job.hardwareVideo
  }

  it('is off until it is switched on, and a run uses the value at its start', async () => {
    expect(await modeOfRun()).toBe('off')
    expect((await set('decode')).body).toMatchObject({ hardware_video: 'decode', chosen: 'auto' })
    expect(await modeOfRun()).toBe('decode')
    await set('off')
    expect(await modeOfRun()).toBe('off')
  })

  it('and the device are kept beside each other when the server is started again', async () => {
    await Promise.all([set('decode'), choose('webgpu')])
    expect(await list()).toMatchObject({ hardware_video: 'decode', chosen: 'webgpu' })
    await reopen()
    expect(await list()).toMatchObject({ hardware_video: 'decode', chosen: 'webgpu' })
    await set('off')
    expect(await list()).toMatchObject({ hardware_video: 'off', chosen: 'webgpu' })
  })

  it('is the value that the server was started with, whatever was set before', async () => {
    await set('decode')
    await reopen({ hardwareVideo: 'off' })
    expect(await list()).toMatchObject({ hardware_video: 'off', hardware_video_fixed: true, fixed: false })
    expect(await modeOfRun()).toBe('off')
    const { status, error } = await h.fail('PUT', CHOSEN, { key: h.operatorKey, body: { hardware_video: 'decode' } })
    expect([status, error.code]).toEqual([409, 'wrong_state'])
    expect(error.message).toContain('--hardware-video')
    expect((await choose('webgpu')).status).toBe(200)
  })

  it.each([[{}], [{ hardware_video: 'encode' }]])('is not changed by the body %j', async (body) => {
    expect((await h.fail('PUT', CHOSEN, { key: h.operatorKey, body })).status).toBe(422)
    expect((await list()).hardware_video).toBe('off')
  })

  it('tries the decoders only when they are requested, and names the reason of each that can’t be used', async () => {
    const VAAPI = { interface: 'vaapi', name: 'VAAPI' } as const
    const reason = message('hardware.no_decoder', { name: 'VAAPI', codec: 'av1' })
    h.engine.video = [
      { ...VAAPI, codec: 'h264', usable: true, reason: null },
      { ...VAAPI, codec: 'av1', usable: false, reason },
    ]
    await list()
    expect(h.engine.videoRequests).toBe(0)
    expect((await h.api<DeviceList>('GET', '/devices/?video=true')).body.video).toEqual([
      { ...VAAPI, codec: 'h264', usable: true, reason: null },
      { ...VAAPI, codec: 'av1', usable: false, reason: 'VAAPI: it has no decoder for av1.', text: reason },
    ])
  })
})

describe('a run', () => {
  it('uses the device of the block, else the chosen one', async () => {
    expect(await deviceOfRun()).toBe('auto')
    await choose('webgpu')
    expect(await deviceOfRun()).toBe('webgpu')
    expect(await deviceOfRun('cpu')).toBe('cpu')
    expect(h.engine.runs[0]?.job.deviceChecks).toBe(join(dataDir, 'device-checks.json'))
  })

  it('starts with a warning when the device of a block is not there', async () => {
    const issuesOf = async (device: string) => {
      const id = await h.createWorkflow(`Checked on ${device}`, graphOn(device))
      return (await h.api<WorkflowWithValidation>('GET', `/workflows/${id}`)).body.validation
    }
    const at = { severity: 'warning', node_id: 'det', field: '/device' }
    expect(await issuesOf('webgpu')).toEqual([])
    expect(await issuesOf('auto')).toEqual([])
    expect(await issuesOf('cuda')).toMatchObject([
      { ...at, code: 'resource.device_unavailable', message: expect.stringContaining('Its libraries are not') },
    ])
    expect(await issuesOf('a device of the future')).toMatchObject([{ ...at, code: 'resource.device_missing' }])
    expect(await deviceOfRun('a device of the future')).toBe('cpu')
  })
})

describe('a measurement', () => {
  it('is kept for the model and the device, and listed for the organization of the model only', async () => {
    const { status, body } = await check('webgpu')
    expect([status, body]).toMatchObject([200, { device: 'webgpu', median_ms: 10, agrees: true }])
    await reopen()
    const { measurements } = await list()
    expect(measurements).toEqual([body])
    // The other organization has the same bundled model under an id of its own.
    const foreign = (await h.api<DeviceList>('GET', '/devices/', { key: h.foreignKey })).body.measurements
    expect(foreign.map(({ model_id }) => model_id)).not.toContain(body.model_id)
  })

  it('is no longer listed when another processor has taken the place of the device', async () => {
    await check('webgpu')
    h.engine.found = [CPU_DEVICE, { ...GPU, name: 'Arc B580' }]
    expect((await list()).measurements).toEqual([])
  })

  it('is rejected for a model or a device that is not there', async () => {
    expect((await failCheck('cpu', 'nobody')).status).toBe(404)
    expect((await failCheck('cuda')).error.message).toBe('CUDA is not available. Its libraries are not installed.')
    expect((await failCheck('gpu')).error.details[0]?.field).toBe('/device')
  })

  it('is made one at a time', async () => {
    h.engine.holdsChecks = true
    const first = check('webgpu')
    await eventually(() => h.engine.checks.length === 1)
    const second = await failCheck('cpu')
    expect([second.status, second.error.code]).toEqual([409, 'wrong_state'])
    h.engine.checks[0]?.end({ ok: true, value: { median_ms: 5, agrees: true, largest_difference: 0 } })
    expect((await first).body.median_ms).toBe(5)
  })

  it('is rejected during a run, which would slow it down', async () => {
    await h.startRun(await h.createWorkflow('Busy', graphOn()))
    const run = await h.engine.run(0)
    expect((await failCheck('cpu')).error.message).toContain('A run is in progress')
    run.finish()
    await eventually(async () => (await check('cpu')).status === 200)
  })

  it('reports the failure of the engine', async () => {
    h.engine.holdsChecks = true
    const checking = failCheck('webgpu')
    await eventually(() => h.engine.checks.length === 1)
    const message = 'The device reported an error.'
    h.engine.checks[0]?.end({ ok: false, error: { code: 'model_unreadable', message, node_id: null } })
    const { status, error } = await checking
    expect([status, error.code, error.message]).toEqual([400, 'model_unreadable', message])
    expect((await list()).measurements).toEqual([])
  })
})
