/** Resolves the selection of a request to one that the engine can apply to a video. */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { ApiError } from '../../../shared/api/errors.ts'
import type { FrameRequest } from '../../../shared/api/video.ts'
import type { FrameSelection } from '../../../shared/domain/frame-selection.ts'
import { isTerminal } from '../../../shared/domain/run.ts'
import { message } from '../../../shared/messages/message.ts'
import type { Caller } from '../../machine/identity/caller.ts'
import type { RunRecords } from '../runs/run-records.ts'
import { runOf } from '../runs/run-repository.ts'
import { unsureMoments } from './unsure-moments.ts'

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
