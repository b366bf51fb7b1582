/** An export through the whole platform with its real engine: frames of a video, an archive, and a run on the export. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ApiClient } from '../../src/client/client.ts'
import { unpack } from '../platform/exports/support.ts'
import { annotatingGraph, DEMO_URI, detectingGraph } from '../platform/support/graphs.ts'
import { eventually } from '../setup/eventually.ts'
import { type RunningPlatform, startPlatform } from './platform-process.ts'

let platform: RunningPlatform
let client: ApiClient
beforeAll(async () => {
  platform = await startPlatform()
  client = platform.client
})
afterAll(() => platform.stop())

it('exports the annotations of a run, and runs on the export after its data set was deleted', async () => {
  const dataset = await client.datasets.create({ body: { name: 'Frames' } })
  await platform.run(annotatingGraph(dataset.id, { kind: 'video', gcs_uri: DEMO_URI, sample_fps: 0.25 }))
  const { id } = await client.exports.create({ body: { dataset: 'Frames', split: { train: 50, val: 50, test: 0 } } })
  const made = await eventually(async () => {
    const now = await client.exports.get({ params: { export_id: id } })
    return now.status === 'pending' || now.status === 'running' ? null : now
  })
  expect([made.status, made.error_message]).toEqual(['completed', null])
  expect(made.annotation_count).toBeGreaterThan(made.image_count)
  await client.datasets.delete({ params: { dataset: dataset.id } })

  const { data } = await client.exports.download({ params: { export_id: id } })
  const files = await unpack(Buffer.from(await (await fetch(data.download_url)).arrayBuffer()))
  const parts = ['train', 'val'].map((split) => JSON.parse(String(files.get(`annotations/instances_${split}.json`))))
  const count = (list: 'images' | 'annotations') => parts.reduce((sum, part) => sum + part[list].length, 0)
  expect([count('images'), count('annotations')]).toEqual([made.image_count, made.annotation_count])
  for (const [i, split] of ['train', 'val'].entries()) {
    for (const { file_name } of parts[i].images) {
      // The first bytes of a JPEG file.
      expect(files.get(`images/${split}/${file_name}`)?.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    }
  }

  const done = await platform.run(detectingGraph({ kind: 'export', export_id: id }))
  expect([done.status, done.error, done.progress.frames_done]).toEqual(['completed', null, made.image_count])
})
