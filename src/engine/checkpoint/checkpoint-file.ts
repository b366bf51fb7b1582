/** A checkpoint on disk: written beside and renamed, so that there is always a whole one or none. */
import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { type FileHandle, open, readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import type { RunJob } from '../../shared/domain/job.ts'
import { CHECKPOINT_NAME } from '../../shared/domain/work-folder.ts'
import type { ReaderPosition } from '../media/frame.ts'
import type { TallyState } from '../runtime/figures.ts'
import type { ResultHeader } from '../sinks/result-header.ts'

/** A run after one of its frames: all that is needed to go on with the next. */
export interface Checkpoint {
  job: RunJob
  header: ResultHeader
  /** When the run began, in milliseconds since 1970. */
  startedAt: number
  /** Of the last frame that is done. */
  mediaTimeS: number
  /** Where the source is read on. */
  position: ReaderPosition
  nodes: Record<string, NodeState>
}

export interface NodeState {
  /** What the node's `save` gave, serialised. */
  saved: Uint8Array
  tally: TallyState
}

const DIGEST_BYTES = 32
const digest = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

export const hasCheckpoint = (work: string): boolean => existsSync(join(work, CHECKPOINT_NAME))

/** In milliseconds since 1970; null where there is no checkpoint. */
export const checkpointedAt = (work: string): number | null =>
  statSync(join(work, CHECKPOINT_NAME), { throwIfNoEntry: false })?.mtimeMs ?? null

export async function writeCheckpoint(work: string, checkpoint: Checkpoint): Promise<void> {
  const bytes = serialize(checkpoint)
  const beside = join(work, `${CHECKPOINT_NAME}.new`)
  const file: FileHandle = await open(beside, 'w')
  try {
    await file.writeFile(Buffer.concat([digest(bytes), bytes]))
    await file.datasync()
  } finally {
    await file.close()
  }
  await rename(beside, join(work, CHECKPOINT_NAME))
}

/** Null when there is none, or none that is whole. */
export async function readCheckpoint(work: string): Promise<Checkpoint | null> {
  const content = await readFile(join(work, CHECKPOINT_NAME)).catch(() => null)
  if (!content || content.length <= DIGEST_BYTES) return null
  const bytes = content.subarray(DIGEST_BYTES)
  if (!digest(bytes).equals(content.subarray(0, DIGEST_BYTES))) return null
  try {
    return deserialize(bytes) as Checkpoint
  } catch {
    // Written by a newer Node than this one.
    return null
  }
}
