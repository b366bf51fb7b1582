/**
 * The files that hold weights of a model beside its ONNX file. The names come from the model, which may come from anybody:
 * a name is looked up among the files that were given with the model, or in its own folder, and never followed elsewhere.
 */

import { constants } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'
import { join } from 'node:path'
import { isPlainFileName } from '../../../disk/model-data-files.ts'
import { outsideTensors } from '../../../disk/onnx-tensors.ts'
import { cutText } from '../../../shared/domain/cut-text.ts'
import { message } from '../../../shared/messages/message.ts'
import { unsupported, weightsApart } from '../model-errors.ts'

/** Where the data files of one model are. */
export interface DataPlace {
  /** Files that were given together with the model, by the names that they had. */
  files: readonly { name: string; path: string }[]
  /** The folder of the model, where its other files are its own; null where they are those of others. */
  folder: string | null
}

export interface DataFiles {
  /** The size in bytes of the file that a tensor names. Raises `model_unsupported` for one that is missing or unsafe. */
  size(location: string): Promise<number>
  /** Reads `length` bytes from `offset` on, in parts that are valid until the next one is taken. */
  read(location: string, offset: number, length: number): AsyncGenerator<Uint8Array>
  close(): Promise<void>
}

const PART_BYTES = 1 << 20
/** Absent on Windows, where `lstat` alone has to do. */
const READ_PLAIN = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

/** Longest file name in an error. */
const MAX_NAME = 100

/**
 * The first external file that a tensor names, '' for a tensor that is external but names none; null when all are
 * internal. Throws when the bytes are not an ONNX file or are nested too deeply.
 */
export function externalData(bytes: Uint8Array): string | null {
  const tensors = outsideTensors(bytes)
  if (tensors.length === 0) return null
  return cutText(tensors.find(({ location }) => location !== '')?.location ?? '', MAX_NAME)
}

/** `model`: its name in messages. */
export function openDataFiles(model: string, { files, folder }: DataPlace): DataFiles {
  const given = new Map(files.map(({ name, path }) => [name.normalize(), path]))
  const sizes = new Map<string, number>()
  let opened: { location: string; handle: FileHandle } | null = null

  function pathOf(location: string): string {
    if (location === '') throw weightsApart(model, '')
    const file = cutText(location, MAX_NAME)
    if (!isPlainFileName(location)) throw unsupported(message('model_file.data_name', { name: model, file }))
    const path = given.get(location.normalize()) ?? (folder === null ? null : join(folder, location))
    if (path === null) throw weightsApart(model, file)
    return path
  }

  async function handleOf(location: string): Promise<FileHandle> {
    if (opened?.location === location) return opened.handle
    await opened?.handle.close()
    opened = null
    const handle = await open(pathOf(location), READ_PLAIN).catch((error) => Promise.reject(refusal(location, error)))
    opened = { location, handle }
    return handle
  }

  const refusal = (file: string, error: unknown) =>
    (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? weightsApart(model, file)
      : unsupported(message('model_file.data_unreadable', { name: model, file }), error)

  return {
    async size(location) {
      const known = sizes.get(location)
      if (known !== undefined) return known
      const found = await lstat(pathOf(location)).catch((error) => Promise.reject(refusal(location, error)))
      if (!found.isFile()) throw unsupported(message('model_file.data_unreadable', { name: model, file: location }))
      sizes.set(location, found.size)
      return found.size
    },
    async *read(location, offset, length) {
      const handle = await handleOf(location)
      const part = Buffer.allocUnsafe(Math.min(PART_BYTES, length))
      for (let done = 0; done < length; ) {
        const { bytesRead } = await handle.read(part, 0, Math.min(part.length, length - done), offset + done)
        // The file was longer when its size was checked.
        if (bytesRead === 0) throw unsupported(message('model_file.data_mismatch', { name: model, file: location }))
        yield part.subarray(0, bytesRead)
        done += bytesRead
      }
    },
    async close() {
      await opened?.handle.close()
      opened = null
    },
  }
}
