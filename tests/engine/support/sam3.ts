import { cpSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bundles.ts'

/** Made by tools/fixtures/make-sam3.py: detects colours in an image of 32 x 32 that is divided into 4 x 4 cells. */
export const SAM3_FIXTURE = join(root, 'tests', 'fixtures', 'sam3')

/** The same networks in half precision. */
export const SAM3_HALF_FIXTURE = join(root, 'tests', 'fixtures', 'sam3-half')

/** A copy that a test may damage, in a new folder below `folder`. */
export function sam3Copy(folder: string): string {
  const copy = mkdtempSync(join(folder, 'sam3-'))
  cpSync(SAM3_FIXTURE, copy, { recursive: true })
  return copy
}
