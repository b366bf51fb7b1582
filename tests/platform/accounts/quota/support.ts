/** Organizations whose tier leaves them little room. A test can't store gigabytes, so it counts some that are not there. */
import { expect } from 'vitest'
import type { Dataset, Image } from '../../../../src/shared/api/datasets.ts'
import type { Job } from '../../../../src/shared/api/jobs.ts'
import { type PlanName, planOf } from '../../../../src/shared/api/plans.ts'
import type { OrganizationUsage } from '../../../../src/shared/api/usage.ts'
import { eventually } from '../../../setup/eventually.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import type { Harness } from '../../support/harness.ts'

type Database = Awaited<ReturnType<typeof openPlatformDatabase>>

async function inDatabase(h: Harness, work: (db: Database) => Promise<unknown>): Promise<void> {
  const db = await openPlatformDatabase(h.dataDir)
  await work(db).finally(() => db.destroy())
}

export const setPlan = (h: Harness, subscription_tier: PlanName) =>
  inDatabase(h, (db) =>
    db.updateTable('organizations').set({ subscription_tier }).where('id', '=', h.platform.organizationId).execute(),
  )

export const usage = async (h: Harness): Promise<OrganizationUsage> =>
  (await h.api<OrganizationUsage>('GET', '/organizations/usage')).body

export async function newDataset(h: Harness, name: string, fields: object = {}): Promise<Dataset> {
  const { status, body } = await h.api<Dataset>('POST', '/datasets/', { body: { name, ...fields } })
  expect(status).toBe(201)
  return body
}

/** The data set whose counted images fill the organization. */
export const FILLER = 'Filler'

/** Leaves room for so many images and bytes in the tier `free`, and no limit of what is not named. */
export async function leave(h: Harness, { images, bytes }: { images?: number; bytes?: number }): Promise<void> {
  const { max_images, max_storage_bytes } = planOf('free')
  const { id } = await fillerOf(h)
  await count(h, id, 0, 0)
  const used = await usage(h)
  const n = images === undefined ? 0 : max_images - used.images - images
  const size = bytes === undefined ? 0 : max_storage_bytes - used.storage_bytes - bytes
  await count(h, id, n, size)
  await setPlan(h, 'free')
}

async function fillerOf(h: Harness): Promise<{ id: string }> {
  const { status, body } = await h.api<Dataset>('GET', `/datasets/${FILLER}`)
  return status === 200 ? body : newDataset(h, FILLER)
}

const count = (h: Harness, dataset_id: string, images: number, amount: number) =>
  inDatabase(h, (db) =>
    db
      .insertInto('dataset_counters')
      .values({ dataset_id, kind: 'state', key: 'archived', images, amount })
      .onConflict((c) => c.columns(['dataset_id', 'kind', 'key']).doUpdateSet({ images, amount }))
      .execute(),
  )

/** Deletes what fills the organization. */
export async function makeRoom(h: Harness): Promise<void> {
  expect((await h.api('DELETE', `/datasets/${FILLER}`)).status).toBe(200)
}

export const imagesOf = async (h: Harness, { id }: Pick<Dataset, 'id'>): Promise<Image[]> =>
  (await h.api<Dataset & { images: Image[] }>('GET', `/datasets/${id}?include_images=true`)).body.images

export const endedJob = (h: Harness, id: string | null): Promise<Job> =>
  eventually(async () => {
    const { body } = await h.api<Job>('GET', `/jobs/${id}`)
    return ['queued', 'running'].includes(body.state) ? null : body
  })

export async function retried(h: Harness, id: string | null): Promise<Job> {
  expect((await h.api('POST', `/jobs/${id}/retry`)).status).toBe(200)
  return endedJob(h, id)
}
