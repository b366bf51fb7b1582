/** What this version can't run yet, found before anything is opened. */
import type { Plan } from './plan.ts'
import { RunFailure } from './run-failure.ts'

/** Raises `block_unsupported`. */
export function requireSupported({ source }: Plan): void {
  if (source.config.kind !== 'export') return
  const message = 'Sources that read an export can’t be run yet. Choose a video, an image or a data set.'
  throw new RunFailure('block_unsupported', message, source.id)
}
