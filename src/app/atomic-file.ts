/** Atomic writes: a file is either complete or unchanged, even after a power failure. */
import { randomBytes } from 'node:crypto'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

export interface WriteOptions {
  /** Permission bits, as in chmod. By default only the owner may read the file. */
  mode?: number
}

/** Writes a temporary file and renames it over the target. Creates the folder. Throws the file system's errors. */
export async function writeFileAtomic(path: string, text: string, { mode = 0o600 }: WriteOptions = {}): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const temporary = join(folder, `.${basename(path)}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`)
  try {
    const file = await open(temporary, 'wx', mode)
    try {
      await file.writeFile(text, 'utf8')
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}
