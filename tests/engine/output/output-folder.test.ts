import { readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { valueDigest } from '../../../src/engine/output/digest.ts'
import { createOutputFolder } from '../../../src/engine/output/output-folder.ts'
import { watchSyncs } from '../../setup/watch-syncs.ts'
import { testFolder } from '../support/test-folder.ts'

const folder = testFolder()
const draft = (name: string) => ({ name, kind: 'json' as const, nodeId: 'n', mediaType: 'text/plain', records: 1 })

test('files appear together, with size and SHA-256, and the work folder is removed', async () => {
  const out = join(folder, 'whole')
  const output = await createOutputFolder(out, 'r1')
  const { name, path } = output.reserve('result', '.txt')
  writeFileSync(path, 'abc')
  output.add(draft(name))
  expect(readdirSync(out).filter((f) => !f.startsWith('.'))).toEqual([])
  const described = await output.describe()
  const announced: string[][] = []
  await output.commit((names) => announced.push(names))
  expect(announced).toEqual([['result.txt']])
  expect(readdirSync(out)).toEqual(['result.txt'])
  expect(described).toMatchObject([
    { id: 'result.txt', size_bytes: 3, sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' },
  ])
})

test.skipIf(process.platform === 'win32')('results are on the disk before the run ends', async () => {
  const out = join(folder, 'lasting')
  const output = await createOutputFolder(out, 'r1')
  const { name, path } = output.reserve('result', '.txt')
  writeFileSync(path, 'abc')
  output.add(draft(name))
  const syncs = await watchSyncs(path)
  await output.commit(() => undefined)
  vi.restoreAllMocks()
  expect(syncs).toEqual(['file', 'folder'])
})

test('a discarded run leaves nothing', async () => {
  const out = join(folder, 'given-up')
  const output = await createOutputFolder(out, 'r1')
  const { name, path } = output.reserve('result', '.txt')
  writeFileSync(path, 'abc')
  output.add(draft(name))
  await output.commit(() => undefined)
  await output.discard()
  expect(readdirSync(out)).toEqual([])
})

test('no two blocks share a file name, whatever they are called, and no name leaves the folder', async () => {
  const out = join(folder, 'names')
  const output = await createOutputFolder(out, '../../r1')
  const bases = ['video', 'video', 'VIDEO', '../../etc/passwd', '..', '', 'süß/ß', '.hidden']
  const names = bases.map((b) => output.reserve(b, '.mp4'))
  expect(new Set(names.map((n) => n.name.toLowerCase())).size).toBe(bases.length)
  for (const { path } of names) expect(dirname(dirname(path))).toBe(out)
  for (const { name } of names) expect(name).toMatch(/^[A-Za-z0-9_][A-Za-z0-9 ._-]*\.mp4$/)
  expect(output.reserve('manifest', '.json').name).toBe('manifest-2.json')
})

test('a folder that can’t be created is reported as unwritable', async () => {
  writeFileSync(join(folder, 'file'), '')
  await expect(createOutputFolder(join(folder, 'file', 'out'), 'r1')).rejects.toMatchObject({
    code: 'output_unwritable',
    message: expect.stringContaining('can’t be written'),
  })
})

test('the digest of a graph does not depend on the order of its keys', () => {
  expect(valueDigest({ a: 1, b: { c: [1, 2], d: 2 } })).toBe(valueDigest({ b: { d: 2, c: [1, 2] }, a: 1 }))
  expect(valueDigest({ a: [1, 2] })).not.toBe(valueDigest({ a: [2, 1] }))
})
