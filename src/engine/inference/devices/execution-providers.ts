/** The execution providers of ONNX Runtime behind the devices. */
import type ort from 'onnxruntime-node'
import { CPU, type DeviceId, type DeviceKind, kindOfDevice } from '../../../shared/domain/device.ts'

export type GpuKind = Exclude<DeviceKind, typeof CPU>

/** The names that ONNX Runtime lists and loads them by. */
export const PROVIDERS: Readonly<Record<GpuKind, string>> = {
  webgpu: 'webgpu',
  cuda: 'cuda',
  directml: 'dml',
  coreml: 'coreml',
}

/** The names of the technologies, for devices whose processor has no known name. */
export const KIND_NAMES: Readonly<Record<DeviceKind, string>> = {
  cpu: 'CPU',
  webgpu: 'WebGPU',
  cuda: 'CUDA',
  directml: 'DirectML',
  coreml: 'Core ML',
}

/** Kinds that ONNX Runtime can have on a system, whether or not this machine has the hardware. */
export function gpuKindsOf(platform: NodeJS.Platform): readonly GpuKind[] {
  if (platform === 'win32') return ['webgpu', 'directml']
  if (platform === 'darwin') return ['webgpu', 'coreml']
  return ['webgpu', 'cuda']
}

/** Kinds of which one machine can have several, by their number. */
export const isNumbered = (kind: GpuKind): boolean => kind === 'cuda' || kind === 'directml'

/** Options of a session on the device. Operators that its provider lacks are executed by the CPU. */
export function deviceOptions(device: DeviceId): ort.InferenceSession.SessionOptions {
  const kind = kindOfDevice(device)
  if (kind === CPU) return {}
  const number = Number(device.split(':')[1] ?? 1) - 1
  const provider = { name: PROVIDERS[kind], ...(isNumbered(kind) && { deviceId: number }) }
  return {
    executionProviders: [provider as ort.InferenceSession.ExecutionProviderConfig, 'cpu'],
    // DirectML refuses sessions that plan their memory in advance.
    ...(kind === 'directml' && { enableMemPattern: false }),
  }
}
