/** A run's failure as a message for the user, and the codes of failures that the operating system reports. */

import { basename } from 'node:path'
import type { FrameMoment, RunError, RunErrorCode } from '../../shared/domain/run.ts'
import { type MessageText, message, type Param } from '../../shared/messages/message.ts'
import { type Sayable, saidOf } from '../../shared/messages/said.ts'
import type { Wording } from './display-name.ts'
import { MediaError } from './media-error.ts'

export class RunFailure extends Error {
  override readonly name = 'RunFailure'
  readonly code: RunErrorCode
  readonly nodeId: string | null
  /** The frame at which it happened, if any. */
  frame: FrameMoment | null = null
  readonly text: MessageText | undefined
  constructor(code: RunErrorCode, sayable: Sayable, nodeId: string | null = null, cause?: unknown) {
    const said = saidOf(sayable)
    super(said.message, { cause })
    this.code = code
    this.text = said.text
    this.nodeId = nodeId
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT'])
const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'ENOENT', 'EEXIST', 'ENAMETOOLONG'])

/** The reason why results could not be written to `path`; null when the error has another cause. */
export function outputFailure(error: unknown, path: Param): RunFailure | null {
  const code = (error as NodeJS.ErrnoException | null)?.code
  if (code === undefined) return null
  if (FULL.has(code)) return new RunFailure('disk_full', message('engine.results_disk_full', { path }), null, error)
  if (code === 'EFBIG') return new RunFailure('disk_full', message('engine.results_too_large', { path }), null, error)
  if (!UNWRITABLE.has(code)) return null
  return new RunFailure('output_unwritable', message('engine.results_unwritable', { path }), null, error)
}

/** Converts any error to the failure of a run; `nodeId` is the block that was working. */
export function asRunFailure(error: unknown, nodeId: string | null): RunFailure {
  if (error instanceof RunFailure) {
    return error.nodeId === null && nodeId !== null ? new RunFailure(error.code, error, nodeId, error.cause) : error
  }
  if (error instanceof MediaError) return new RunFailure(error.code, error, nodeId, error)
  const path = (error as NodeJS.ErrnoException | null)?.path
  const output = outputFailure(error, typeof path === 'string' ? basename(path) : message('engine.output_folder'))
  if (output) return new RunFailure(output.code, output, nodeId, error)
  const reason = error instanceof Error ? error.message : String(error)
  const failed =
    nodeId === null
      ? message('engine.run_failed', { reason })
      : message('engine.block_failed', { block: nodeId, reason })
  return new RunFailure('block_failed', failed, nodeId, error)
}

/** The same failure with the frame at which it happened. */
export function atFrame(error: unknown, frame: FrameMoment): RunFailure {
  const failure = asRunFailure(error, null)
  failure.frame ??= frame
  return failure
}

/** `wording` is applied to the message last. */
export const toRunError = (failure: RunFailure, wording: Wording = (said) => said): RunError => ({
  code: failure.code,
  ...wording(saidOf(failure)),
  node_id: failure.nodeId,
  ...(failure.frame && { frame: failure.frame }),
})
