import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { withJobFolder } from '../../../../src/platform/work/jobs/job-folder.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'job-folder-'))
})
afterEach(() => rmSync(dir, { recursive: true }))

it('gives each attempt a folder of its own, and removes it with its files when the work has ended', async () => {
  const folders = await Promise.all(
    [1, 2].map((token) =>
      withJobFolder(dir, { id: 'job', token }, async (folder) => {
        await writeFile(join(folder, 'file'), '')
        return folder
      }),
    ),
  )
  expect(new Set(folders).size).toBe(2)
  expect(folders.filter(existsSync)).toEqual([])
})

it('removes the folder when the work fails', async () => {
  let made = ''
  const failing = withJobFolder(dir, { id: 'job', token: 1 }, async (folder) => {
    made = folder
    throw new Error('inside')
  })
  await expect(failing).rejects.toThrow('inside')
  expect(existsSync(made)).toBe(false)
})
