/** Makes one ONNX file of a model that came as several files, or in a ZIP archive. */
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, posix } from 'node:path'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { type OutsideTensor, outsideTensors } from '../../../disk/onnx-tensors.ts'
import { pipeToFile } from '../../../disk/pipe-to-file.ts'
import { foreignAmong, KIND_BYTES } from '../../../shared/domain/model-file-kind.ts'
import type { JoinedModel, ModelParts } from '../../../shared/engine-contract/model-parts.ts'
import { message } from '../../../shared/messages/message.ts'
import { RunFailure } from '../../core/run-failure.ts'
import { foreignFile, MAX_MODEL_BYTES, modelTooLarge, unsupported } from '../model-errors.ts'
import { type DataPlace, openDataFiles } from './data-files.ts'
import { mergedWeights } from './merge-weights.ts'
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

const MAX_ENTRIES = 10_000
/** Inflated bytes by compressed ones, of files over a megabyte: weights hardly shrink. */
const MAX_RATIO = 400
const RATIO_FROM = 1 << 20
/** File names in an error. */
const MAX_NAMED = 5

const LINK = 0o120000
const KIND = 0o170000

interface ModelArchive {
  /** The name of its ONNX file, without folders. */
  name: string
  /** Writes the ONNX file to a path. */
  extractModel(to: string): Promise<void>
  /** Writes a file beside the ONNX file to a path. Returns false if the archive has no file with that name. */
  extractBeside(name: string, to: string): Promise<boolean>
  close(): void
}

/**
 * Opens a model in a ZIP archive: its ONNX file, and the files of its weights beside it. `name`: that of the archive in
 * messages. Raises `model_unsupported` for an archive without an ONNX file or with several,
 * and for files that are too large; `model_unreadable` for a broken archive, and for a model of another framework.
 */
async function openModelArchive(path: string, name: string): Promise<ModelArchive> {
  const broken = (error: unknown) => {
    if (error instanceof RunFailure) return error
    const reason = error instanceof Error ? error.message : String(error)
    return new RunFailure('model_unreadable', message('model_file.archive_unreadable', { name, reason }), null, error)
  }
  const zip = await openPromise(path, { autoClose: false }).catch((error) => Promise.reject(broken(error)))
  try {
    const entries = await readableEntries(zip)
    const model = theModel([...entries.keys()], name)
    const extract = async (entry: Entry, to: string) => {
      requireSize(entry, name)
      // yauzl ends the stream with an error when the bytes are more, or fewer, than the entry declares.
      const bytes = await zip.openReadStreamPromise(entry).catch((error) => Promise.reject(broken(error)))
      await pipeToFile([bytes], to, { mode: 0o600, flags: 'wx' }).catch((error) =>
        Promise.reject((error as NodeJS.ErrnoException).path === to ? error : broken(error)),
      )
    }
    return {
      name: posix.basename(model),
      extractModel: (to) => extract(entries.get(model) as Entry, to),
      async extractBeside(file, to) {
        const entry = entries.get(posix.join(posix.dirname(model), file).normalize())
        if (entry) await extract(entry, to)
        return entry !== undefined
      },
      close: () => zip.close(),
    }
  } catch (error) {
    zip.close()
    throw broken(error)
  }
}

/** The files, by their paths; those that no model needs are left out: folders, links, and what macOS adds. */
async function readableEntries(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  if (zip.entryCount > MAX_ENTRIES) throw new Error(`it has more than ${MAX_ENTRIES} files`)
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry
    const isLink = ((entry.externalFileAttributes >>> 16) & KIND) === LINK
    if (fileName.endsWith('/') || isLink || /(^|\/)(__MACOSX\/|\._)/.test(fileName)) continue
    entries.set(fileName.normalize(), entry)
  }
  return entries
}

function theModel(files: readonly string[], name: string): string {
  const [model, ...others] = files.filter((file) => /\.onnx$/i.test(file))
  if (model !== undefined && others.length === 0) return model
  if (model !== undefined) {
    const named = [model, ...others].slice(0, MAX_NAMED).join(', ')
    throw unsupported(message('model_file.archive_of_models', { name, count: others.length + 1, files: named }))
  }
  const foreign = foreignAmong(files)
  if (foreign) throw new RunFailure('model_unreadable', foreign)
  throw unsupported(message('model_file.archive_without_model', { name }))
}

function requireSize({ fileName, uncompressedSize, compressedSize }: Entry, name: string): void {
  if (uncompressedSize > MAX_MODEL_BYTES) throw modelTooLarge(name, uncompressedSize)
  if (uncompressedSize <= RATIO_FROM || uncompressedSize <= MAX_RATIO * compressedSize) return
  throw unsupported(message('model_file.archive_inflates', { name, file: posix.basename(fileName) }))
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
