import { expect } from 'vitest'
import { eventually } from '../../../setup/eventually.ts'
import { type BeginJob, imagesOf, STREET, WHOLE_JOB_MS } from '../../work/jobs/killed-job.ts'

export const killedDerivedDataset: BeginJob = async ({ client }) => {
  const [source, ...others] = await imagesOf(client, STREET)
  const count = 1 + others.length
  const made = await client.derivedDatasets.create({
    params: { dataset: STREET },
    body: { tile: { rows: 2, columns: 2, overlap: 0 }, min_visible: 0, seed: 0, dry_run: false },
  })
  const target = made.dataset_id as string
  await eventually(async () => (await imagesOf(client, target)).length > 0)

  return async (again) => {
    const job = await eventually(async () => {
      const found = await again.client.jobs.get({ params: { job_id: made.job_id as string } })
      return ['queued', 'running'].includes(found.state) ? null : found
    }, WHOLE_JOB_MS)
    expect([job.state, job.error]).toEqual(['done', null])
    const tiles = await imagesOf(again.client, target)
    expect(tiles).toHaveLength(4 * count)
    expect(new Set(tiles.map(({ filename }) => filename)).size).toBe(4 * count)
    const { width, height } = source as { width: number; height: number }
    for (const tile of tiles) expect([tile.width, tile.height]).toEqual([width / 2, height / 2])
    const reply = await fetch((tiles[0] as { image_url: string }).image_url, { headers: { 'x-api-key': again.key } })
    const bytes = Buffer.from(await reply.arrayBuffer())
    expect([reply.headers.get('content-type'), bytes.subarray(0, 2).toString('hex')]).toEqual(['image/jpeg', 'ffd8'])
  }
}
