/** Database files that this version can't use: the reason names the file, and what to do. */
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openFileLock } from '../../../src/platform/db/file-lock.ts'
import { openDatabase } from '../../../src/platform/db/sqlite/open-sqlite.ts'
import { writeBackup } from '../../../src/platform/files/backup/write-backup.ts'
import { dataFolders } from '../../../src/platform/machine/data-folders.ts'
import { StartFailure } from '../../../src/platform/machine/start-failure.ts'
import { message } from '../../../src/shared/messages/message.ts'

const root = mkdtempSync(join(tmpdir(), 'sightline-damaged-'))
const whole = join(root, 'whole.db')
beforeAll(async () => (await openDatabase(whole)).destroy())
afterAll(() => rmSync(root, { recursive: true, force: true, maxRetries: 5 }))

function changed(name: string, sql: string): string {
  const path = join(root, `${name}.db`)
  copyFileSync(whole, path)
  const db = new Libsql(path)
  db.exec(sql)
  db.close()
  return path
}

function written(name: string, content: Buffer): string {
  const path = join(root, `${name}.db`)
  writeFileSync(path, content)
  return path
}

const JUNK = Buffer.alloc(20_000, 'no database ')

const reasonOf = (path: string) =>
  openDatabase(path).then(
    () => null,
    (error) => (error instanceof StartFailure ? error.text : error),
  )

describe('a database is refused with the reason', () => {
  it('when a newer version has changed its tables', async () => {
    const place = changed('newer', `insert into kysely_migration values ('9999-of-the-future', '2040-01-01')`)
    expect(await reasonOf(place)).toEqual(message('host.database_newer', { place }))
  })

  it.each([
    [
      'when its list of migrations has a gap',
      () => changed('gap', `delete from kysely_migration where name like '0001%'`),
    ],
    [
      'when its list names a migration that no version has',
      () => changed('unknown', `update kysely_migration set name = '0000-unknown' where name like '0001%'`),
    ],
    ['when it is no database', () => written('junk', JUNK)],
    [
      'when its pages are overwritten',
      () => written('torn', Buffer.concat([readFileSync(whole).subarray(0, 4096), Buffer.alloc(400_000, 'torn ')])),
    ],
    [
      'when it is that of another program',
      () => {
        const path = join(root, 'other.db')
        const db = new Libsql(path)
        db.exec('create table organizations (name text)')
        db.close()
        return path
      },
    ],
  ])('%s', async (_title, make) => {
    const place = make()
    expect(await reasonOf(place)).toEqual(message('host.database_damaged', { place }))
  })
})

it('a backup of a damaged database is refused with the reason', async () => {
  const dataDir = mkdtempSync(join(root, 'data-'))
  const place = dataFolders(dataDir).database
  writeFileSync(place, JUNK)
  const target = join(root, 'backup')
  const options = { dataDir, target, withSecrets: false, version: '1', now: () => new Date() }
  await expect(writeBackup(options)).rejects.toMatchObject({ text: message('host.database_damaged', { place }) })
})

it('a damaged file of the lock is named', () => {
  const file = written('lock', JUNK)
  let text: unknown = null
  try {
    const lock = openFileLock(file)
    try {
      lock.take()
    } finally {
      lock.release()
    }
  } catch (error) {
    text = error instanceof StartFailure ? error.text : error
  }
  expect(text).toEqual(message('host.lock_damaged', { file }))
})
