/** Reads and writes checkpoints. The file is replaced whole, so it is always complete or missing. */

import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { replaceFile, writeDurably } from '../../disk/atomic-file.ts'
import { CHECKPOINT_NAME } from '../../shared/domain/work-folder.ts'
import type { RunJob } from '../../shared/engine-contract/job.ts'
import type { TallyState } from '../core/tally-state.ts'
import type { ReaderPosition } from '../media/frame.ts'
import type { ResultHeader } from './result-header.ts'

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
export const checkpointedAt = (work: string): number | null =>
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
