/** Resolves the selection of a request to one that the engine can apply to a video. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { ApiError } from '../../../shared/api/errors.ts'
import type { FrameRequest, UnsureSelection } from '../../../shared/api/video.ts'
import type { FrameSelection } from '../../../shared/domain/frame-selection.ts'
import { isTerminal } from '../../../shared/domain/run.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import { type RunRecords, runOf } from '../runs/run-repository.ts'

interface RecordedFrame {
  record: string
  time_s?: number
  detections?: readonly { confidence: number }[]
}

interface Unsure {
  timeS: number
  lowest: number
}

/**
 * The moments of a video at which a model was least sure, from the records of a run.
 * The least sure detection of a frame decides: frames below `below` are taken from the lowest confidence up, no two of
 * them closer than `min_gap_s`. Returns seconds from the first frame, rising; O(n log n) in the number of frames.
 */
export async function unsureMoments(
  lines: AsyncIterable<string>,
  { below, count, min_gap_s }: Omit<UnsureSelection, 'by' | 'run_id'>,
): Promise<number[]> {
  const found: Unsure[] = []
  for await (const line of lines) {
    const { record, time_s, detections = [] } = JSON.parse(line) as RecordedFrame
    if (record !== 'frame' || time_s === undefined || detections.length === 0) continue
    let lowest = 1
    for (const { confidence } of detections) lowest = Math.min(lowest, confidence)
    if (lowest < below) found.push({ timeS: time_s, lowest })
  }
  found.sort((a, b) => a.lowest - b.lowest || a.timeS - b.timeS)
  const taken = new Map<number, number>()
  for (const { timeS } of found) {
    if (taken.size === count) break
    // Slots are as long as the gap: a moment that is too close lies in the same slot or in one beside it.
    const slot = min_gap_s > 0 ? Math.floor(timeS / min_gap_s) : timeS
    const isClose = (other: number | undefined) => other !== undefined && Math.abs(other - timeS) < min_gap_s
    if (taken.has(slot) || (min_gap_s > 0 && (isClose(taken.get(slot - 1)) || isClose(taken.get(slot + 1))))) continue
    taken.set(slot, timeS)
  }
  return [...taken.values()].sort((a, b) => a - b)
}

export interface Selections {
  /** The lines of the file with the detections of each frame. @throws ApiError as `check` */
  recordsOf(caller: Caller, runId: string, storePath: string): Promise<AsyncIterable<string>>
  /** @throws ApiError not_found, wrong_state, invalid_field when a selection by a run can't be applied to the video */
  check(
    caller: Caller,
    selection: FrameRequest | undefined,
    storePath: string,
    proposalsRunId: string | undefined,
  ): Promise<void>
  /** @throws ApiError as `check`; not_found also when no frame of the run is unsure enough */
  resolve(caller: Caller, selection: FrameRequest, storePath: string): Promise<FrameSelection>
}

export function createSelections({ repository, files }: RunRecords): Selections {
  /** The file with the detections of each frame of the run. */
  async function pathOf(caller: Caller, runId: string, storePath: string): Promise<string> {
    const row = await repository.find(caller.organizationId, runId)
    if (!row) throw new ApiError('not_found', message('run.missing'))
    const run = runOf(row)
    if (!isTerminal(run.status)) throw new ApiError('wrong_state', message('video.run_not_ended'))
    if (run.source?.uri !== storePath) {
      throw new ApiError('invalid_field', message('video.run_of_another', { name: run.source?.name ?? '' }))
    }
    const frames = run.inspection?.frames
    const path = frames ? await files.find(run.id, frames) : null
    if (path === null) throw new ApiError('wrong_state', message('video.run_without_records'))
    return path
  }

  async function recordsOf(caller: Caller, runId: string, storePath: string): Promise<AsyncIterable<string>> {
    const input = createReadStream(await pathOf(caller, runId, storePath))
    return createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  }

  return {
    recordsOf,
    async check(caller, selection, storePath, proposalsRunId) {
      if (proposalsRunId !== undefined) await pathOf(caller, proposalsRunId, storePath)
      if (selection?.by === 'unsure') await pathOf(caller, selection.run_id, storePath)
    },
    async resolve(caller, selection, storePath) {
      if (selection.by !== 'unsure') return selection
      const lines = await recordsOf(caller, selection.run_id, storePath)
      const times_s = await unsureMoments(lines, selection)
      if (times_s.length === 0) throw new ApiError('not_found', message('video.run_sure', { below: selection.below }))
      return { by: 'moments', times_s }
    },
  }
}
