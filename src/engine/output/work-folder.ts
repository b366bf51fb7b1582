/**
 * The hidden work folder of a run, which outlives the process: an interrupted commit of its files is rolled back, and a
 * run that resumes another adopts its folder.
 */
import { existsSync, readFileSync, renameSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { WORK_FOLDER_PREFIX } from '../../shared/domain/work-folder.ts'
import { checkpointedAt } from './checkpoint-file.ts'

export const MANIFEST_NAME = 'manifest.json'

/** Names of the files that are being moved to the parent folder. */
const COMMIT_NAME = '.commit.json'

const MAX_NAME = 100

/** A valid file name made from arbitrary text. */
export const safeName = (text: string): string =>
  text
    .replace(/[^A-Za-z0-9 ._-]+/g, '-')
    .replace(/^[. -]+|[. -]+$/g, '')
    .slice(0, MAX_NAME) || 'result'

/** The host removes this folder when the engine has died. */
export const workFolderOf = (outDir: string, runId: string): string =>
  join(outDir, `${WORK_FOLDER_PREFIX}${safeName(runId)}`)

/** Must be called before the first file of a work folder is moved out of it. */
export const noteCommit = (work: string, names: readonly string[]): Promise<void> =>
  writeFile(join(work, COMMIT_NAME), JSON.stringify(names))

/** Moves files that an interrupted commit moved out of the work folder back into it. */
export async function rollBackCommit(work: string): Promise<void> {
  const note = join(work, COMMIT_NAME)
  if (!existsSync(note)) return
  for (const name of noted(note)) {
    const [inside, outside] = [join(work, name), join(dirname(work), name)]
    if (!existsSync(inside) && existsSync(outside)) renameSync(outside, inside)
  }
  await rm(note, { force: true })
}

/** A note that was cut off was written before any move. */
function noted(path: string): string[] {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as string[]
  } catch {
    return []
  }
}

/** Adopts the work folder of an interrupted run; the two paths may be the same. */
export async function adoptWorkFolder(from: string, to: string): Promise<void> {
  await rollBackCommit(from)
  if (from !== to) {
    await mkdir(dirname(to), { recursive: true })
    await rm(to, { recursive: true, force: true })
    await rename(from, to)
  }
  await rm(join(to, MANIFEST_NAME), { force: true })
}

/** The work folder in `outDir` from which a run can be resumed, the latest of several, or null. Changes nothing. */
export async function resumableWorkFolder(outDir: string): Promise<string | null> {
  const names = await readdir(outDir).catch((): string[] => [])
  const folders = names.filter((name) => name.startsWith(WORK_FOLDER_PREFIX)).map((name) => join(outDir, name))
  const [latest] = folders
    .map((folder) => ({ folder, at: checkpointedAt(folder) }))
    .filter(({ at }) => at !== null)
    .sort((a, b) => Number(b.at) - Number(a.at))
  return latest?.folder ?? null
}
