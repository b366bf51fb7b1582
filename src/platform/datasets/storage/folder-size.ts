/** Sizes of files and folders, by file length. */
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** 0 for a missing file. */
export const fileSize = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  )

/** Total of all files in a folder and below it; 0 for a missing folder. */
export async function folderSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  let bytes = 0
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) bytes += await folderSize(path)
    else if (entry.isFile()) bytes += await fileSize(path)
  }
  return bytes
}
