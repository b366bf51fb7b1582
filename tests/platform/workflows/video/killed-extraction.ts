import { expect } from 'vitest'
import type { Database } from '../../../../src/platform/db/database.ts'
import { eventually } from '../../../setup/eventually.ts'
import { type BeginJob, extractTo, WHOLE_JOB_MS } from '../../work/jobs/killed-job.ts'

const DATASET = 'Extracted'

export const killedExtraction: BeginJob = async ({ client }) => {
  const { id: dataset } = await client.datasets.create({ body: { name: DATASET } })
  const started: string[] = []
  for (const directory of ['one', 'two']) started.push(await extractTo(client, DATASET, directory, 1))
  // The first job is executed; the second one waits, since videos are processed one at a time.
  const states = async () =>
    Promise.all(started.map(async (job_id) => (await client.jobs.get({ params: { job_id } })).state))
  await eventually(async () => (await states())[0] === 'running')
  expect(await states()).toEqual(['running', 'queued'])

  return async (again) => {
    let frames = 0
    for (const job_id of started) {
      const { status, error, image_ids, frames_extracted } = await eventually(async () => {
        const found = await again.client.video.extraction({ params: { job_id } })
        return found.status === 'processing' ? null : found
      }, WHOLE_JOB_MS)
      expect([status, error]).toEqual(['complete', null])
      expect(new Set(image_ids).size).toBe(frames_extracted)
      expect(frames_extracted).toBeGreaterThan(10)
      frames += frames_extracted
    }
    expect(await endsOf(again.db, started)).toEqual([
      { state: 'done', token: 2, losses: 1 },
      { state: 'done', token: 1, losses: 0 },
    ])
    const images = again.db.selectFrom('images').select('id').where('dataset_id', '=', dataset)
    expect(await images.execute()).toHaveLength(frames)
  }
}

const endsOf = (db: Database, jobs: readonly string[]) =>
  db.selectFrom('jobs').select(['state', 'token', 'losses']).where('id', 'in', jobs).orderBy('id').execute()
