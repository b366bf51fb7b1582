/** The files that an ONNX file names for its weights, for those who bring it: the command line and downloads. */
import { lstat, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { outsideFiles } from './onnx-tensors.ts'

/** A larger file is not read to find out: those with their weights apart are small. */
const MAX_READ_BYTES = 256 * 1024 ** 2

/** Separators, also those of other systems, drives and streams of Windows, and control characters. */
const UNSAFE = /[/\\:\p{Cc}]/u

/** True for the name of a file that can only be in the folder that it is looked up in, on every system. */
export const isPlainFileName = (name: string): boolean =>
  name !== '.' && name !== '..' && name.length <= 255 && !UNSAFE.test(name) && name.trim() !== ''

/** The plain names among those that the file names; none for a file that is not ONNX. */
export async function dataFileNames(path: string): Promise<string[]> {
  if ((await stat(path)).size > MAX_READ_BYTES) return []
  const bytes = await readFile(path)
  try {
    return outsideFiles(bytes).filter(isPlainFileName)
  } catch {
    return []
  }
}

/** The paths of those that are beside it, by name: files themselves, no links. */
export async function dataFilesBeside(path: string): Promise<{ name: string; path: string }[]> {
  const found: { name: string; path: string }[] = []
  for (const name of await dataFileNames(path)) {
    const file = join(dirname(path), name)
    const isFile = await lstat(file).then(
      (at) => at.isFile(),
      () => false,
    )
    if (isFile) found.push({ name, path: file })
  }
  return found
}
