/** The copies of a bucket's blobs on a machine. */
import { mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { blobCopies } from '../../../../src/platform/files/blobs/blob-copies.ts'
import { blobPath } from '../../../../src/platform/files/blobs/folder-blobs.ts'

const root = mkdtempSync(join(tmpdir(), 'sightline-copies-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const hash = (i: number) => String(i).padStart(64, '0')

it('are removed in the order of their last use when they take more than the limit, except those of today', async () => {
  const dir = join(root, 'blobs')
  for (let i = 0; i < 10; i++) {
    const path = blobPath(dir, hash(i))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, 'x'.repeat(100))
    const days = i === 3 ? 0 : 10 - i
    utimesSync(path, new Date(), new Date(Date.now() - days * 25 * 60 * 60_000))
  }
  const copies = blobCopies(dir, 600, () => undefined)
  expect(await copies.use(hash(0))).toBe(true)
  const added = join(root, 'added')
  writeFileSync(added, 'x'.repeat(100))
  await copies.take(added, hash(10))
  const left = await Promise.all(Array.from({ length: 11 }, (_, i) => copies.use(hash(i))))
  expect(left.flatMap((isThere, i) => (isThere ? [i] : []))).toEqual([0, 3, 8, 9, 10])
})

it('are as old as the clock allows after it was set back', async () => {
  const dir = join(root, 'set-back')
  const path = blobPath(dir, hash(0))
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, 'x')
  const ahead = new Date(Date.now() + 25 * 60 * 60_000)
  utimesSync(path, ahead, ahead)
  const added = join(root, 'added-later')
  writeFileSync(added, 'x')
  await blobCopies(dir, 1, () => undefined).take(added, hash(1))
  expect(statSync(path).mtimeMs).toBeLessThanOrEqual(Date.now())
})
