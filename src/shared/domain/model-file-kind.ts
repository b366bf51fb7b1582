/** Recognises model files of other frameworks by their first bytes or name, and names the command that exports them. */

import { type Message, message } from '../messages/message.ts'
import { own } from './own.ts'

/** Bytes from the start of a file that suffice; a PyTorch archive names its classes near its start. */
export const KIND_BYTES = 64 * 1024

const TENSORRT = ['ftrt', 'ptrt']
/** Field 1 of ONNX's ModelProto, the IR version, which exporters write first. */
const ONNX_START = 0x08
const PICKLE_START = 0x80
const MAX_SAFETENSORS_HEADER = 100_000_000

type Kind =
  | 'web_page'
  | 'lfs_pointer'
  | 'ultralytics'
  | 'torchscript'
  | 'pytorch'
  | 'archive'
  | 'safetensors'
  | 'tensorrt'

const BY_EXTENSION: Readonly<Record<string, Kind>> = {
  pt: 'pytorch',
  pth: 'pytorch',
  ckpt: 'pytorch',
  torchscript: 'torchscript',
  safetensors: 'safetensors',
  engine: 'tensorrt',
  plan: 'tensorrt',
  trt: 'tensorrt',
}

/** Null for a file that may be ONNX. `start`: the first `KIND_BYTES` of the file; without them, its name decides. */
export function foreignModel(name: string, start?: Uint8Array): Message | null {
  const kind = start === undefined || start.length === 0 ? byExtension(name) : byBytes(name, start)
  return kind && messageOf(kind, name)
}

function byBytes(name: string, start: Uint8Array): Kind | null {
  if (start[0] === ONNX_START) return null
  const text = latin1(start)
  if (/^\s*<(!doctype|html|\?xml)/i.test(text)) return 'web_page'
  if (text.startsWith('version https://git-lfs')) return 'lfs_pointer'
  if (TENSORRT.includes(text.slice(0, 4))) return 'tensorrt'
  if (text.startsWith('PK\u0003\u0004')) return archived(name, text)
  if (isSafetensors(start)) return 'safetensors'
  if (start[0] === PICKLE_START) return text.includes('ultralytics') ? 'ultralytics' : 'pytorch'
  return byExtension(name)
}

const byExtension = (name: string): Kind | null =>
  own(BY_EXTENSION, /\.([a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '') ?? null

/** PyTorch saves ZIP archives of a pickle, and of code for TorchScript. */
function archived(name: string, text: string): Kind {
  if (text.includes('ultralytics')) return 'ultralytics'
  if (/constants\.pkl|\/code\/__torch__/.test(text)) return 'torchscript'
  return text.includes('data.pkl') || byExtension(name) === 'pytorch' ? 'pytorch' : 'archive'
}

/** The length of the JSON header in eight bytes, then the header. */
function isSafetensors(start: Uint8Array): boolean {
  if (start.length < 10 || start[8] !== 0x7b || start[9] !== 0x22) return false
  const length = new DataView(start.buffer, start.byteOffset).getBigUint64(0, true)
  return length > 1n && length < MAX_SAFETENSORS_HEADER
}

function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096))
  return text
}

const yoloExport = (file: string): string => `yolo export model="${file}" format=onnx`

const torchExport = (model: string, stem: string): string =>
  `torch.onnx.export(${model}, torch.zeros(1, 3, 640, 640), "${stem}.onnx", opset_version=17)`

/** The command of a shell and the Python code in such a message; none where nothing has to be exported. */
export const exportCommands = ({ params: { command, code } }: Message): readonly string[] =>
  [command, code].filter((one) => typeof one === 'string')

function messageOf(kind: Kind, name: string): Message {
  const stem = name.replace(/\.[^.]*$/, '')
  switch (kind) {
    case 'web_page':
      return message('model_file.is_web_page', { name })
    case 'lfs_pointer':
      return message('model_file.is_lfs_pointer', { name })
    case 'archive':
      return message('model_file.is_archive', { name })
    case 'safetensors':
      return message('model_file.is_safetensors', { name, command: 'optimum-cli export onnx --model . onnx' })
    case 'ultralytics':
      return message('model_file.is_ultralytics', { name, command: yoloExport(name) })
    case 'pytorch':
      return message('model_file.is_pytorch', {
        name,
        command: yoloExport(name),
        code: torchExport('model.eval()', stem),
      })
    case 'torchscript':
      return message('model_file.is_torchscript', {
        name,
        code: torchExport(`torch.jit.load("${name}").eval()`, stem),
      })
    case 'tensorrt':
      return message('model_file.is_tensorrt', { name, command: yoloExport(`${stem}.pt`) })
  }
}
