import { statSync } from 'node:fs'
import ort from 'onnxruntime-node'
import { CPU, type DeviceId } from '../../shared/domain/device.ts'
import { deviceOptions } from './devices/execution-providers.ts'

/** Options of every session: `threads` threads of its own on the CPU, errors as exceptions only. */
export const sessionOptions = (threads: number, device: DeviceId = CPU): ort.InferenceSession.SessionOptions => ({
  intraOpNumThreads: threads,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  logSeverityLevel: 4,
  extra: {
    session: {
      // Sessions share the cores: a spinning thread takes them from the others.
      intra_op: { allow_spinning: '0' },
      // Files must be ONNX: none may be read as ONNX Runtime's own format because of its extension.
      load_model_format: 'ONNX',
    },
    // ONNX Runtime 1.30 moves a padding of zeros into the following max-pool, which then ignores it: YOLOv3-tiny's
    // boxes were off by up to 3.3 px. `onnx-session.test.ts` fails when a version no longer does.
    optimization: { disable_specified_optimizers: 'Pad_Fusion' },
  },
  ...deviceOptions(device),
})

/** An open network, which several sessions with other conversions of images may share. */
export interface Network {
  run(feeds: ort.InferenceSession.FeedsType): Promise<ort.InferenceSession.ReturnType>
  release(): Promise<void>
}

const shared = new Map<string, { network: Promise<ort.InferenceSession>; users: number }>()

/** Like `openOnnx`, but the same file is opened once in each thread, until its last user releases it. */
export async function openShared(path: string, threads: number, device?: DeviceId): Promise<Network> {
  const { mtimeMs, size } = statSync(path)
  const key = JSON.stringify([path, mtimeMs, size, threads, device ?? CPU])
  const entry = shared.get(key) ?? { network: openOnnx(path, threads, device), users: 0 }
  shared.set(key, entry)
  entry.users++
  const leave = async () => {
    entry.users--
    if (entry.users > 0) return
    shared.delete(key)
    await (await entry.network).release()
  }
  try {
    const network = await entry.network
    return { run: (feeds) => network.run(feeds), release: leave }
  } catch (error) {
    if (shared.get(key) === entry) shared.delete(key)
    throw error
  }
}

export const openOnnx = (path: string, threads: number, device?: DeviceId): Promise<ort.InferenceSession> =>
  ort.InferenceSession.create(path, sessionOptions(threads, device))
