/** A backup that is written while callers change the data, and the platform that is restored from it. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { restoreBackup } from '../../../../src/platform/files/backup/restore-backup.ts'
import { unwritableFolder, writeBackup } from '../../../../src/platform/files/backup/write-backup.ts'
import { databaseFor, newPostgresUrl } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { IMAGE_BYTES } from '../../support/scripted-engine.ts'
import { isInBucket, storeFor } from '../../support/stores.ts'

/** The template of databases without tables. */
const EMPTY = 'template1'

let root = ''
let h: Harness
const now = () => new Date()
const backUp = async (name: string, withSecrets = true) => {
  const database = await databaseFor(h.dataDir)
  const target = join(root, name)
  await writeBackup({
    dataDir: h.dataDir,
    target,
    withSecrets,
    version: '1.2.3',
    now,
    ...(database && { database }),
    ...storeFor(h.dataDir),
  })
  return target
}
const restore = async (folder: string, name: string) => {
  const database = await newPostgresUrl(EMPTY)
  const dataDir = join(root, name)
  await restoreBackup({ folder, dataDir, ...(database && { database }) })
  return { dataDir, ...(database && { database }) }
}

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'sightline-backup-'))
  h = await startHarness()
})
afterAll(async () => {
  await h.close()
  rmSync(root, { recursive: true, force: true })
})

async function newImage(dataset: string, i: number): Promise<string> {
  const gcs_uri = await h.upload(`${i}.jpg`, `${IMAGE_BYTES} ${i}`, 'image/jpeg')
  const body = { dataset, gcs_uri, directory_path: 'train' }
  const made = await h.api<{ id: string }>('POST', '/images/', { body })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  return made.body.id
}

it('holds every change that was answered before, whatever is changed meanwhile, and all files of its rows', async () => {
  const { body: dataset } = await h.api<{ id: string }>('POST', '/datasets/', { body: { name: 'Street' } })
  const before = [await newImage(dataset.id, 1), await newImage(dataset.id, 2)]
  const workflow = await h.createWorkflow('Before')
  let isOver = false
  const load = (async () => {
    for (let i = 100; !isOver; i++) {
      const id = await newImage(dataset.id, i)
      if (i % 2) await h.api('DELETE', `/images/${id}`)
      await h.createWorkflow(`Meanwhile ${i}`)
    }
  })()
  const backup = await backUp('busy')
  isOver = true
  await load

  const restored = await startHarness({ ...(await restore(backup, 'restored')) })
  try {
    const { body: key } = await restored.api<{ id: string }[]>('GET', '/workflows/?limit=1000')
    expect(key.map(({ id }) => id)).toContain(workflow)
    const listed = await restored.api<{ images: { id: string }[] }>(
      'GET',
      `/datasets/${dataset.id}?include_images=true`,
    )
    const ids = listed.body.images.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(before))
    for (const id of ids) {
      const content = await fetch(`${restored.baseUrl}/api/v1/developer/images/${id}/content`, {
        headers: { 'x-api-key': restored.keys.owner },
      })
      expect([id, content.status]).toEqual([id, 200])
      expect(await content.text()).toContain(IMAGE_BYTES)
    }
    expect(restored.logged.filter((line) => !line.startsWith('info'))).toEqual([])
  } finally {
    await restored.close()
  }
})

describe('the secrets', () => {
  it('are left out unless they are asked for: the server then needs its master key', async () => {
    await h.api('POST', '/webhooks/endpoints', { body: { url: 'https://example.com/hook' } })
    const backup = await backUp('without-secrets', false)
    expect(existsSync(join(backup, 'data', 'secrets'))).toBe(false)
    const masterKey = readFileSync(join(h.dataDir, 'secrets', 'master-key'), 'utf8').trim()
    await expect(startHarness(await restore(backup, 'no-key'))).rejects.toThrow(/master key/i)
    const restored = await startHarness({ ...(await restore(backup, 'with-key')), masterKey })
    await restored.close()
  })
})

describe('a backup', () => {
  it.skipIf(isInBucket)('never replaces a folder, and leaves nothing behind when it fails', async () => {
    const target = await backUp('first')
    await expect(backUp('first')).rejects.toThrow(`${target} exists.`)
    const [blob = ''] = readdirSync(join(h.dataDir, 'blobs'), { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.length > 60,
    )
    const path = join(h.dataDir, 'blobs', blob)
    const bytes = readFileSync(path)
    rmSync(path)
    try {
      await expect(backUp('lacking')).rejects.toThrow('The data folder lacks 1 of the files')
    } finally {
      writeFileSync(path, bytes)
    }
    expect(readdirSync(root).filter((name) => name.startsWith('lacking'))).toEqual([])
  })

  it('of a folder without data is refused', async () => {
    const dataDir = mkdtempSync(join(root, 'empty-'))
    const options = { dataDir, target: join(root, 'of-nothing'), withSecrets: false, version: '1.2.3', now }
    await expect(writeBackup(options)).rejects.toThrow('has no data of Sightline')
  })
})

describe('a restore', () => {
  it('refuses a folder that is not empty, and one that is no backup', async () => {
    const backup = await backUp('for-refusals')
    const database = await newPostgresUrl(EMPTY)
    const to = (folder: string, dataDir: string) => restoreBackup({ folder, dataDir, ...(database && { database }) })
    await expect(to(backup, h.dataDir)).rejects.toThrow('is not empty')
    await expect(to(h.dataDir, join(root, 'x'))).rejects.toThrow('is not a backup of Sightline')
  })

  const faults: [string, (folder: string) => void, string][] = [
    ['a changed file', (f) => writeFileSync(someFile(f), 'other bytes'), 'The backup is damaged'],
    ['a missing file', (f) => rmSync(someFile(f)), 'The backup is damaged'],
    ['a changed list', (f) => writeFileSync(join(f, 'files.jsonl'), ''), 'The backup is damaged'],
    ['a newer version', (f) => edit(f, { version: 2, made_by: '9.0.0' }), 'newer Sightline 9.0.0'],
  ]
  it.each(faults)('refuses a backup with %s, and leaves nothing behind', async (name, damage, reason) => {
    const whole = join(root, 'whole')
    if (!existsSync(whole)) await backUp('whole')
    const folder = join(root, `damaged ${name}`)
    cpSync(whole, folder, { recursive: true })
    damage(folder)
    await expect(restore(folder, `from ${name}`)).rejects.toThrow(reason)
    expect(readdirSync(root).filter((found) => found.startsWith('from '))).toEqual([])
  })
})

function someFile(folder: string): string {
  const [line = ''] = readFileSync(join(folder, 'files.jsonl'), 'utf8').split('\n').slice(1)
  return join(folder, (JSON.parse(line) as { path: string }).path)
}

function edit(folder: string, change: object): void {
  const path = join(folder, 'backup.json')
  writeFileSync(path, JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), ...change }))
}

it('names a folder that can’t be written, for a backup and for what is restored from one', async () => {
  const file = join(root, 'a file')
  writeFileSync(file, '')
  const reason = /^Sightline can’t write in .*below: part of its path is a file\. Nothing was left behind/
  await expect(backUp(join('a file', 'below'))).rejects.toThrow(reason)
  const folder = await backUp('unwritable')
  await expect(restore(folder, join('a file', 'below'))).rejects.toThrow(reason)
  // The copy of a file meets the full disk, not the check of its bytes.
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' })
  const part = join(root, 'new.part')
  expect(unwritableFolder(full, join(root, 'new'), part)).toMatchObject({
    message: expect.stringContaining('the disk is full'),
  })
  expect(unwritableFolder(Object.assign(full, { code: 'EIO', path: '/else' }), join(root, 'new'), part)).toBe(full)
})
