import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

/** Creates a folder for the test file that calls this; returns a function that makes paths in it. */
export function tempDir(): (name: string) => string {
  let dir = ''
  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'sightline-media-'))
  })
  afterAll(() => rm(dir, { recursive: true, force: true }))
  return (name) => join(dir, name)
}
