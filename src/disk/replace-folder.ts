/** Replaces a folder as a whole. */
import { mkdir, rename, rm } from 'node:fs/promises'

/** `fill` writes the files of the new folder. A concurrent reader sees either the old files or the new ones. */
export async function replaceFolder(target: string, fill: (fresh: string) => Promise<void>): Promise<void> {
  const [fresh, old] = [`${target}.new-${process.pid}`, `${target}.old-${process.pid}`]
  try {
    await mkdir(fresh, { recursive: true, mode: 0o700 })
    await fill(fresh)
    await rename(target, old).catch(ignoreMissing)
    await rename(fresh, target)
  } catch (error) {
    await rename(old, target).catch(() => undefined)
    throw error
  } finally {
    await rm(fresh, { recursive: true, force: true })
    await rm(old, { recursive: true, force: true })
  }
}

function ignoreMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
