/** Jobs of a platform that was killed, with the platform's own process and the real engine. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createClient } from '../../../src/client/client.ts'
import { openDatabase } from '../../../src/platform/db/database.ts'
import type { FromPlatformProcess, PlatformStart } from '../../../src/shared/bridge/platform-process.ts'
import { eventually } from '../../setup/eventually.ts'
import { DEMO_URI } from '../support/graphs.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
let dataDir: string
let children: ChildProcess[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-killed-'))
  children = []
})
afterEach(async () => {
  for (const child of children) await kill(child)
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

async function launch() {
  const child = fork(join(root, 'out/node/platform.js'), { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  children.push(child)
  const start: PlatformStart = {
    type: 'start',
    dataDir,
    resourcesDir: join(root, 'resources'),
    version: '0.0.0-test',
    allowLocalFiles: true,
  }
  child.send(start)
  const [ready] = (await once(child, 'message')) as [FromPlatformProcess]
  if (ready.type !== 'ready') throw new Error(`Heard ${JSON.stringify(ready)} instead of ready.`)
  return { child, ...ready }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

async function query<T>(read: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>): Promise<T> {
  const db = await openDatabase(join(dataDir, 'sightline.db'))
  try {
    return await read(db)
  } finally {
    await db.destroy()
  }
}
/** Of the extractions: images that they store are derived from by jobs of their own. */
const jobs = () =>
  query((db) =>
    db
      .selectFrom('jobs')
      .select(['id', 'state', 'token', 'losses'])
      .where('kind', '=', 'video_extraction')
      .orderBy('id')
      .execute(),
  )

it('continues jobs after kill -9, each ends once and stores its images once', { timeout: 120_000 }, async () => {
  const first = await launch()
  const apiKey = first.apiKey as string
  const client = createClient({ baseUrl: first.baseUrl, apiKey })
  await client.datasets.create({ body: { name: 'Street' } })
  const started: string[] = []
  for (const directory_name of ['one', 'two']) {
    const body = {
      dataset_name: 'Street',
      store_path: DEMO_URI,
      directory_name,
      sample_fps: 4,
      parent_directory_path: '/',
    }
    started.push((await client.video.extractFrames({ body })).job_id)
  }
  await eventually(async () => (await jobs()).some((j) => j.state === 'running'))
  await kill(first.child)
  const left = await jobs()
  expect(left.map((j) => j.id)).toEqual(started)
  // The first job was being executed; the second one waited, since videos are processed one at a time.
  expect(left.map((j) => j.state)).toEqual(['running', 'queued'])

  const second = await launch()
  const after = createClient({ baseUrl: second.baseUrl, apiKey })
  const read = (job_id: string) => after.video.extraction({ params: { job_id } })
  for (const id of started) {
    await eventually(async () => (await read(id)).status !== 'processing')
    const { status, error, image_ids, frames_extracted } = await read(id)
    expect([status, error]).toEqual(['complete', null])
    expect(new Set(image_ids).size).toBe(frames_extracted)
    expect(frames_extracted).toBeGreaterThan(10)
  }
  expect(await jobs()).toMatchObject([
    { state: 'done', token: 2, losses: 1 },
    { state: 'done', token: 1, losses: 0 },
  ])
  const images = await query((db) => db.selectFrom('images').select('id').execute())
  expect(images).toHaveLength((await Promise.all(started.map(read))).reduce((n, j) => n + j.frames_extracted, 0))
})
