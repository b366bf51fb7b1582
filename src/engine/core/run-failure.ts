/** A run's failure as a message for the user, and the codes of failures that the operating system reports. */

import { basename } from 'node:path'
import type { FrameMoment, RunError, RunErrorCode } from '../../shared/domain/run.ts'
import {
  englishOf,
  type Message,
  type MessageText,
  message,
  type Param,
  type Said,
  type Sayable,
  saidOf,
} from '../../shared/messages/message.ts'

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

/** A failure that the user can fix, raised when media can't be opened or written. */
export class MediaError extends Error {
  override readonly name = 'MediaError'
  readonly code: 'source_missing' | 'source_unreadable' | 'source_empty' | 'output_unwritable' | 'disk_full'
  readonly text: Message
  constructor(code: MediaError['code'], text: Message) {
    super(englishOf(text))
    this.code = code
    this.text = text
  }
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

/** Puts other names into a text, in its English and in the parameters of its message. */
export type Wording = (said: Said) => Said

/** Replaces the file name of `path`, which is generated for an upload, by the owner's `name` in any message. */
export function withDisplayName(path: string, name: string): Wording {
  const renamed = renamedIn(path, name)
  return ({ message, text }) => ({
    message: renamed.sentence(message),
    ...(text && { text: renamed.message(text as Message) }),
  })
}

/** The same for a message that is not a text yet. */
export const displayNamed = (message: Message, path: string, name: string): Message =>
  renamedIn(path, name).message(message)

function renamedIn(path: string, name: string) {
  const stored = basename(path)
  const sentence = (text: string): string => text.replaceAll(`“${stored}”`, () => `“${name}”`)
  const param = (value: Param): Param => {
    if (typeof value === 'number') return value
    // A parameter is the bare name, whose quotes are in the template, or holds the text of another program.
    if (typeof value === 'string') return value === stored ? name : sentence(value)
    return Array.isArray(value) ? value.map(param) : message(value as Message)
  }
  const message = ({ code, params }: Message): Message => ({
    code,
    params: Object.fromEntries(Object.entries(params).map(([place, value]) => [place, param(value)])),
  })
  return { sentence, message }
}

/** `wording` is applied to the message last. */
export const toRunError = (failure: RunFailure, wording: Wording = (said) => said): RunError => ({
  code: failure.code,
  ...wording(saidOf(failure)),
  node_id: failure.nodeId,
  ...(failure.frame && { frame: failure.frame }),
})
