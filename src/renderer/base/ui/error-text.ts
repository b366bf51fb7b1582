/** Formats errors as sentences. */

import { texts } from '../../texts/texts.ts'
import { HostError } from '../host/host-context.ts'

/** Returns the message for a rejected call: the host's own sentence, or a generic one for an internal error. */
export function errorText(error: unknown): string {
  if (error instanceof HostError) return error.message
  if (typeof error === 'object' && error !== null && 'code' in error && 'message' in error) return String(error.message)
  if (error instanceof Error && error.message) return error.message
  return texts.ui.errorText.unknown
}
