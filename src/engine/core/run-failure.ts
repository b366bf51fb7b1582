/** A run's failure as a message for the user, and the codes of failures that the operating system reports. */

import { basename } from 'node:path'
import type { FrameMoment, RunError, RunErrorCode } from '../../shared/domain/run.ts'
import type { MessageText } from '../../shared/messages/message.ts'
import { type Sayable, saidOf } from '../../shared/messages/said.ts'
import { MediaError } from './media-error.ts'

export class RunFailure extends Error {
  override readonly name = 'RunFailure'
  readonly code: RunErrorCode
  readonly nodeId: string | null
  /** The frame at which it happened, if any. */
  frame: FrameMoment | null = null
  readonly text: MessageText | undefined
  constructor(code: RunErrorCode, sayable: Sayable, nodeId: string | null = null, cause?: unknown) {
    const { message, text } = saidOf(sayable)
    super(message, { cause })
    this.code = code
    this.text = text
    this.nodeId = nodeId
  }
}

const FULL = new Set(['ENOSPC', 'EDQUOT'])
const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EISDIR', 'ENOENT', 'EEXIST', 'ENAMETOOLONG'])

/** The reason why results could not be written to `path`; null when the error has another cause. */
export function outputFailure(error: unknown, path: string): RunFailure | null {
  const code = (error as NodeJS.ErrnoException | null)?.code
  if (code === undefined) return null
  if (FULL.has(code)) {
    const message = `The disk that holds “${path}” is full. Free some space, or choose another folder for the results.`
    return new RunFailure('disk_full', message, null, error)
  }
  if (code === 'EFBIG') {
    const message = `“${path}” has become larger than its disk, or this account, allows. Choose another folder for the results.`
    return new RunFailure('disk_full', message, null, error)
  }
  if (UNWRITABLE.has(code)) {
    const message = `Results can’t be written to “${path}”. Check that the folder exists and may be written to, or choose another.`
    return new RunFailure('output_unwritable', message, null, error)
  }
  return null
}

/** Converts any error to the failure of a run; `nodeId` is the block that was working. */
export function asRunFailure(error: unknown, nodeId: string | null): RunFailure {
  if (error instanceof RunFailure) {
    return error.nodeId === null && nodeId !== null ? new RunFailure(error.code, error, nodeId, error.cause) : error
  }
  if (error instanceof MediaError) return new RunFailure(error.code, error, nodeId, error)
  const path = (error as NodeJS.ErrnoException | null)?.path
  const output = outputFailure(error, typeof path === 'string' ? basename(path) : 'the output folder')
  if (output) return new RunFailure(output.code, output, nodeId, error)
  const reason = error instanceof Error ? error.message : String(error)
  const where = nodeId === null ? 'The run' : `The block “${nodeId}”`
  return new RunFailure('block_failed', `${where} failed: ${reason}`, nodeId, error)
}

/** The same failure with the frame at which it happened. */
export function atFrame(error: unknown, frame: FrameMoment): RunFailure {
  const failure = asRunFailure(error, null)
  failure.frame ??= frame
  return failure
}

/** `wording` is applied to the message last. */
export const toRunError = (failure: RunFailure, wording = (message: string) => message): RunError => ({
  code: failure.code,
  message: wording(failure.message),
  node_id: failure.nodeId,
  ...(failure.frame && { frame: failure.frame }),
})
