import { describe, expect, test } from 'vitest'
import { adapterIn } from '../../../../src/engine/inference/devices/adapter-log.ts'

const vulkan = (name: string) => `INFO | DRIVER: x\nDRIVER:   Using "${name}" with driver: "/usr/lib/driver.so"\n`
const hardware = (fields: string, metadata = '') =>
  `2026-01-01 [I:onnxruntime:, device_discovery_common.cc:34 operator()] Discovered OrtHardwareDevice {${fields}, metadata: [${metadata}]}\n`
const cpu = hardware('vendor_id:0x1022, device_id:0x0, vendor:AMD, type:0')
const nvidia = hardware(
  'vendor_id:0x10de, device_id:0x2684, vendor:NVIDIA, type:1',
  'Description=NVIDIA GeForce RTX 4090, DxgiAdapterNumber=0',
)
const intel = hardware('vendor_id:0x8086, device_id:0x46a6, vendor:Intel, type:1', 'Description=Intel Iris Xe')

describe('the processor behind a device', () => {
  test.each([
    ['SwiftShader Device (Subzero)', true],
    ['llvmpipe (LLVM 15.0.6, 256 bits)', true],
    ['NVIDIA H100 80GB HBM3', false],
    ['AMD Radeon RX 7900 XTX (RADV NAVI31)', false],
  ])('is that of the Vulkan loader: %s', (name, software) => {
    expect(adapterIn(`${cpu}${nvidia}${vulkan(name)}`)).toEqual({ name, software })
  })

  test('is the hardware that ONNX Runtime describes where there is no Vulkan', () => {
    const log = `${cpu}${nvidia}${intel}`
    expect(adapterIn(log)).toEqual({ name: 'NVIDIA GeForce RTX 4090', software: false })
    expect(adapterIn(log, 1)).toEqual({ name: 'Intel Iris Xe', software: false })
  })

  test('has the name of its vendor when nothing else is known', () => {
    const apple = hardware('vendor_id:0x106b, device_id:0x0, vendor:Apple, type:1')
    expect(adapterIn(`${cpu}${apple}`)).toEqual({ name: 'Apple GPU', software: false })
  })

  test.each([
    ['the log names the CPU only', cpu],
    ['the log is empty', ''],
  ])('counts as software when %s', (_, log) => {
    expect(adapterIn(log)).toEqual({ name: null, software: true })
  })

  test('counts as software when Windows names its own renderer', () => {
    const warp = hardware(
      'vendor_id:0x1414, device_id:0x8c, vendor:Microsoft, type:1',
      'Description=Microsoft Basic Render Driver',
    )
    expect(adapterIn(warp).software).toBe(true)
  })
})
