/**
 * The hidden work folder of a run, which outlives the process: an interrupted commit of its files is rolled back, and a
 * run that resumes another adopts its folder.
 */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, renameSync, statSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { replaceFile, writeDurably } from '../../disk/atomic-file.ts'
import { CHECKPOINT_NAME, WORK_FOLDER_PREFIX } from '../../shared/domain/work-folder.ts'
import type { RunJob } from '../../shared/engine-contract/job.ts'
import type { TallyState } from '../core/tally-state.ts'
import type { ReaderPosition } from '../media/frame.ts'
import type { ResultHeader } from './result-header.ts'

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

/** State of a run after one of its frames: everything that is needed to resume with the next one. */
export interface Checkpoint {
  job: RunJob
  header: ResultHeader
  /** Start of the run in milliseconds since 1970. */
  startedAt: number
  /** Time of the last processed frame. */
  mediaTimeS: number
  /** Position at which reading of the source resumes. */
  position: ReaderPosition
  nodes: Record<string, NodeState>
}

export interface NodeState {
  /** Serialised result of the node's `save`. */
  saved: Uint8Array
  tally: TallyState
}

const DIGEST_BYTES = 32
const digest = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

export const hasCheckpoint = (work: string): boolean => existsSync(join(work, CHECKPOINT_NAME))

/** In milliseconds since 1970; null when there is no checkpoint. */
const checkpointedAt = (work: string): number | null =>
  statSync(join(work, CHECKPOINT_NAME), { throwIfNoEntry: false })?.mtimeMs ?? null

export async function writeCheckpoint(work: string, checkpoint: Checkpoint): Promise<void> {
  const bytes = serialize(checkpoint)
  const content = Buffer.concat([digest(bytes), bytes])
  await replaceFile(
    join(work, CHECKPOINT_NAME),
    (beside) => writeDurably(beside, content, { mode: 0o666, flag: 'w' }),
    `${CHECKPOINT_NAME}.new`,
  )
}

/** Null when there is no checkpoint, or none that is complete. */
export async function readCheckpoint(work: string): Promise<Checkpoint | null> {
  const content = await readFile(join(work, CHECKPOINT_NAME)).catch(() => null)
  if (!content || content.length <= DIGEST_BYTES) return null
  const bytes = content.subarray(DIGEST_BYTES)
  if (!digest(bytes).equals(content.subarray(0, DIGEST_BYTES))) return null
  try {
    return deserialize(bytes) as Checkpoint
  } catch {
    // The file was written by a newer Node than this one.
    return null
  }
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
