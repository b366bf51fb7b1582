/** A PostgreSQL database of a development version is refused, and stays as it is. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { dumpPostgres } from '../../../../src/platform/db/postgres/dump.ts'
import { addressOf, openPostgres } from '../../../../src/platform/db/postgres/open-postgres.ts'
import { postgresDatabase } from '../../../../src/platform/db/postgres/postgres-database.ts'
import { openDatabase } from '../../../../src/platform/db/sqlite/open-sqlite.ts'
import { newManifest } from '../../../../src/platform/files/backup/manifest.ts'
import { restoreBackup } from '../../../../src/platform/files/backup/restore-backup.ts'
import { writeBackup } from '../../../../src/platform/files/backup/write-backup.ts'
import { createPlatform } from '../../../../src/platform/server.ts'
import { openAdministration } from '../../../../src/platform/work/administration/administration.ts'
import { moveDatabase } from '../../../../src/platform/work/administration/move-database.ts'
import { startWorker } from '../../../../src/platform/worker.ts'
import { message } from '../../../../src/shared/messages/message.ts'
import { newPostgresUrl } from '../../support/databases.ts'
import { makeResources } from '../../support/harness.ts'
import { createScriptedEngine } from '../../support/scripted-engine.ts'

let root: string
let resourcesDir: string
let url: string
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'sightline-development-'))
  resourcesDir = makeResources()
  url = (await newPostgresUrl()) as string
  const db = postgresDatabase(url)
  await sql`insert into kysely_migration values ('0002-model-licenses', '2026-01-01')`.execute(db)
  await db.destroy()
})
afterEach(() => {
  for (const folder of [root, resourcesDir]) rmSync(folder, { recursive: true, force: true })
})

async function migrations(): Promise<string[]> {
  const db = postgresDatabase(url)
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  await db.destroy()
  return rows.map(({ name }) => name)
}

it('is refused before the data folder is created or changed', async () => {
  const text = message('host.development_data', { place: addressOf(url) })
  const before = await migrations()
  const dataDir = join(root, 'data')
  const engine = createScriptedEngine()
  const options = { dataDir, resourcesDir, engine, version: '0', database: url, log: () => undefined }
  const now = () => new Date()
  const ways = [
    () => createPlatform(options),
    () => startWorker({ ...options, store: 's3://bucket' }),
    () => openAdministration({ dataDir, database: url, now }),
    () => writeBackup({ dataDir, database: url, target: join(root, 'backup'), withSecrets: false, version: '0', now }),
    ...(['alone', 'server', 'worker'] as const).map((use) => () => openPostgres(url, () => undefined, use)),
  ]
  for (const open of ways) await expect(open()).rejects.toMatchObject({ text })
  expect(readdirSync(root)).toEqual([])

  mkdirSync(dataDir)
  await (await openDatabase(join(dataDir, 'sightline.db'))).destroy()
  await expect(moveDatabase({ dataDir, database: url, direction: 'to-postgres' })).rejects.toMatchObject({ text })
  expect(readdirSync(dataDir)).toEqual(['sightline.db'])
  expect(await migrations()).toEqual(before)
})

it('is not restored from a backup', async () => {
  const folder = join(root, 'backup')
  mkdirSync(folder)
  await dumpPostgres(url, join(folder, 'sightline.dump'))
  writeFileSync(join(folder, 'files.jsonl'), '')
  const manifest = newManifest({
    made_by: '0',
    created_at: '2026-01-01T00:00:00Z',
    database: 'postgres',
    secrets: false,
    file_list_sha256: createHash('sha256').update('').digest('hex'),
  })
  writeFileSync(join(folder, 'backup.json'), JSON.stringify(manifest))
  const dataDir = join(root, 'restored')
  const database = (await newPostgresUrl('template1')) as string
  const text = message('host.development_data', { place: folder })
  await expect(restoreBackup({ folder, dataDir, database })).rejects.toMatchObject({ text })
  expect(existsSync(dataDir)).toBe(false)
})
