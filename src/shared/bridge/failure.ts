/** Failures that a host reports to the page. */
import type { ErrorDetail } from '../api/errors.ts'
import { type Message, type MessageText, saidOf } from '../messages/message.ts'

interface FailureParts {
  code: string
  message: string | Message
  /** The translatable text of a failure from another process, whose `message` is the English. */
  text?: MessageText | undefined
  details?: ErrorDetail[]
}

/** An error that crosses the bridge unchanged, as does any Error with a string `code` and an array `details`. */
export class BridgeFailure extends Error {
  override readonly name = 'BridgeFailure'
  readonly code: string
  readonly text: MessageText | undefined
  readonly details: ErrorDetail[]
  constructor({ code, message, text, details = [] }: FailureParts) {
    const said = typeof message === 'string' ? { message, text } : saidOf(message)
    super(said.message)
    this.code = code
    this.text = said.text
    this.details = details
  }
}
