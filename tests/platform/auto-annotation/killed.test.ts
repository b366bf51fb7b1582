/** A batch of a platform that was killed, with the platform's own process, the real engine and a real model. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createClient } from '../../../src/client/client.ts'
import type { FromPlatformProcess, PlatformStart } from '../../../src/shared/bridge/platform-process.ts'
import { eventually } from '../../setup/eventually.ts'
import { DEMO_URI } from '../support/graphs.ts'

type Client = ReturnType<typeof createClient>

const root = fileURLToPath(new URL('../../..', import.meta.url))
let dataDir: string
let children: ChildProcess[]
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-killed-batch-'))
  children = []
})
afterEach(async () => {
  for (const child of children) await kill(child)
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
})

async function launch(apiKey?: string) {
  const child = fork(join(root, 'out/node/platform.js'), { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
  children.push(child)
  const start: PlatformStart = {
    ...{ type: 'start', dataDir, resourcesDir: join(root, 'resources') },
    ...{ version: '0.0.0-test', allowLocalFiles: true },
  }
  child.send(start)
  const [ready] = (await once(child, 'message')) as [FromPlatformProcess]
  if (ready.type !== 'ready') throw new Error(`Heard ${JSON.stringify(ready)} instead of ready.`)
  const key = apiKey ?? (ready.apiKey as string)
  return { child, key, client: createClient({ baseUrl: ready.baseUrl, apiKey: key }) }
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGKILL')
  await exited
}

async function framesOf(client: Client, name: string): Promise<string[]> {
  await client.datasets.create({ body: { name } })
  const clip = { dataset_name: name, store_path: DEMO_URI, directory_name: 'clip', parent_directory_path: '/' }
  const { job_id } = await client.video.extractFrames({ body: { ...clip, sample_fps: 2 } })
  await eventually(async () => (await client.video.extraction({ params: { job_id } })).status === 'complete')
  return (await client.video.extraction({ params: { job_id } })).image_ids as string[]
}

async function annotationsOf(client: Client, dataset: string, images: readonly string[]) {
  const found = []
  for (const filename_path of images) {
    const { annotations } = await client.annotations.get({ params: { dataset, filename_path } })
    found.push(annotations.map(({ name, bounding_box, confidence }) => ({ name, bounding_box, confidence })))
  }
  return found
}

it('continues a batch after kill -9, and saves no annotation twice', { timeout: 180_000 }, async () => {
  const first = await launch()
  const model_id = (await first.client.models.list({ query: {} })).data[0]?.id as string
  const start = async (client: Client, dataset_name: string, image_filenames: string[]) =>
    (await client.autoAnnotate.batch({ body: { dataset_name, image_filenames, model_id } })).job_id
  const read = (client: Client, job_id: string) => client.autoAnnotate.batchStatus({ params: { job_id } })
  const ended = async (client: Client, id: string) => {
    await eventually(async () => (await read(client, id)).status === 'completed')
    return read(client, id)
  }
  const calm = await framesOf(first.client, 'Calm')
  const undisturbed = await ended(first.client, await start(first.client, 'Calm', calm))
  expect(undisturbed.total_annotations_added).toBeGreaterThan(20)
  const expected = await annotationsOf(first.client, 'Calm', calm)

  const killed = await framesOf(first.client, 'Killed')
  const id = await start(first.client, 'Killed', killed)
  await eventually(async () => (await read(first.client, id)).processed_images > 0)
  await kill(first.child)
  const second = await launch(first.key)
  expect(await ended(second.client, id)).toMatchObject({
    ...{ processed_images: undisturbed.processed_images, failed_images: 0 },
    total_annotations_added: undisturbed.total_annotations_added,
  })
  expect(await annotationsOf(second.client, 'Killed', killed)).toEqual(expected)
})
