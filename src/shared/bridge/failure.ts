/** Failures that a host means the page to see. */
import type { ErrorDetail } from '../api/errors.ts'

/** An error that crosses the bridge as it is. Any Error with a string `code` and an array `details` does too. */
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
