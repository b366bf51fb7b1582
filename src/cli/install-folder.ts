/** Copies the files of a model that lies in a folder of its own into the data folder. */
import { cp, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { replaceFolder } from '../disk/replace-folder.ts'
import { CommandFailure } from './terminal.ts'

/** All or nothing. `written`: texts of further files. */
export async function installFolder(
  name: string,
  from: string,
  files: readonly string[],
  target: string,
  written: Readonly<Record<string, string>> = {},
): Promise<void> {
  try {
    await replaceFolder(target, async (fresh) => {
      for (const file of files) await cp(join(from, file), join(fresh, file), { dereference: true })
      for (const [file, text] of Object.entries(written)) await writeFile(join(fresh, file), text)
    })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CommandFailure(`${name} could not be copied to ${dirname(target)}: ${reason}`)
  }
}
