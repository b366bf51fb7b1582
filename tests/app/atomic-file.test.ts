import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeFileAtomic } from '../../src/app/atomic-file.ts'
import { writeWorkflowFile } from '../../src/app/workflow-file.ts'

let folder: string
let before: number
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-atomic-'))
  before = process.umask(0o022)
})
afterEach(() => {
  process.umask(before)
  rmSync(folder, { recursive: true })
})

/** Windows has no permission bits: access is that of the folder. */
const expectMode = (path: string, mode: number) =>
  expect(statSync(path).mode & 0o777).toEqual(process.platform === 'win32' ? expect.any(Number) : mode)

it('writes files, and makes folders, that only their owner may read', async () => {
  const path = join(folder, 'versions', 'one', '1.json')
  await writeFileAtomic(path, 'text')
  expect(readFileSync(path, 'utf8')).toBe('text')
  expectMode(path, 0o600)
  expectMode(join(folder, 'versions'), 0o700)
  expectMode(join(folder, 'versions', 'one'), 0o700)
})

it('leaves an exported workflow readable like the user’s own files', async () => {
  const path = join(folder, 'counting.sightline.json')
  const graph = { version: 1 as const, nodes: [], edges: [] }
  await writeWorkflowFile(path, { format: 'sightline-workflow', version: 1, name: 'Counting', graph })
  expectMode(path, 0o644)
})
