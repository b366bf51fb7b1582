import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { writeWorkflowFile } from '../../src/app/workflow-file.ts'
import { replaceFile, writeFileAtomic } from '../../src/disk/atomic-file.ts'

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

it('leaves the old file, and no other, when the new one can’t be written', async () => {
  const path = join(folder, 'a.json')
  writeFileSync(path, 'old')
  const fails = replaceFile(path, async (beside) => {
    writeFileSync(beside, 'ne')
    throw new Error('The disk is full.')
  })
  await expect(fails).rejects.toThrow('The disk is full.')
  expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['old', ['a.json']])
})

it('replaces a temporary file of a fixed name that a crash has left', async () => {
  const path = join(folder, 'state')
  writeFileSync(join(folder, 'state.new'), 'half')
  await replaceFile(path, async (beside) => writeFileSync(beside, 'whole'), 'state.new')
  expect([readFileSync(path, 'utf8'), readdirSync(folder)]).toEqual(['whole', ['state']])
})
