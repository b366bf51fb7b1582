/**
 * The hidden work folder of a run as it outlives the process: files that were on their way out of it are put back, and
 * a run that continues another takes the folder over.
 */
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { WORK_FOLDER_PREFIX } from '../../shared/domain/work-folder.ts'
import { checkpointedAt } from './checkpoint-file.ts'

export const MANIFEST_NAME = 'manifest.json'

/** Names of the files that are being moved to the folder above. */
const COMMIT_NAME = '.commit.json'

const MAX_NAME = 100

/** A file name made of any text. */
export const safeName = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9 ._-]+/g, '-')
    .replace(/^[. -]+|[. -]+$/g, '')
    .slice(0, MAX_NAME) || 'result'

/** The host removes it when the engine has died. */
export const workFolderOf = (outDir: string, runId: string): string =>
  join(outDir, `${WORK_FOLDER_PREFIX}${safeName(runId)}`)

/** To be called before the first file of a work folder is moved out of it. */
export const noteCommit = (work: string, names: readonly string[]): Promise<void> =>
  writeFile(join(work, COMMIT_NAME), JSON.stringify(names))

/** Moves files back into the work folder that an interrupted commit has moved out of it. */
export async function rollBackCommit(work: string): Promise<void> {
  const note = join(work, COMMIT_NAME)
  if (!existsSync(note)) return
  for (const name of noted(note)) {
    const [inside, outside] = [join(work, name), join(dirname(work), name)]
    if (!existsSync(inside) && existsSync(outside)) renameSync(outside, inside)
  }
  await rm(note, { force: true })
}

/** A note that was cut off was not yet followed by any move. */
function noted(path: string): string[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as string[]
  } catch {
    return []
  }
}

/** Takes over the work folder of an interrupted run; the two may be the same. */
export async function adoptWorkFolder(from: string, to: string): Promise<void> {
  await rollBackCommit(from)
  if (from !== to) {
    await mkdir(dirname(to), { recursive: true })
    await rm(to, { recursive: true, force: true })
    await rename(from, to)
  }
  await rm(join(to, MANIFEST_NAME), { force: true })
}

/** The work folder in `outDir` that a run can be continued from, the latest of several; else null. Changes nothing. */
export async function continuableWorkFolder(outDir: string): Promise<string | null> {
  const names = await readdir(outDir).catch((): string[] => [])
  const folders = names.filter((name) => name.startsWith(WORK_FOLDER_PREFIX)).map((name) => join(outDir, name))
  const [latest] = folders
    .map((folder) => ({ folder, at: checkpointedAt(folder) }))
    .filter(({ at }) => at !== null)
    .sort((a, b) => Number(b.at) - Number(a.at))
  return latest?.folder ?? null
}
