/** What was acknowledged has reached the disk: a power failure takes nothing of it. Calls for that are counted, since none can be caused here. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createBlobClaims } from '../../../../src/platform/files/blobs/blob-claims.ts'
import { createBlobStore } from '../../../../src/platform/files/blobs/blob-store.ts'
import { folderBlobs } from '../../../../src/platform/files/blobs/folder-blobs.ts'
import { folderQuarantine } from '../../../../src/platform/files/blobs/quarantine.ts'
import { watchSyncs } from '../../../setup/watch-syncs.ts'
import { onPostgres, openPlatformDatabase } from '../../support/databases.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'sightline-power-'))
})
afterEach(() => {
  vi.restoreAllMocks()
  rmSync(dir, { recursive: true, force: true })
})

it.skipIf(process.platform === 'win32')('a blob and its name are on the disk before a row names it', async () => {
  const path = join(dir, 'upload')
  writeFileSync(path, 'a video')
  const blobs = join(dir, 'blobs')
  const db = await openPlatformDatabase(dir)
  const store = createBlobStore({
    place: folderBlobs(blobs),
    quarantine: folderQuarantine(blobs, join(dir, 'quarantine')),
    tmpDir: dir,
    claims: createBlobClaims(db, () => new Date()),
  })
  const syncs = await watchSyncs(path)
  await store.takeFor(path, 'ab'.repeat(32), async () => {
    // The file, the folder with its name, and the one with the name of that.
    expect(syncs).toEqual(['file', 'folder', 'folder'])
  })
  await db.destroy()
})

it.skipIf(onPostgres)('each commit of SQLite waits for the disk', async () => {
  const db = await openPlatformDatabase(dir)
  const settings = await db.transaction().execute(async (tx) => {
    const { rows: commits } = await sql`pragma synchronous`.execute(tx)
    const { rows: checkpoints } = await sql`pragma checkpoint_fullfsync`.execute(tx)
    return [...commits, ...checkpoints]
  })
  await db.destroy()
  // FULL
  expect(settings).toEqual([{ synchronous: 2 }, { checkpoint_fullfsync: 1 }])
})
