import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { DeviceControl } from '../../../../../src/renderer/screens/editor/config-form/controls/model-control.tsx'
import { aDevice, aDeviceList } from '../../../examples.ts'
import { createFakeHost } from '../../../fake-host.ts'
import { renderWith } from '../../../render.tsx'

const user = userEvent.setup()
const devices = [
  aDevice(),
  aDevice({ id: 'webgpu', kind: 'webgpu', name: 'SwiftShader', software: true }),
  aDevice({ id: 'cuda', kind: 'cuda', name: 'CUDA', available: false, reason: 'Install its libraries.' }),
]

function show(value: string | undefined) {
  const onChange = vi.fn()
  const host = createFakeHost({ devices: aDeviceList({ devices }) })
  const context = { nodeId: 'n', source: null, classes: [] }
  renderWith(
    host,
    <DeviceControl id="d" schema={{}} value={value} onChange={onChange} error={null} context={context} />,
  )
  return { host, onChange }
}

test('a block without a device of its own follows the settings', async () => {
  const { onChange } = show(undefined)
  await user.click(await screen.findByDisplayValue('As in Settings'))
  await user.click(await screen.findByText('SwiftShader (software)'))
  expect(onChange).toHaveBeenCalledWith('webgpu')
})

test('a device can be taken back, which removes the setting', async () => {
  const { onChange } = show('cpu')
  await user.click(await screen.findByDisplayValue('CPU'))
  await user.click(await screen.findByText('As in Settings'))
  expect(onChange).toHaveBeenCalledWith(undefined)
})

test('a device that is not available can’t be chosen', async () => {
  const { onChange } = show(undefined)
  await user.click(await screen.findByDisplayValue('As in Settings'))
  await user.click(await screen.findByText('CUDA (not available)'))
  expect(onChange).not.toHaveBeenCalled()
})

test('a device that a workflow file names and this computer lacks stays visible', async () => {
  show('coreml')
  expect(await screen.findByDisplayValue('coreml (not found)')).toBeTruthy()
})
