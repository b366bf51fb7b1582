/** Copies the files of a model that lies in a folder of its own into the data folder. */
import { cp, mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { CommandFailure } from './terminal.ts'

/** All or nothing: a concurrent run sees either the old files or the new ones. `written`: texts of further files. */
export async function installFolder(
  name: string,
  from: string,
  files: readonly string[],
  target: string,
  written: Readonly<Record<string, string>> = {},
): Promise<void> {
  const [fresh, old] = [`${target}.new-${process.pid}`, `${target}.old-${process.pid}`]
  try {
    await mkdir(fresh, { recursive: true, mode: 0o700 })
    for (const file of files) await cp(join(from, file), join(fresh, file), { dereference: true })
    for (const [file, text] of Object.entries(written)) await writeFile(join(fresh, file), text)
    await rename(target, old).catch(ignoreMissing)
    await rename(fresh, target)
  } catch (error) {
    await rename(old, target).catch(() => undefined)
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFailure(`${name} could not be copied to ${dirname(target)}: ${reason}`)
  } finally {
    await rm(fresh, { recursive: true, force: true })
    await rm(old, { recursive: true, force: true })
  }
}

function ignoreMissing(error: unknown): void {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
