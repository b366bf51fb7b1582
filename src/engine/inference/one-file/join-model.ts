/** Makes one ONNX file of a model that came as several files, or in a ZIP archive. */
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { type OutsideTensor, outsideTensors } from '../../../disk/onnx-tensors.ts'
import { pipeToFile } from '../../../disk/pipe-to-file.ts'
import { KIND_BYTES } from '../../../shared/domain/model-file-kind.ts'
import type { JoinedModel, ModelParts } from '../../../shared/engine-contract/model-parts.ts'
import { foreignFile } from '../model-errors.ts'
import { type DataPlace, openDataFiles } from './data-files.ts'
import { mergedWeights } from './merge-weights.ts'
import { openModelArchive } from './model-archive.ts'
import { readModelFile } from './read-model-file.ts'

const ZIP_START = 'PK\u0003\u0004'

/**
 * Writes the model to `to`, unless it is one ONNX file already: then the result is null. Also null for bytes that are not
 * ONNX at all, which `inspectModel` refuses. Raises `RunFailure` as the engine’s interface says.
 */
export const joinModel = ({ path, name, files, to }: ModelParts): Promise<JoinedModel | null> =>
  joinFrom(path, name, { files, folder: null }, to)

async function joinFrom(path: string, name: string, place: DataPlace, to: string): Promise<JoinedModel | null> {
  const start = await startOf(path)
  const foreign = foreignFile(name, start)
  if (foreign) throw foreign
  try {
    if (start.subarray(0, 4).toString('latin1') === ZIP_START) return await ofArchive(path, name, to)
    return (await mergeInto(path, name, place, to)) ? { name } : null
  } catch (error) {
    await rm(to, { force: true })
    throw error
  }
}

async function startOf(path: string): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(KIND_BYTES), 0, KIND_BYTES, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Unpacks the files that the model needs, next to the place of the result. */
async function ofArchive(path: string, name: string, to: string): Promise<JoinedModel> {
  const archive = await openModelArchive(path, name)
  const folder = `${to}.unpacked`
  try {
    await mkdir(folder, { mode: 0o700 })
    const model = join(folder, 'model')
    await archive.extractModel(model)
    const files: { name: string; path: string }[] = []
    for (const location of locationsIn(readModelFile(model, archive.name))) {
      const file = join(folder, String(files.length))
      if (await archive.extractBeside(location, file)) files.push({ name: location, path: file })
    }
    if (!(await mergeInto(model, archive.name, { files, folder: null }, to))) await rename(model, to)
    return { name: archive.name }
  } finally {
    archive.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns false, and writes nothing, for a model without weights in other files. */
async function mergeInto(path: string, name: string, place: DataPlace, to: string): Promise<boolean> {
  const bytes = readModelFile(path, name)
  const tensors = tensorsIn(bytes)
  if (tensors.length === 0) return false
  const data = openDataFiles(name, place)
  try {
    await pipeToFile([mergedWeights(bytes, tensors, name, data)], to, { mode: 0o600, flags: 'wx' })
  } finally {
    await data.close()
  }
  return true
}

const locationsIn = (bytes: Uint8Array): Set<string> => new Set(tensorsIn(bytes).map(({ location }) => location))

/** None in bytes that are not ONNX. */
function tensorsIn(bytes: Uint8Array): OutsideTensor[] {
  try {
    return outsideTensors(bytes)
  } catch {
    return []
  }
}

/**
 * The same for a file of the user's own machine, whose weights are looked up in its folder: the other files there are the
 * user's too.
 */
export const joinBeside = (path: string, to: string): Promise<JoinedModel | null> =>
  joinFrom(path, basename(path), { files: [], folder: dirname(path) }, to)
