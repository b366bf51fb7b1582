/** A model in a ZIP archive: its ONNX file, and the files of its weights beside it. */
import { posix } from 'node:path'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { pipeToFile } from '../../../disk/pipe-to-file.ts'
import { foreignAmong } from '../../../shared/domain/model-file-kind.ts'
import { message } from '../../../shared/messages/message.ts'
import { RunFailure } from '../../core/run-failure.ts'
import { MAX_MODEL_BYTES, modelTooLarge, unsupported } from '../model-errors.ts'

const MAX_ENTRIES = 10_000
/** Inflated bytes by compressed ones, of files over a megabyte: weights hardly shrink. */
const MAX_RATIO = 400
const RATIO_FROM = 1 << 20
/** File names in an error. */
const MAX_NAMED = 5

const LINK = 0o120000
const KIND = 0o170000

export interface ModelArchive {
  /** The name of its ONNX file, without folders. */
  name: string
  /** Writes the ONNX file to a path. */
  extractModel(to: string): Promise<void>
  /** Writes a file beside the ONNX file to a path. Returns false if the archive has no file with that name. */
  extractBeside(name: string, to: string): Promise<boolean>
  close(): void
}

/**
 * `name`: that of the archive in messages. Raises `model_unsupported` for an archive without an ONNX file or with several,
 * and for files that are too large; `model_unreadable` for a broken archive, and for a model of another framework.
 */
export async function openModelArchive(path: string, name: string): Promise<ModelArchive> {
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
