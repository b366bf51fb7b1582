import { cpus } from 'node:os'
import { CPU, type Device, type DeviceUsed } from '../../../shared/domain/device.ts'

/** Some systems report no model of their processor. */
const cpuName = (): string => {
  const model = cpus()[0]?.model.trim() ?? ''
  return model === '' || model === 'unknown' ? 'CPU' : model
}

export const cpuUsed = (): DeviceUsed => ({ id: CPU, kind: CPU, name: cpuName() })

export const cpuDevice = (): Device => ({ ...cpuUsed(), kind: CPU, available: true, reason: null, software: false })
