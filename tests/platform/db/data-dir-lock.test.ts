import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { lockDataDir } from '../../../src/platform/db/data-dir-lock.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-lock-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

it('waits for a holder that is closing', async () => {
  const first = await lockDataDir(dataDir)
  first.closing()
  const second = lockDataDir(dataDir)
  // Longer than a holder that is not closing gets.
  await setTimeout(2_500)
  first.release()
  ;(await second).release()
})

it('rejects a folder whose holder stays', async () => {
  const first = await lockDataDir(dataDir)
  await expect(lockDataDir(dataDir)).rejects.toMatchObject({
    code: 'data_dir_in_use',
    message: expect.stringContaining(`process ${process.pid}`),
    text: { code: 'host.data_folder_in_use', params: { folder: dataDir, pid: process.pid } },
  })
  first.release()
})
