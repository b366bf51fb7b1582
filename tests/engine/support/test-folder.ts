import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** Creates a folder for this test file, removed when its tests are done. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sightline-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
