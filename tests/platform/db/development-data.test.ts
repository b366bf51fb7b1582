/** Data of a development version is refused, and stays as it is to the byte. */
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Libsql from 'libsql'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newManifest } from '../../../src/platform/files/backup/manifest.ts'
import { restoreBackup } from '../../../src/platform/files/backup/restore-backup.ts'
import { writeBackup } from '../../../src/platform/files/backup/write-backup.ts'
import { importedModel } from '../../../src/platform/models/imported-model.ts'
import { createPlatform } from '../../../src/platform/server.ts'
import { openAdministration } from '../../../src/platform/work/administration/administration.ts'
import { moveDatabase } from '../../../src/platform/work/administration/move-database.ts'
import { startWorker } from '../../../src/platform/worker.ts'
import { message } from '../../../src/shared/messages/message.ts'
import { makeResources, startHarness } from '../support/harness.ts'
import { sqliteFrom } from '../support/released-databases.ts'
import { createScriptedEngine } from '../support/scripted-engine.ts'

/** The database of the last development version. */
const DATABASE = readFileSync(join(import.meta.dirname, 'development-database.sql'), 'utf8')
/** Nothing listens there. */
const NOWHERE = 'postgres://sightline@127.0.0.1:1/sightline'

let root: string
let dataDir: string
let resourcesDir: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'sightline-development-'))
  dataDir = join(root, 'data')
  resourcesDir = makeResources()
  for (const folder of ['tmp', 'secrets', 'blobs/ab', 'runs/one']) mkdirSync(join(dataDir, folder), { recursive: true })
  writeFileSync(join(dataDir, 'tmp', 'part'), 'half of an upload', { mode: 0o644 })
  writeFileSync(join(dataDir, 'secrets', 'master-key'), 'k'.repeat(43), { mode: 0o644 })
  writeFileSync(join(dataDir, 'blobs', 'ab', `ab${'0'.repeat(62)}`), 'a video')
  writeFileSync(join(dataDir, 'runs', 'one', 'counts.json'), '{}')
})
afterEach(() => {
  for (const folder of [root, resourcesDir]) rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

/** Path, permissions, time of the last change and bytes of everything in the folder. */
const everythingIn = (folder: string): unknown[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((name) => {
      const found = statSync(join(folder, name))
      const bytes = found.isFile()
        ? createHash('sha256')
            .update(readFileSync(join(folder, name)))
            .digest('hex')
        : null
      return [name, found.mode, found.mtimeMs, bytes]
    })

const fileOf = () => join(dataDir, 'sightline.db')
const options = () => ({ dataDir, resourcesDir, engine: createScriptedEngine(), version: '0', log: () => undefined })
const start = () => createPlatform(options())
const target = () => join(root, 'backup')
const now = () => new Date()

const WAYS: readonly (readonly [string, () => Promise<unknown>])[] = [
  ['the app and a server', start],
  ['a server with another database', () => createPlatform({ ...options(), database: NOWHERE })],
  ['a worker', () => startWorker({ ...options(), database: NOWHERE, store: 's3://bucket' })],
  ['sightline admin', () => openAdministration({ dataDir, now })],
  ['sightline backup', () => writeBackup({ dataDir, target: target(), withSecrets: true, version: '0', now })],
  ['sightline move-database', () => moveDatabase({ dataDir, database: NOWHERE, direction: 'to-postgres' })],
  ['a run with a model of the folder', () => importedModel(dataDir, 'Mine')],
]

describe('a folder with a database of a development version is refused, and not changed, by', () => {
  it.each(WAYS)('%s', async (_name, open) => {
    sqliteFrom(DATABASE, fileOf())
    const before = everythingIn(root)
    expect(readdirSync(dataDir)).toEqual(['blobs', 'runs', 'secrets', 'sightline.db', 'tmp'])
    await expect(open()).rejects.toMatchObject({ text: message('host.development_data', { place: fileOf() }) })
    expect(everythingIn(root)).toEqual(before)
  })
})

it('refuses a database whose tables are still in its write-ahead log, as after a crash', async () => {
  const live = join(root, 'live.db')
  const db = new Libsql(live)
  db.exec('pragma journal_mode = wal')
  db.exec('pragma wal_autocheckpoint = 0')
  db.exec(DATABASE)
  for (const end of ['', '-wal']) copyFileSync(`${live}${end}`, `${fileOf()}${end}`)
  db.close()
  const before = everythingIn(dataDir)
  await expect(start()).rejects.toMatchObject({ text: message('host.development_data', { place: fileOf() }) })
  expect(everythingIn(dataDir)).toEqual(before)
})

it.each([
  ['images', 'ab'.repeat(32)],
  ['uploads', '01890000-0000-7000-8000-0000000000ab.mp4'],
])('refuses a folder without a database that has the former store %s', async (store, name) => {
  mkdirSync(join(dataDir, store, 'ab'), { recursive: true })
  writeFileSync(join(dataDir, store, 'ab', name), 'bytes')
  const before = everythingIn(dataDir)
  await expect(start()).rejects.toMatchObject({ text: message('host.development_data', { place: dataDir }) })
  expect(everythingIn(dataDir)).toEqual(before)
})

it('accepts folders of a person with the names of former stores, and leaves them alone', async () => {
  const chosen = join(root, 'chosen')
  for (const name of ['images', 'uploads']) {
    mkdirSync(join(chosen, name, 'ab'), { recursive: true })
    writeFileSync(join(chosen, name, 'ab', 'holiday.jpg'), 'a photo')
  }
  const h = await startHarness({ dataDir: chosen })
  expect((await h.api('GET', '/models/')).status).toBe(200)
  await h.close()
  for (const name of ['images', 'uploads']) expect(existsSync(join(chosen, name, 'ab', 'holiday.jpg'))).toBe(true)
})

it('refuses to restore a backup of a development version, and creates no folder', async () => {
  const folder = target()
  mkdirSync(folder)
  sqliteFrom(DATABASE, join(folder, 'sightline.db'))
  writeFileSync(join(folder, 'files.jsonl'), '')
  const manifest = newManifest({
    made_by: '0',
    created_at: now().toISOString(),
    database: 'sqlite',
    secrets: false,
    file_list_sha256: createHash('sha256').update('').digest('hex'),
  })
  writeFileSync(join(folder, 'backup.json'), JSON.stringify(manifest))
  const before = everythingIn(root)
  const place = join(folder, 'sightline.db')
  await expect(restoreBackup({ folder, dataDir: join(root, 'restored') })).rejects.toMatchObject({
    text: message('host.development_data', { place }),
  })
  expect(everythingIn(root)).toEqual(before)
})
