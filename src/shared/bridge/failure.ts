/** Failures that a host reports to the page. */
import type { ErrorDetail } from '../api/errors.ts'

/** An error that crosses the bridge unchanged, as does any Error with a string `code` and an array `details`. */
export class BridgeFailure extends Error {
  override readonly name = 'BridgeFailure'
  readonly code: string
  readonly details: ErrorDetail[]
  constructor({ code, message, details = [] }: { code: string; message: string; details?: ErrorDetail[] }) {
    super(message)
    this.code = code
    this.details = details
  }
}
