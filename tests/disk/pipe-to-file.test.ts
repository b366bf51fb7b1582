import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { pipeToFile } from '../../src/disk/pipe-to-file.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pipe-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function* one() {
  yield Buffer.from('one')
}

// biome-ignore lint/correctness/useYield: it fails before its first bytes
async function* none(): AsyncGenerator<Buffer> {
  throw new Error('no bytes')
}

test('the bytes are in the file, which “wx” does not replace', async () => {
  const path = join(folder, 'file')
  await pipeToFile([one()], path, { flags: 'wx', flush: true })
  expect(readFileSync(path, 'utf8')).toBe('one')
  await expect(pipeToFile([one()], path, { flags: 'wx' })).rejects.toMatchObject({ code: 'EEXIST' })
})

test('a file whose source fails at once does not come back after it was removed', async () => {
  for (let i = 0; i < 300; i++) {
    const path = join(folder, String(i))
    await expect(pipeToFile([none()], path, {})).rejects.toThrow('no bytes')
    rmSync(path, { force: true })
  }
  // Opening a file takes a thread, so that a late one would be there by now.
  mkdirSync(join(folder, 'last'))
  await pipeToFile([one()], join(folder, 'last', 'file'), {})
  expect(readdirSync(folder)).toEqual(['last'])
})

test('a file whose signal was aborted before does not come back either', async () => {
  const path = join(folder, 'file')
  const signal = AbortSignal.abort()
  await expect(pipeToFile([one()], path, { signal })).rejects.toMatchObject({ name: 'AbortError' })
  rmSync(path, { force: true })
  await pipeToFile([one()], join(folder, 'later'), {})
  expect(existsSync(path)).toBe(false)
})

test('a file that can’t be created raises the file system’s error', async () => {
  await expect(pipeToFile([one()], join(folder, 'missing', 'file'), {})).rejects.toMatchObject({ code: 'ENOENT' })
})
