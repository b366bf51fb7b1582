/** Exports that are cancelled, fail or are interrupted. */
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Dataset } from '../../../../src/shared/api/datasets.ts'
import type { DatasetExport } from '../../../../src/shared/api/exports.ts'
import type { Job } from '../../../../src/shared/api/jobs.ts'
import type { NotificationList } from '../../../../src/shared/api/notifications.ts'
import { eventually } from '../../../setup/eventually.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { createFullDisk } from '../../support/full-disk.ts'
import { type Harness, makeResources, startHarness } from '../../support/harness.ts'
import { isInBucket } from '../../support/stores.ts'
import { addImage, archiveOf, bytesOf, ended, exported } from './support.ts'

/** A lease of a dead process ends at once only where no other one can have it. */
const LEASED_UNTIL = isInBucket ? '2000-01-01' : '2999-01-01'

let dataDir: string
let resourcesDir: string
let h: Harness
let dataset: Dataset
const start = () => startHarness({ dataDir, resourcesDir })
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-export-'))
  resourcesDir = makeResources()
  h = await start()
  dataset = (await h.api<Dataset>('POST', '/datasets/', { body: { name: 'Street', classes: [{ name: 'car' }] } })).body
})
afterEach(async () => {
  await h.close()
  for (const dir of [dataDir, resourcesDir]) rmSync(dir, { recursive: true, force: true })
})

const BOX = { name: 'car', type: 'bbox', bounding_box: { x: 1, y: 2, w: 30, h: 40 } }
const tmpFiles = () => readdirSync(join(dataDir, 'tmp'))
async function inDatabase<T>(work: (db: Awaited<ReturnType<typeof openPlatformDatabase>>) => Promise<T>): Promise<T> {
  const db = await openPlatformDatabase(dataDir)
  return work(db).finally(() => db.destroy())
}
const frozenImages = (id: string) =>
  inDatabase((db) => db.selectFrom('export_images').select('position').where('export_id', '=', id).execute())
const restart = async () => {
  h = await start()
}

/** The state that a process leaves that is killed while it executes the job of an export. */
async function killed(id: string, fields: object): Promise<void> {
  await h.close()
  await inDatabase(async (db) => {
    await db
      .updateTable('dataset_exports')
      .set({ status: 'running', ...fields })
      .where('id', '=', id)
      .execute()
    const job = { state: 'running', finished_at: null } as const
    const row = await db.updateTable('jobs').set(job).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
    await db
      .insertInto('job_leases')
      .values({ job_id: id, token: row.token, until: LEASED_UNTIL, progress: null, cancel: 0 })
      .execute()
    const lane = db
      .updateTable('lanes')
      .set((e) => ({ running: e('running', '+', 1) }))
      .where('pool', '=', row.pool)
    await lane.where('organization_id', '=', row.organization_id).execute()
  })
}
const UNFROZEN = { frozen_at: null, archive_sha256: null, completed_at: null, image_count: 0, annotation_count: 0 }

it('is cancelled at once, and can be retried as a job', async () => {
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await addImage(h, dataset, name, { annotations: [BOX] })
  const { body } = await h.api<DatasetExport>('POST', '/exports', { body: { dataset: dataset.id } })
  const cancelled = await h.api<DatasetExport>('POST', `/exports/${body.id}/cancel`)
  expect([cancelled.status, cancelled.body.status]).toEqual([200, 'cancelled'])
  expect((await h.fail('POST', `/exports/${body.id}/cancel`)).status).toBe(409)
  expect((await h.fail('GET', `/exports/${body.id}/download`)).status).toBe(409)
  const jobOf = async () => (await h.api<Job>('GET', `/jobs/${body.id}`)).body
  await eventually(async () => !['queued', 'running'].includes((await jobOf()).state))
  await eventually(async () => tmpFiles().length === 0 && (await frozenImages(body.id)).length === 0)
  if ((await jobOf()).state === 'cancelled') {
    expect((await h.api('POST', `/jobs/${body.id}/retry`)).status).toBe(200)
    expect(await ended(h, body.id)).toMatchObject({ status: 'completed', image_count: 3 })
  }
  expect(h.logged).toEqual([])
})

it('is refused to be deleted while it is made', async () => {
  await addImage(h, dataset, 'a.jpg')
  const { id } = await exported(h, dataset)
  await inDatabase((db) => db.updateTable('dataset_exports').set({ status: 'running' }).where('id', '=', id).execute())
  expect((await h.fail('DELETE', `/exports/${id}`)).status).toBe(409)
  expect((await h.fail('DELETE', `/exports/${id}`, { key: h.keys.member })).status).toBe(403)
})

it('fails with the reason when the disk is full, leaves nothing, and succeeds when it is retried', async () => {
  await addImage(h, dataset, 'a.jpg', { annotations: [BOX] })
  const disk = createFullDisk()
  try {
    disk.fill(Number.POSITIVE_INFINITY, true)
    const failed = await exported(h, dataset)
    expect(failed).toMatchObject({ status: 'failed', size_bytes: null })
    expect(failed.error_message).toBe('The disk is full. Make room, then export the data set again.')
    await eventually(async () => tmpFiles().length === 0 && (await frozenImages(failed.id)).length === 0)
    await eventually(async () => {
      const { notifications } = (await h.api<NotificationList>('GET', '/notifications/')).body
      return notifications.some(({ type, metadata }) => type === 'export_failed' && metadata?.export_id === failed.id)
    })
    disk.free()
    await h.api('POST', `/jobs/${failed.id}/retry`)
    await eventually(async () => (await ended(h, failed.id)).status === 'completed')
    expect(await ended(h, failed.id)).toMatchObject({ annotation_count: 1, error_message: null })
  } finally {
    disk.restore()
  }
})

it('freezes again what a killed process had frozen in part', async () => {
  for (const name of ['a.jpg', 'b.jpg', 'c.jpg']) await addImage(h, dataset, name, { annotations: [BOX] })
  const done = await exported(h, dataset)
  const archive = await archiveOf(h, done)
  await killed(done.id, UNFROZEN)
  await inDatabase((db) =>
    db.deleteFrom('export_images').where('export_id', '=', done.id).where('position', '>', 0).execute(),
  )
  await restart()
  const again = await ended(h, done.id)
  expect(again).toMatchObject({ status: 'completed', image_count: 3, annotation_count: 3 })
  const files = await archiveOf(h, again)
  expect([...files.keys()]).toEqual([...archive.keys()])
})

it('writes the archive of the images that a killed process had frozen, whatever has changed since', async () => {
  const image = await addImage(h, dataset, 'a.jpg', { annotations: [BOX] })
  const done = await exported(h, dataset)
  const archive = await archiveOf(h, done)
  await h.api('POST', `/annotations/${dataset.id}/${image.id}`, { body: { annotations: [] } })
  await h.api('DELETE', `/datasets/${dataset.id}`)
  await killed(done.id, { archive_sha256: null, completed_at: null })
  await restart()
  expect(await archiveOf(h, await ended(h, done.id))).toEqual(archive)
})

it('keeps the files of images whose data set is deleted while they are being frozen', async () => {
  await addImage(h, dataset, 'a.jpg')
  const { id } = await exported(h, dataset)
  const setStatus = (fields: { status: 'running' | 'failed'; frozen_at: null }) =>
    inDatabase((db) => db.updateTable('dataset_exports').set(fields).where('id', '=', id).execute())
  const isKept = async (name: string) => {
    const other = (await h.api<Dataset>('POST', '/datasets/', { body: { name } })).body
    await addImage(h, other, 'b.jpg', { bytes: name })
    await h.api('DELETE', `/datasets/${other.id}`)
    const sha256 = createHash('sha256').update(bytesOf(name)).digest('hex')
    return existsSync(join(dataDir, 'blobs', sha256.slice(0, 2), sha256))
  }
  await setStatus({ status: 'running', frozen_at: null })
  expect(await isKept('During')).toBe(true)
  await setStatus({ status: 'failed', frozen_at: null })
  expect(await isKept('After')).toBe(false)
})

it('completes the removal of an export that was interrupted', async () => {
  await addImage(h, dataset, 'a.jpg')
  const { id } = await exported(h, dataset)
  await inDatabase((db) =>
    db.updateTable('dataset_exports').set({ deleted_at: '2026-01-01' }).where('id', '=', id).execute(),
  )
  expect((await h.fail('GET', `/exports/${id}`)).status).toBe(404)
  await h.close()
  await restart()
  await eventually(async () => (await frozenImages(id)).length === 0)
})
