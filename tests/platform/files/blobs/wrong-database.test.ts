/** A data folder is used with the database that names its files, and loses none of them when it is started with another one. */
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SWEPT_AFTER_MS } from '../../../../src/platform/datasets/storage/blob-removal.ts'
import { QUARANTINED_FOR_MS } from '../../../../src/platform/datasets/storage/blob-sweep.ts'
import type { PlatformOptions } from '../../../../src/platform/platform.ts'
import { createPlatform } from '../../../../src/platform/server.ts'
import { dropDatabase, newPostgresUrl, onPostgres } from '../../support/databases.ts'
import { type Harness, makeResources, startHarness } from '../../support/harness.ts'
import { createScriptedEngine } from '../../support/scripted-engine.ts'
import { isInBucket } from '../../support/stores.ts'

const VIDEO = 'a video of the street'
const OTHER = 'a video of the yard'

let dataDir: string
let clock: number
let open: Harness | null
let handle: string

const start = async (options: Partial<PlatformOptions> = {}): Promise<Harness> => {
  open = await startHarness({ dataDir, now: () => new Date(clock), ...options })
  return open
}
const stop = async () => {
  await open?.platform.close()
  open = null
}

const hashOf = (content: string) => createHash('sha256').update(content).digest('hex')
const files = () =>
  readdirSync(join(dataDir, 'blobs'), { recursive: true })
    .map(String)
    .filter((name) => name.length > 60)
    .sort()
const isStored = (content: string) => files().some((name) => name.endsWith(hashOf(content)))
const contentOf = async (h: Harness) => (await h.api('GET', `/uploads/content?uri=${encodeURIComponent(handle)}`)).body

/** A database without tables, or one of another installation, in place of the folder's. */
async function anotherDatabase(kind: 'new' | 'used'): Promise<Partial<PlatformOptions>> {
  if (onPostgres) {
    const database = (await newPostgresUrl()) as string
    if (kind === 'used') await used(mkdtempSync(join(tmpdir(), 'sightline-other-')), { database })
    return { database }
  }
  const file = join(dataDir, 'sightline.db')
  for (const name of readdirSync(dataDir).filter((n) => n.startsWith('sightline.db'))) rmSync(join(dataDir, name))
  if (kind === 'new') return {}
  const other = mkdtempSync(join(tmpdir(), 'sightline-other-'))
  await used(other, {})
  copyFileSync(join(other, 'sightline.db'), file)
  rmSync(other, { recursive: true })
  return {}
}

async function used(dir: string, options: Partial<PlatformOptions>): Promise<void> {
  const h = await startHarness({ dataDir: dir, ...options })
  await h.upload('yard.mp4', OTHER)
  await h.platform.close()
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-bound-'))
  clock = Date.now()
  const h = await start()
  handle = await h.upload('street.mp4', VIDEO)
  await stop()
})
afterEach(async () => {
  await stop()
  await dropDatabase(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
})

describe.skipIf(isInBucket)('the files of a data folder', () => {
  it('stay when the folder is started with an empty database, which is refused with the ways out', async () => {
    const before = files()
    const wrong = await anotherDatabase('new')
    const refused = start({ ...wrong, startAnew: false })
    await expect(refused).rejects.toThrow(/belongs to another one, with 2 files and 0 runs/)
    await expect(refused).rejects.toThrow(/move-database.*choose another data folder.*--start-anew/s)
    expect(files()).toEqual(before)
  })

  it('are counted in words, and no option is named where the host has none', async () => {
    rmSync(join(dataDir, 'blobs', hashOf(VIDEO).slice(0, 2), hashOf(VIDEO)))
    mkdirSync(join(dataDir, 'runs', 'of another database'), { recursive: true })
    const refused = start(await anotherDatabase('used'))
    await expect(refused).rejects.toThrow(
      /with 1 file and 1 run\. Restore that database from a backup, or choose another data folder\.$/,
    )
  })

  it('stay when it is started with the database of another installation, also without an id of its own', async () => {
    const before = files()
    const owner = readFileSync(join(dataDir, 'installation'), 'utf8')
    const wrong = await anotherDatabase('used')
    await expect(start(wrong)).rejects.toThrow(/belongs to another database, with 2 files/)
    rmSync(join(dataDir, 'installation'))
    await expect(start(wrong)).rejects.toThrow(/belongs to another database, with 2 files/)
    expect(files()).toEqual(before)
    expect(owner).toMatch(/^[0-9a-f-]{36}\n$/)
  })

  it.skipIf(onPostgres)(
    'stay when the file of the database is missing or empty, and none is made in its place',
    async () => {
      const database = join(dataDir, 'sightline.db')
      for (const name of readdirSync(dataDir).filter((n) => n.startsWith('sightline.db'))) rmSync(join(dataDir, name))
      const resourcesDir = makeResources()
      const begin = () =>
        createPlatform({ dataDir, resourcesDir, engine: createScriptedEngine(), version: '0', log: () => undefined })
      await expect(begin()).rejects.toThrow(`The database ${database} is missing or empty`)
      expect(existsSync(database)).toBe(false)
      writeFileSync(database, '')
      await expect(begin()).rejects.toThrow('Restore the file from a backup')
      expect(isStored(VIDEO)).toBe(true)
      rmSync(resourcesDir, { recursive: true })
    },
  )

  it('are quarantined by a new start, and come back with their database within a week', async () => {
    const kept = onPostgres ? null : readFileSync(join(dataDir, 'sightline.db'))
    const anew = { ...(await anotherDatabase('new')), startAnew: true }
    const h = await start(anew)
    expect(h.logged.join('\n')).toContain('(files: 2, runs: 0, databases: 0)')
    await stop()
    expect(isStored(VIDEO)).toBe(true)
    clock += SWEPT_AFTER_MS + 60_000
    const later = await start({ ...anew, startAnew: false })
    expect(isStored(VIDEO)).toBe(false)
    expect(later.logged.join('\n')).toContain(`put into quarantine, and are removed in a week: ${hashOf(VIDEO)}`)
    await stop()
    if (kept) {
      for (const name of readdirSync(dataDir).filter((n) => n.startsWith('sightline.db'))) rmSync(join(dataDir, name))
      writeFileSync(join(dataDir, 'sightline.db'), kept, { mode: 0o600 })
    }
    const back = await start({ startAnew: true })
    expect(await contentOf(back)).toBe(VIDEO)
    expect(isStored(VIDEO)).toBe(true)
  })
})

describe.skipIf(isInBucket)('a file that nothing names', () => {
  const inQuarantine = () => existsSync(join(dataDir, 'quarantine', hashOf('orphan').slice(0, 2), hashOf('orphan')))
  const orphan = () => join(dataDir, 'blobs', hashOf('orphan').slice(0, 2), hashOf('orphan'))
  const leaveOrphan = () => {
    mkdirSync(join(orphan(), '..'), { recursive: true })
    writeFileSync(orphan(), 'orphan')
    utimesSync(orphan(), new Date(clock), new Date(clock))
  }

  it('is left alone for a day, quarantined for a week, and then removed', async () => {
    leaveOrphan()
    await start()
    await stop()
    expect([existsSync(orphan()), inQuarantine()]).toEqual([true, false])
    clock += SWEPT_AFTER_MS
    await start()
    await stop()
    expect([existsSync(orphan()), inQuarantine()]).toEqual([false, true])
    clock += QUARANTINED_FOR_MS - 60_000
    await start()
    await stop()
    expect(inQuarantine()).toBe(true)
    clock += 60_000
    const h = await start()
    expect(inQuarantine()).toBe(false)
    expect(h.logged.join('\n')).toContain(`nothing has named them for a week: ${hashOf('orphan')}`)
  })
})
