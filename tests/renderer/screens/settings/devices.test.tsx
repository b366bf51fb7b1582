import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { SettingsProvider } from '../../../../src/renderer/base/settings/settings-context.tsx'
import { automaticDevice } from '../../../../src/renderer/parts/model/devices/model-speed.tsx'
import { SettingsScreen } from '../../../../src/renderer/screens/settings/settings-screen.tsx'
import type { DeviceList, DeviceMeasurement } from '../../../../src/shared/api/devices.ts'
import type { HostInfo } from '../../../../src/shared/bridge/studio.ts'
import { aDevice, aDeviceList, aModel, anAccount } from '../../examples.ts'
import { createFakeHost } from '../../fake-host.ts'
import type { FakeState } from '../../fake-state.ts'
import { renderWith } from '../../render.tsx'

const user = userEvent.setup()
const CPU = aDevice()
const GPU = aDevice({ id: 'webgpu', kind: 'webgpu', name: 'Radeon 780M' })
const SOFTWARE = aDevice({ id: 'webgpu', kind: 'webgpu', name: 'SwiftShader', software: true })
const BROKEN = aDevice({ id: 'cuda', kind: 'cuda', name: 'CUDA', available: false, reason: 'Install its libraries.' })

const found = (...devices: DeviceList['devices']): DeviceList => aDeviceList({ devices })

function show(state: Partial<FakeState>, info: Partial<HostInfo> = {}) {
  const host = createFakeHost({ models: [aModel()], ...state }, info)
  renderWith(
    host,
    <SettingsProvider>
      <SettingsScreen />
    </SettingsProvider>,
  )
  return host
}
const radio = (name: string) => screen.findByRole('radio', { name }) as Promise<HTMLInputElement>
const row = async (name: string) => {
  const table = await screen.findByRole('table', { name: 'Speed of “Road users”' })
  return within(table).getByRole('row', { name: new RegExp(`^${name}`) }).textContent
}

describe('the choice of a device', () => {
  test('lists automatic first, then each device with its kind, its state and the reason', async () => {
    show({ devices: found(CPU, GPU, BROKEN) })
    const group = await screen.findByRole('radiogroup', { name: 'Device that runs models' })
    const names = within(group)
      .getAllByRole('radio')
      .map((one) => (one as HTMLInputElement).value)
    expect(names).toEqual(['auto', 'cpu', 'webgpu', 'cuda'])
    expect((await radio('Automatic')).checked).toBe(true)
    expect(within(group).getByText('GPU, through WebGPU')).toBeTruthy()
    expect(within(group).getByText('Not available. Install its libraries.')).toBeTruthy()
    expect((await radio('CUDA')).disabled).toBe(true)
  })

  test('is saved at once', async () => {
    const host = show({ devices: found(CPU, GPU) })
    await user.click(await radio('Radeon 780M'))
    await waitFor(() => expect(host.state.devices.chosen).toBe('webgpu'))
    expect((await radio('Radeon 780M')).checked).toBe(true)
  })

  test('is reverted with the reason when it could not be saved', async () => {
    const host = show({ devices: found(CPU, GPU) })
    host.failNext('operator.chooseDevice', 'The disk is full.')
    await user.click(await radio('Radeon 780M'))
    expect(await screen.findByText('The disk is full.')).toBeTruthy()
    await waitFor(async () => expect((await radio('Automatic')).checked).toBe(true))
  })

  test('can’t be changed when the server was started with a device', async () => {
    show({ devices: { ...found(CPU, GPU), chosen: 'cpu', fixed: true } })
    expect(await screen.findByText(/^The server was started with --device cpu\./)).toBeTruthy()
    for (const name of ['Automatic', 'CPU', 'Radeon 780M']) expect((await radio(name)).disabled).toBe(true)
  })

  test('is that of the operators on a server, where nobody else can change it', async () => {
    show({ devices: found(CPU, GPU) }, { account: anAccount({ role: 'owner' }) })
    expect(await screen.findByText(/The operators of the server choose it\.$/)).toBeTruthy()
    for (const name of ['Automatic', 'CPU', 'Radeon 780M']) expect((await radio(name)).disabled).toBe(true)
    const decode = (await screen.findByRole('switch', { name: 'Decode video by hardware' })) as HTMLInputElement
    expect(decode.disabled).toBe(true)
  })

  test('shows a chosen device that is no longer found', async () => {
    show({ devices: { ...found(CPU), chosen: 'webgpu' } })
    expect((await radio('webgpu (not found)')).checked).toBe(true)
    expect(screen.getByText(/^This device is no longer found\./)).toBeTruthy()
  })

  test('says what would add a device when there is only the CPU', async () => {
    show({ devices: found(CPU) })
    expect(await screen.findByText(/^Only the CPU can run models on this computer now\./)).toBeTruthy()
  })

  test('marks a device that is software, and does not call it a second device of the computer', async () => {
    show({ devices: found(CPU, SOFTWARE) })
    expect(await screen.findByText(/Software that emulates a GPU/)).toBeTruthy()
    expect(await screen.findByText(/the other devices only emulate a GPU/)).toBeTruthy()
  })

  test('reports that the devices could not be listed', async () => {
    const host = createFakeHost()
    host.failNext('devices.list', 'The engine ended.')
    renderWith(
      host,
      <SettingsProvider>
        <SettingsScreen />
      </SettingsProvider>,
    )
    expect(await screen.findByText('The engine ended.')).toBeTruthy()
  })
})

describe('hardware decoding', () => {
  const decode = () => screen.findByRole('switch', { name: 'Decode video by hardware' }) as Promise<HTMLInputElement>
  const decoders = async () => {
    const list = await screen.findByRole('list', { name: 'Hardware decoders' })
    return within(list)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent)
  }
  const VAAPI = { interface: 'vaapi', name: 'VAAPI', usable: true, reason: null } as const
  const NVDEC = { interface: 'cuda', name: 'NVDEC', usable: false, reason: 'NVDEC: no driver.' } as const

  test('is off at first, and lists the codecs of each interface, then each reason once', async () => {
    show({
      devices: aDeviceList({
        video: [
          { ...VAAPI, codec: 'h264' },
          { ...VAAPI, codec: 'hevc' },
          { ...VAAPI, codec: 'av1', usable: false, reason: 'VAAPI: it has no decoder for av1.' },
          { ...NVDEC, codec: 'h264' },
          { ...NVDEC, codec: 'hevc' },
        ],
      }),
    })
    expect((await decode()).checked).toBe(false)
    expect(await decoders()).toEqual([
      'VAAPI decodes H.264, HEVC.',
      ...['VAAPI: it has no decoder for av1.', 'NVDEC: no driver.'],
    ])
  })

  test('says that there is no hardware, and can be switched on and off by keyboard all the same', async () => {
    const host = show({ devices: aDeviceList({ video: [{ ...NVDEC, codec: 'h264' }] }) })
    expect(await decoders()).toEqual([
      'No video hardware can be used: video is decoded in software.',
      'NVDEC: no driver.',
    ])
    const input = await decode()
    input.focus()
    await user.keyboard(' ')
    await waitFor(() => expect(host.state.devices.hardware_video).toBe('decode'))
    expect(input.checked).toBe(true)
    expect(host.state.devices.chosen).toBe('auto')
    await user.keyboard(' ')
    await waitFor(() => expect(host.state.devices.hardware_video).toBe('off'))
  })

  test('is reverted with the reason when it could not be saved', async () => {
    const host = show({})
    const input = await decode()
    host.failNext('operator.chooseDevice', 'The disk is full.')
    await user.click(input)
    expect(await screen.findByText('The disk is full.')).toBeTruthy()
    await waitFor(() => expect(input.checked).toBe(false))
  })

  test('can’t be changed when Sightline was started with it', async () => {
    show({ devices: aDeviceList({ hardware_video: 'decode', hardware_video_fixed: true }) })
    const input = await decode()
    expect([input.checked, input.disabled]).toEqual([true, true])
    expect(screen.getByText(/^This was set when Sightline was started/)).toBeTruthy()
  })

  test('does not delay the devices, which are listed before the decoders are known', async () => {
    const host = show({})
    await decode()
    await decoders()
    const asked = host.state.calls.filter((call) => call.endpoint === 'devices.list').map(({ input }) => input)
    expect(asked).toEqual([{}, { query: { video: true } }])
  })
})

describe('the speed of a model', () => {
  test('is measured on every available device, the CPU first, and names the automatic choice', async () => {
    const host = show({ devices: found(GPU, CPU, BROKEN), speeds: { cpu: 40, webgpu: 6.25 } })
    expect(await screen.findByText(/^Automatic has not been measured for “Road users”/)).toBeTruthy()
    await user.click(await screen.findByRole('button', { name: 'Measure' }))
    expect(await screen.findByText(/^Automatic runs “Road users” on Radeon 780M: the fastest/)).toBeTruthy()
    expect(await row('CPU')).toBe('CPU40.0reference')
    expect(await row('Radeon 780M')).toBe('Radeon 780M6.3same as the CPU')
    const asked = host.state.calls.filter((call) => call.endpoint === 'devices.check')
    expect(asked.map(({ input }) => (input as { body: { device: string } }).body.device)).toEqual(['cpu', 'webgpu'])
    expect(screen.getByRole('button', { name: 'Measure again' })).toBeTruthy()
  })

  test('shows the failure of one device and measures the others', async () => {
    const host = show({ devices: found(CPU, GPU) })
    host.failNext('devices.check', 'A run is in progress.')
    await user.click(await screen.findByRole('button', { name: 'Measure' }))
    await waitFor(async () => expect(await row('Radeon 780M')).toContain('same as the CPU'))
    expect(await row('CPU')).toContain('A run is in progress.')
  })

  test('names detections that differ from the CPU’s, and by how much', async () => {
    const differs = { ...measured('webgpu', 2, false), largest_difference: 0.123 }
    show({ devices: { ...found(CPU, GPU), measurements: [measured('cpu', 9), differs] } })
    await waitFor(async () => expect(await row('Radeon 780M')).toContain('differ from the CPU’s by up to 12.3 %'))
    expect(screen.getByText(/the other devices return other detections/)).toBeTruthy()
  })

  test('prompts for a model when the platform has none', async () => {
    show({ devices: found(CPU), models: [] })
    expect(await screen.findByText('Import a model to measure it.')).toBeTruthy()
  })
})

const measured = (device: string, median_ms: number, agrees = true): DeviceMeasurement => ({
  model_id: 'model-1',
  device,
  median_ms,
  agrees,
  largest_difference: 0,
  measured_at: '2026-03-04T10:00:00.000Z',
})

describe('the automatic device', () => {
  const FAST = aDevice({ id: 'directml', kind: 'directml', name: 'RTX' })
  test.each([
    ['the CPU when there is nothing else', [CPU, BROKEN], [], null, 'only'],
    ['never software', [CPU, SOFTWARE], [measured('cpu', 9), measured('webgpu', 1)], null, 'software'],
    [
      'open until every device is measured',
      [CPU, GPU, FAST],
      [measured('cpu', 9), measured('webgpu', 1)],
      null,
      'unmeasured',
    ],
    [
      'the fastest',
      [CPU, GPU, FAST],
      [measured('cpu', 9), measured('webgpu', 3), measured('directml', 2)],
      'directml',
      'fastest',
    ],
    [
      'the fastest that agrees',
      [CPU, GPU, FAST],
      [measured('cpu', 9), measured('webgpu', 3), measured('directml', 2, false)],
      'webgpu',
      'fastest',
    ],
    ['the CPU when it is faster', [CPU, GPU], [measured('cpu', 2), measured('webgpu', 3)], null, 'cpuFastest'],
    [
      'the CPU when no other device agrees',
      [CPU, GPU],
      [measured('cpu', 9), measured('webgpu', 3, false)],
      null,
      'differs',
    ],
  ] as const)('is %s', (_, devices, measurements, id, why) => {
    const taken = automaticDevice(devices, measurements)
    expect([taken.device?.id ?? null, taken.why]).toEqual([id, why])
  })
})
