/** Tries a device with a tiny network. Runs in a process of its own: a driver can end the process that tries it. */
import ort from 'onnxruntime-node'
import { type DeviceId, kindOfDevice } from '../../../shared/domain/device.ts'
import { type Message, message } from '../../../shared/messages/message.ts'
import { firstLine } from '../model-errors.ts'
import { sessionOptions } from '../onnx-session.ts'
import { type GpuKind, KIND_NAMES, PROVIDERS } from './execution-providers.ts'

/** ONNX of y = x + x for four float32 numbers. */
const DOUBLE = 'CAhCAhAROj4KEwoBeAoBeBIBeRoDYWRkIgNBZGQSBXByb2JlWg8KAXgSCgoICAESBAoCCARiDwoBeRIKCggIARIECgIIBA=='

/** Null when the device works, else the reason. ONNX Runtime logs the hardware that it finds to stderr. */
export async function probeDevice(device: DeviceId): Promise<Message | null> {
  const kind = kindOfDevice(device) as GpuKind
  const name = KIND_NAMES[kind]
  // An unknown provider is ignored without an error, so the list decides.
  const known = ort.listSupportedBackends().find((backend) => backend.name === PROVIDERS[kind])
  if (!known) return message('device.not_in_build', { device: name })
  ort.env.logLevel = 'info'
  try {
    const options = { ...sessionOptions(1, device), logSeverityLevel: 1 } as const
    const session = await ort.InferenceSession.create(Buffer.from(DOUBLE, 'base64'), options)
    const { y } = await session.run({ x: new ort.Tensor('float32', Float32Array.of(1, 2, 3, 4), [4]) })
    await session.release()
    const isRight = y?.data instanceof Float32Array && y.data.join() === '2,4,6,8'
    return isRight ? null : message('device.wrong_result', { device: name })
  } catch (error) {
    return reasonFor(kind, error)
  }
}

function reasonFor(kind: GpuKind, error: unknown): Message {
  const device = KIND_NAMES[kind]
  const said = firstLine(error)
  if (kind === 'cuda' && /load shared library/i.test(said)) return message('device.cuda_libraries')
  if (/WebGPU adapter|No supported adapters|no (?:hardware )?adapter/i.test(said)) {
    return message('device.no_adapter', { device })
  }
  return message('device.unusable', { device, reason: said })
}
