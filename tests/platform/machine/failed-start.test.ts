/** A start that fails for the data folder: a sentence that names it, and nothing else. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { failedStart } from '../../../src/platform/machine/failed-start.ts'
import { openPrivateFolder } from '../../../src/platform/machine/private-folder.ts'
import { StartFailure } from '../../../src/platform/machine/start-failure.ts'
import { englishOf, message } from '../../../src/shared/messages/message.ts'
import { sightline } from '../../cli/cli.ts'
import { bundle, root } from '../../engine/support/bundles.ts'
import { readOnlyFolder } from '../support/read-only-folder.ts'

const folder = mkdtempSync(join(tmpdir(), 'sightline-failed-start-'))
const file = join(folder, 'file')
writeFileSync(file, '')
const readOnly = readOnlyFolder()
afterAll(() => {
  readOnly?.remove()
  rmSync(folder, { recursive: true, force: true })
})

const unwritable = (dir: string, errno: string) => message('host.data_folder_unwritable', { folder: dir, errno })

describe('the data folder', () => {
  it.each([
    ['that is a file', file, 'EEXIST'],
    ['below a file', join(file, 'data'), 'ENOTDIR'],
  ])('%s is refused', async (_title, dir, errno) => {
    const lines: string[] = []
    const opened = openPrivateFolder(dir, (_level, line) => lines.push(line))
    await expect(opened).rejects.toMatchObject({ text: unwritable(dir, errno) })
    expect(lines).toEqual([])
  })

  it.runIf(readOnly)('that is read-only, or in a read-only folder, is refused before anything is logged', async () => {
    const { dir, errno } = readOnly as NonNullable<typeof readOnly>
    for (const path of [dir, join(dir, 'new'), join(dir, 'a', 'b', 'new')]) {
      const lines: string[] = []
      const opened = openPrivateFolder(path, (_level, line) => lines.push(line))
      await expect(opened).rejects.toMatchObject({ text: unwritable(path, errno) })
      expect(lines).toEqual([])
    }
  })

  it('is named when one of its files is the reason, and only then', () => {
    const dir = join(folder, 'data')
    const failure = (code: string, path?: string) =>
      failedStart(Object.assign(new Error('leaks'), { code, ...(path && { path }) }), dir)
    for (const code of ['EACCES', 'EPERM', 'EROFS']) {
      expect(failure(code, join(dir, 'lock.db'))).toMatchObject({ text: unwritable(dir, code) })
    }
    expect(failure('SQLITE_READONLY')).toMatchObject({ text: unwritable(dir, 'SQLITE_READONLY') })
    expect(failure('ENOSPC')).toMatchObject({ text: message('host.data_disk_full', { folder: dir }) })
    const place = join(dir, 'sightline.db')
    expect(failure('SQLITE_CORRUPT')).toMatchObject({ text: message('host.database_damaged', { place }) })
    expect(failure('EACCES', `${dir}-of-another`)).not.toBeInstanceOf(StartFailure)
    expect(failure('ECONNREFUSED')).not.toBeInstanceOf(StartFailure)
  })
})

describe('a process prints the reason without a stack', () => {
  const { dir, errno } = readOnly ?? { dir: file, errno: 'EEXIST' }
  const sentence = englishOf(unwritable(dir, errno))

  it.each([
    ['of a server', ['serve', '--port', '0', '--data', dir], ''],
    [
      'of a worker',
      ['worker', '--database', 'postgres://u@127.0.0.1:1/d', '--store', 's3://a/b', '--data', dir],
      'sightline: ',
    ],
    ['of a command', ['models', 'list', '--data', dir], 'sightline: '],
  ])('%s', async (_title, args, prefix) => {
    expect(await sightline(args, folder)).toEqual({ code: 1, stdout: '', stderr: `${prefix}${sentence}\n` })
  })

  it('of the app', async () => {
    const child = fork(bundle('platform.js'), { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
    let stderr = ''
    child.stderr?.on('data', (text) => {
      stderr += text
    })
    const closed = once(child, 'close')
    child.send({
      type: 'start',
      dataDir: dir,
      resourcesDir: join(root, 'resources'),
      version: '1',
      allowLocalFiles: false,
    })
    const [failed] = await once(child, 'message')
    expect(failed).toMatchObject({ type: 'failed', message: expect.stringContaining(sentence) })
    await closed
    expect(stderr).toBe('')
  })
})
