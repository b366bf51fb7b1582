/** Tools that make data sets, as an agent calls them: of folders on this machine, and of other data sets. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import { eventually } from '../../../setup/eventually.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { type Agent, connectAgent } from './agent.ts'

let h: Harness
let agent: Agent
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-folder-'))
})
afterEach(async () => {
  await agent.close()
  await h.close()
  rmSync(folder, { recursive: true })
})

async function start(allowLocalFiles: boolean) {
  h = await startHarness({ allowLocalFiles })
  agent = await connectAgent(h.baseUrl, { 'x-api-key': h.keys.member })
}
const TOOL = 'upload_dataset_from_directory'

it('adds a folder of this machine once, however often it is called', async () => {
  await start(true)
  mkdirSync(join(folder, 'night'))
  for (const name of ['1.jpg', 'night/2.png', 'notes.txt']) writeFileSync(join(folder, name), `IMAGE ${name}`)
  writeFileSync(join(folder, 'broken.jpg'), 'no image')
  const input = { directory: folder, dataset: 'From a folder' }
  for (const _ of ['first', 'again']) {
    const answer = await agent.call(TOOL, input)
    expect(answer).toMatchObject({ added: 2, failed: 1, failures: [expect.stringContaining('broken.jpg: ')] })
  }
  const find = await h.api<Image>(
    'GET',
    `/images/?${new URLSearchParams({ dataset: input.dataset, filename: 'night/2.png' })}`,
  )
  expect(find.body).toMatchObject({ directory_path: '/night' })
  expect((await h.api<Dataset>('GET', '/datasets/From%20a%20folder')).body.image_count).toBe(2)
  expect(await agent.fail(TOOL, { ...input, directory: join(folder, 'missing') })).toContain('There is no folder')
  expect(await agent.fail(TOOL, { ...input, directory: 'night' })).toContain('There is no folder')
})

it('names the ways to upload when the folder is on another machine', async () => {
  await start(false)
  const text = await agent.fail(TOOL, { directory: folder, dataset: 'Street' })
  expect(text).toContain('upload_image')
  expect(text).toContain('sightline mcp')
})

it('makes changed copies and tiles of a data set', async () => {
  await start(false)
  const dataset = (await h.api<Dataset>('POST', '/datasets/', { body: { name: 'Street' } })).body.id
  const gcs_uri = await h.upload('1.jpg', 'IMAGE', 'image/jpeg')
  await h.api('POST', '/images/', { body: { dataset, gcs_uri } })
  const filled = (id: string, count: number) =>
    eventually(async () => (await h.api<Dataset>('GET', `/datasets/${id}`)).body.image_count === count)
  type Made = { dataset_id: string; images: number }
  const copies = await agent.call<Made>('augment_dataset', { dataset, copies: 2, rotate: { min: -10, max: 10 } })
  expect(copies.images).toBe(3)
  await filled(copies.dataset_id, 3)
  const tiles = await agent.call<Made>('tile_dataset', { dataset, name: 'Parts', tile_size: 640, overlap: 0 })
  expect(tiles).toMatchObject({ images: 4, dataset_name: 'Parts' })
  await filled(tiles.dataset_id, 4)
})
