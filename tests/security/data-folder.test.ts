/** Other users of the machine can read nothing in the data folder. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { masterKeyIn } from '../../src/platform/accounts/secrets/master-key.ts'
import { openSecrets } from '../../src/platform/accounts/secrets/secrets.ts'
import { openAdministration } from '../../src/platform/work/administration/administration.ts'
import { startPlatform } from '../embedded/platform-process.ts'
import { bundle } from '../engine/support/bundles.ts'
import { testFolder } from '../engine/support/test-folder.ts'
import { databaseFor, openPlatformDatabase } from '../platform/support/databases.ts'
import { countingGraph } from '../platform/support/graphs.ts'
import { startHarness } from '../platform/support/harness.ts'
import { writeDemoClip } from '../setup/demo-clip.ts'
import { openToOthers } from './support/open-to-others.ts'

const clip = join(testFolder(), 'clip.mp4')
let dataDir: string
let children: ChildProcess[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-private-'))
  children = []
  process.umask(0o022)
})
afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

const mode = (path: string) => statSync(path).mode & 0o777

it('closes the folder, which was open, and creates all files of the platform and its engine closed', async () => {
  chmodSync(dataDir, 0o755)
  await writeDemoClip(clip, 2)
  const platform = await startPlatform({ dataDir })
  try {
    expect(openToOthers(dataDir)).toEqual([])
    const gcs_uri = await platform.uploadVideo(clip)
    const run = await platform.run(countingGraph({ kind: 'video', gcs_uri, sample_fps: 2 }))
    expect([run.status, run.error]).toEqual(['completed', null])
    const names = readdirSync(dataDir)
    for (const name of ['sightline.db', 'sightline.db-wal', 'sightline.db-shm', 'cache', 'runs']) {
      expect(names).toContain(name)
    }
    expect(openToOthers(dataDir)).toEqual([])
  } finally {
    await platform.stop()
  }
})

it('closes the data folder of a platform that is served', async () => {
  chmodSync(dataDir, 0o755)
  const args = [bundle('cli.js'), 'serve', '--data', dataDir, '--port', '0']
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  let said = ''
  for await (const part of child.stdout) {
    said += part
    if (/Owner key, .*\n/.test(said)) break
  }
  const baseUrl = /http:\S+/.exec(said)?.[0] as string
  const client = createClient({ baseUrl, apiKey: readFileSync(join(dataDir, 'first-owner-key'), 'utf8').trim() })
  const place = await client.models.uploadUrl({
    body: { filename: 'a.onnx', content_type: 'application/octet-stream' },
  })
  await client.upload(place, { path: bundle('cli.js') }, { contentType: 'application/octet-stream' })
  expect(openToOthers(dataDir)).toEqual([])
})

it('leaves files of others in the folder unchanged', async () => {
  writeFileSync(join(dataDir, 'notes.txt'), '', { mode: 0o644 })
  const before = mode(join(dataDir, 'notes.txt'))
  const h = await startHarness({ dataDir })
  await h.close()
  expect(mode(join(dataDir, 'notes.txt'))).toBe(before)
  expect(openToOthers(dataDir)).toEqual(process.platform === 'win32' ? [] : ['notes.txt'])
})

it('rejects a folder in which every user may write', async () => {
  const shared = join(dataDir, 'shared')
  mkdirSync(shared)
  chmodSync(shared, 0o1777)
  const outcome = await startHarness({ dataDir: shared }).then(
    async (h) => {
      await h.close()
      return 'started'
    },
    (error: Error) => error.message,
  )
  const refused = `${shared} is shared by all users of this machine. Choose a folder inside it, as ${join(shared, 'sightline')}.`
  expect(outcome).toBe(process.platform === 'win32' ? 'started' : refused)
  if (process.platform !== 'win32') expect(mode(shared)).toBe(0o777)
})

it('keeps the secret that signs URLs out of the database, across restarts and a new master key', async () => {
  const first = await startHarness({ dataDir })
  const place = await first.api<{ upload_url: string }>('POST', '/workflows/upload-url', {
    body: { filename: 'a.mp4', content_type: 'video/mp4' },
  })
  await first.close()
  const database = await databaseFor(dataDir)
  const admin = await openAdministration({ dataDir, ...(database && { database }), now: () => new Date() })
  await admin.rotateMasterKey({ given: undefined, next: undefined, announce: async () => undefined })
  await admin.close()
  const db = await openPlatformDatabase(dataDir)
  const source = masterKeyIn(join(dataDir, 'secrets'))
  const [organization] = await db.selectFrom('installation').select('default_organization_id as id').execute()
  const secrets = await openSecrets({ db, source, now: () => new Date(), log: () => undefined })
  const secret = await secrets.derived(organization?.id as string, 'url-signing')
  await db.destroy()
  const second = await startHarness({ dataDir })
  const { pathname, search } = new URL(place.body.upload_url)
  const put = await fetch(`${second.baseUrl}${pathname}${search}`, {
    method: 'PUT',
    body: 'VIDEO',
    headers: { 'content-type': 'video/mp4' },
  })
  expect(put.status).toBe(204)
  for (const name of readdirSync(dataDir).filter((n) => n.includes('.db'))) {
    expect(readFileSync(join(dataDir, name), 'latin1'), name).not.toContain(secret)
  }
  await second.close()
})
