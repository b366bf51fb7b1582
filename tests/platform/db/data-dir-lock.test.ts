import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type DataDirLock, lockDataDir } from '../../../src/platform/db/data-dir-lock.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-lock-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** Requests the lock as if its first look at the holder came 2.5 s later: a holder that is not closing gets 2 s. */
function lockedLate(): Promise<DataDirLock> {
  const now = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(2_500)
  try {
    return lockDataDir(dataDir)
  } finally {
    now.mockRestore()
  }
}

it('waits for a holder that is closing', async () => {
  const first = await lockDataDir(dataDir)
  first.closing()
  const second = lockedLate()
  const ended = second.then(
    () => 'locked',
    (error: Error) => error.message,
  )
  expect(await Promise.race([ended, setImmediate('waits')])).toBe('waits')
  first.release()
  ;(await second).release()
})

it('rejects a folder whose holder stays', async () => {
  const first = await lockDataDir(dataDir)
  await expect(lockedLate()).rejects.toMatchObject({
    code: 'data_dir_in_use',
    message: expect.stringContaining(`process ${process.pid}`),
    text: { code: 'host.data_folder_in_use', params: { folder: dataDir, pid: process.pid } },
  })
  first.release()
})
