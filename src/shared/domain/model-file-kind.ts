/** Recognises model files of other frameworks by their first bytes or name, and names the command that exports them. */
import { type Message, message } from '../messages/message.ts'
import { type FileStart, fileStart, hasMessageSecond, isPickle, isZip } from './model-formats/file-start.ts'
import { MODEL_FORMATS, type ModelFormat, type ModelFormatId, type NamedModel } from './model-formats/model-formats.ts'

/** Bytes from the start of a file that suffice; a PyTorch archive names its classes near its start. */
export const KIND_BYTES = 64 * 1024

/** Field 1 of ONNX's ModelProto, the IR version, which exporters write first. */
const ONNX_START = 0x08

type Kind = ModelFormatId | 'web_page' | 'lfs_pointer' | 'archive'

const FORMATS: [ModelFormatId, ModelFormat][] = Object.entries(MODEL_FORMATS) as [ModelFormatId, ModelFormat][]
const BY_EXTENSION = new Map(FORMATS.flatMap(([id, { extensions }]) => extensions.map((ending) => [ending, id])))

/**
 * Null for a file that may be ONNX, and for a ZIP archive of no format, which may hold one. `start`: the first `KIND_BYTES`
 * of the file; without them, its name decides.
 */
export function foreignModel(name: string, start?: Uint8Array): Message | null {
  const kind = kindOf(name, start)
  return kind === null || kind === 'archive' ? null : messageOf(kind, name)
}

/** The message for a file that can't be parsed as ONNX; null where nothing is known about it. */
export function notOnnxModel(name: string, start: Uint8Array): Message | null {
  const kind = kindOf(name, start)
  return kind && messageOf(kind, name)
}

/** The message for the first of these files, of a folder or an archive, that is one of another framework. */
export function foreignAmong(paths: readonly string[]): Message | null {
  for (const [kind, find] of FOLDERS) {
    const path = find(paths)
    if (path !== undefined) return messageOf(kind, baseOf(path))
  }
  const kinds = paths.map((path) => ({ path, kind: byExtension(path) }))
  // Bare weights say less than a file of the same folder that names its format.
  const found = kinds.find(({ kind }) => kind !== null && kind !== 'bare_weights') ?? kinds.find(({ kind }) => kind)
  return found?.kind ? messageOf(found.kind, baseOf(found.path)) : null
}

/** Formats of several files, whose names are common by themselves, with the file that stands for them. */
const FOLDERS: [ModelFormatId, (paths: readonly string[]) => string | undefined][] = [
  ['core_ml', (paths) => paths.map((path) => /^(.*\.mlpackage)\//.exec(path)?.[1]).find((path) => path !== undefined)],
  ['saved_model', (paths) => paths.find((path) => /(^|\/)saved_model\.pb$/.test(path))],
  [
    'tensorflow_js',
    (paths) =>
      paths.some((path) => /group\d+-shard\d+of\d+(\.bin)?$/.test(path))
        ? paths.find((path) => /(^|\/)model\.json$/.test(path))
        : undefined,
  ],
  ['openvino', (paths) => paths.find((path) => /\.xml$/.test(path) && paths.includes(path.replace(/xml$/, 'bin')))],
]

const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

function kindOf(name: string, bytes: Uint8Array | undefined): Kind | null {
  return bytes === undefined || bytes.length === 0 ? byExtension(name) : byBytes(name, fileStart(bytes))
}

function byBytes(name: string, start: FileStart): Kind | null {
  // Core ML and SavedModel begin with a number too, but go on with a message instead of a name.
  if (start.bytes[0] === ONNX_START && !hasMessageSecond(start)) return null
  const format = FORMATS.find(([, { starts }]) => starts?.(start))
  if (format) return format[0]
  if (start.text.startsWith('version https://git-lfs')) return 'lfs_pointer'
  if (/^(\u00ef\u00bb\u00bf)?\s*<(!doctype|html|\?xml)/i.test(start.text)) return 'web_page'
  const named = byExtension(name)
  if (isZip(start) && named !== 'pytorch') return 'archive'
  return named ?? (isPickle(start) ? 'pickle' : null)
}

const byExtension = (name: string): ModelFormatId | null =>
  BY_EXTENSION.get(/\.(\w+)$/.exec(name)?.[1]?.toLowerCase() ?? '') ?? null

/** The command of a shell and the Python code in such a message; none where nothing has to be exported. */
export const exportCommands = ({ params: { command, code } }: Message): readonly string[] =>
  [command, code].filter((one) => typeof one === 'string')

function messageOf(kind: Kind, name: string): Message {
  switch (kind) {
    case 'web_page':
      return message('model_file.is_web_page', { name })
    case 'lfs_pointer':
      return message('model_file.is_lfs_pointer', { name })
    case 'archive':
      return message('model_file.is_archive', { name })
    default:
      return formatMessage(kind, { file: name, stem: name.replace(/\.[^.]*$/, '') })
  }
}

/** The original of a model that nothing converts back, as a word that its user replaces. */
const ORIGIN: NamedModel = { file: 'MODEL.pt', stem: 'MODEL' }

function formatMessage(kind: ModelFormatId, model: NamedModel): Message {
  const { format, conversion }: ModelFormat = MODEL_FORMATS[kind]
  const name = model.file
  switch (conversion.by) {
    case 'command': {
      const command = conversion.command(model)
      if (kind === 'ultralytics') return message('model_file.is_ultralytics', { name, command })
      if (kind === 'safetensors') return message('model_file.is_safetensors', { name, command })
      if (kind === 'tensorrt') return message('model_file.is_tensorrt', { name, command })
      return message('model_file.foreign_command', { name, format, command })
    }
    case 'code': {
      const code = conversion.code(model)
      if (kind === 'torchscript') return message('model_file.is_torchscript', { name, code })
      return message('model_file.foreign_code', { name, format, code })
    }
    case 'command or code':
      return message('model_file.is_pytorch', {
        name,
        command: conversion.command(model),
        code: conversion.code(model),
      })
    case 'origin': {
      const command = MODEL_FORMATS.ultralytics.conversion.command(ORIGIN)
      return message('model_file.foreign_origin', { name, format, command })
    }
    case 'nothing':
      return message('model_file.foreign_nothing', { name, format })
  }
}
