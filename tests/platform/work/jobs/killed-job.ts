/** A job of a platform that is killed while it executes the job. */
import type { Database } from '../../../../src/platform/db/database.ts'
import { eventually } from '../../../setup/eventually.ts'
import { DEMO_URI } from '../../support/graphs.ts'
import type { Client, OwnProcess } from '../../support/own-process.ts'

/** A data set with frames of the demo video, all of which are there. Kinds of jobs may annotate its images. */
export const STREET = 'Street'

export type Restarted = OwnProcess & { db: Database }

/** Starts a job and waits until it is in the middle of its work. Returns the checks of the platform after its restart. */
export type BeginJob = (platform: OwnProcess) => Promise<(again: Restarted) => Promise<void>>

/** For all that a job of the real engine does, also on a busy machine; and the time limit of a test with two such waits. */
export const WHOLE_JOB_MS = 120_000
export const TEST_MS = 300_000

export const imagesOf = async (client: Client, dataset: string) =>
  (await client.datasets.get({ params: { dataset }, query: { include_images: true } })).images ?? []

/** Starts the extraction of frames into a directory of the data set; returns its id. */
export async function extractTo(client: Client, dataset_name: string, directory_name: string, sample_fps: number) {
  const clip = { dataset_name, store_path: DEMO_URI, directory_name, parent_directory_path: '/' }
  return (await client.video.extractFrames({ body: { ...clip, sample_fps } })).job_id
}

export async function createStreet(client: Client): Promise<void> {
  const classes = ['car', 'truck', 'bicycle', 'pedestrian'].map((name) => ({ name }))
  await client.datasets.create({ body: { name: STREET, classes } })
  const job_id = await extractTo(client, STREET, 'clip', 1)
  await eventually(
    async () => (await client.video.extraction({ params: { job_id } })).status === 'complete',
    WHOLE_JOB_MS,
  )
  await allJobsEnded(client)
}

/** Also of those that follow from others, such as the derivations of new images. */
export async function allJobsEnded(client: Client): Promise<void> {
  await eventually(async () => {
    const jobs = await client.jobs.list({ query: {} })
    return jobs.every(({ state }) => state !== 'queued' && state !== 'running')
  }, WHOLE_JOB_MS)
}

/** The model that ships with the app. */
export const shippedModel = async (client: Client): Promise<string> =>
  (await client.models.list({ query: {} })).data[0]?.id as string
