/** The models among files that are picked or dropped, each with the files of its weights. */
import { MAX_DATA_FILES } from '../../../shared/api/models.ts'
import { foreignAmong } from '../../../shared/domain/model-file-kind.ts'
import type { Message } from '../../../shared/messages/message.ts'
import type { PlacedFile } from '../../parts/studio/upload/dropped-files.ts'

export interface ModelFiles {
  /** An ONNX file, or a ZIP archive with one; any other file where there is none. */
  model: File
  data: File[]
}

const MODEL = /\.(onnx|zip)$/i
/** A model without its weights is small; a larger one is not searched for names. */
const MAX_SEARCHED_BYTES = 32 * 1024 ** 2

/** The message for a folder of another framework; null where there is an ONNX file, or nothing that is known. */
export const foreignFolder = (files: readonly PlacedFile[]): Message | null =>
  files.length < 2 || files.some(({ file }) => MODEL.test(file.name))
    ? null
    : foreignAmong(files.map(({ file, directory }) => `${directory}/${file.name}`))

export async function modelsAmong(files: readonly PlacedFile[]): Promise<ModelFiles[]> {
  const models = files.filter(({ file }) => MODEL.test(file.name))
  const [first] = files
  if (models.length === 0) return first ? [{ model: first.file, data: [] }] : []
  const found: ModelFiles[] = []
  for (const { file: model, directory } of models) {
    const beside = files.filter((one) => one.directory === directory && !MODEL.test(one.file.name))
    found.push({ model, data: await dataFilesOf(model, beside) })
  }
  return found
}

/** The files whose names the model mentions, as it has to mention where its weights are. */
async function dataFilesOf(model: File, beside: readonly PlacedFile[]): Promise<File[]> {
  if (beside.length === 0 || !/\.onnx$/i.test(model.name)) return []
  const candidates = beside.map(({ file }) => file)
  const text = model.size > MAX_SEARCHED_BYTES ? null : await latin1(model)
  const isNamed = ({ name }: File): boolean =>
    text === null ? name.startsWith(model.name) : text.includes(utf8AsLatin1(name))
  return candidates.filter(isNamed).slice(0, MAX_DATA_FILES)
}

const latin1 = async (file: File): Promise<string> => new TextDecoder('latin1').decode(await file.arrayBuffer())

/** The bytes of a name, as they look in a text of one character for each byte. */
const utf8AsLatin1 = (name: string): string => new TextDecoder('latin1').decode(new TextEncoder().encode(name))
