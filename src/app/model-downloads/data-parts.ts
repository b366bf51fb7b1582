/** The files that a downloaded ONNX file names for its weights, fetched from where it came from itself. */
import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { dataFileNames } from '../../disk/model-data-files.ts'
import { message } from '../../shared/messages/message.ts'
import { downloadFailure } from '../downloads/failures.ts'
import { openPartFolder, type PartFolder } from '../downloads/part-folder.ts'
import { receive } from '../downloads/transfer.ts'
import { checkFile } from './check-file.ts'
import type { Checksums } from './checksums.ts'
import type { Connection, WantedFile } from './wanted-file.ts'

export interface DataParts {
  /** Bytes of all files. */
  size: number
  /** Compares them with their checksums, records those that are new, and gives each its name. Raises `wrong_checksum`. */
  check(checksums: Checksums): Promise<{ name: string; path: string }[]>
  /** Ends with them: removed, or kept for a later call. */
  end(how: 'remove' | 'release'): Promise<void>
}

interface DataPart {
  name: string
  wanted: WantedFile
  part: PartFolder
  size: number
}

/**
 * Receives the files that `path`, the download of `wanted`, names; mostly none. `onBytes` gets their bytes so far. Raises
 * failures with the codes of `MODEL_GET_ERRORS`, and the signal’s reason; what has arrived is kept then.
 */
export async function receiveDataParts(
  path: string,
  wanted: WantedFile,
  downloadsDir: string,
  { web, signal }: Connection,
  onBytes: (received: number) => void,
): Promise<DataParts> {
  const parts: DataPart[] = []
  let size = 0
  const end: DataParts['end'] = async (how) => {
    for (const { name, part } of parts) {
      if (how === 'release') await rename(placeOf(part, name), part.partPath).catch(() => {})
      await part[how]()
    }
  }
  try {
    for (const name of await dataFileNames(path)) {
      const data = wanted.beside(name)
      if (!data)
        throw downloadFailure('not_found', message('model_get.missing_data', { file: wanted.file, data: name }))
      const part = await openPartFolder(downloadsDir, data.url, data.file, signal)
      const one = { name, wanted: data, part, size: 0 }
      parts.push(one)
      one.size = await receive(transferOf(data), part, web, signal, (received) => onBytes(size + received))
      size += one.size
    }
  } catch (error) {
    await end('release')
    throw error
  }
  return {
    size,
    async check(checksums) {
      const files: { name: string; path: string }[] = []
      for (const { name, wanted: data, part, size: sizeBytes } of parts) {
        const { sha256, checksum } = await checkFile(checksums, data, part.partPath, signal)
        if (checksum === 'first') await checksums.record(data.url, { sha256, sizeBytes })
        const place = placeOf(part, name)
        await mkdir(dirname(place), { recursive: true, mode: 0o700 })
        await rename(part.partPath, place)
        files.push({ name, path: place })
      }
      return files
    },
    end,
  }
}

/** A folder of its own: the name comes from the model. */
const placeOf = ({ dir }: PartFolder, name: string): string => join(dir, 'data', name)

/** The file, its copy in the model, and the copy that is made of both need space. */
const transferOf = (data: WantedFile) => ({
  ...data,
  space: 3,
  foreign: (start: Uint8Array | 'web page') =>
    start === 'web page' ? downloadFailure('not_onnx', message('model_file.is_web_page', { name: data.file })) : null,
})
