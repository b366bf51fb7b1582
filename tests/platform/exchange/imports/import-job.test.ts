/** Imports that are cancelled, fail or are interrupted. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Dataset } from '../../../../src/shared/api/datasets.ts'
import type { DatasetImport } from '../../../../src/shared/api/imports.ts'
import type { Job } from '../../../../src/shared/api/jobs.ts'
import { eventually } from '../../../setup/eventually.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { createFullDisk } from '../../support/full-disk.ts'
import { type Harness, makeResources, startHarness } from '../../support/harness.ts'
import { IMAGE_BYTES } from '../../support/scripted-engine.ts'
import { isInBucket } from '../../support/stores.ts'
import { addImage } from '../exports/support.ts'
import { annotationsOf, confirmed, ended, imported, planned, undone } from './support.ts'

/** A lease of a dead process ends at once only where no other one can have it. */
const LEASED_UNTIL = isInBucket ? '2000-01-01' : '2999-01-01'

let dataDir: string
let resourcesDir: string
let h: Harness
let dataset: Dataset
const start = () => startHarness({ dataDir, resourcesDir })
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-import-'))
  resourcesDir = makeResources()
  h = await start()
  dataset = (await h.api<Dataset>('POST', '/datasets/', { body: { name: 'Street', classes: [{ name: 'car' }] } })).body
})
afterEach(async () => {
  await h.close()
  for (const dir of [dataDir, resourcesDir]) rmSync(dir, { recursive: true, force: true })
})

const NAMES = ['a', 'b', 'c', 'd']
const YOLO = Object.fromEntries([
  ['data.yaml', 'names: [car]\n'],
  ...NAMES.flatMap((name) => [
    [`images/${name}.jpg`, `${IMAGE_BYTES} ${name}`],
    [`labels/${name}.txt`, '0 0.5 0.5 0.25 0.5\n0 0.25 0.25 0.125 0.125\n'],
  ]),
])
const tmpFiles = () => readdirSync(join(dataDir, 'tmp'))
const current = async () => (await h.api<Dataset>('GET', `/datasets/${dataset.id}`)).body
async function inDatabase<T>(work: (db: Awaited<ReturnType<typeof openPlatformDatabase>>) => Promise<T>): Promise<T> {
  const db = await openPlatformDatabase(dataDir)
  return work(db).finally(() => db.destroy())
}

/** The state that a process leaves that is killed while it executes a step of an import. */
async function killed({ id, job_id }: DatasetImport, fields: object, staged: readonly number[] = []): Promise<void> {
  await h.close()
  await inDatabase(async (db) => {
    await db.updateTable('dataset_imports').set(fields).where('id', '=', id).execute()
    if (staged.length > 0) {
      const images = db.updateTable('import_images').set({ state: 'staged', made: null })
      await images.where('import_id', '=', id).where('position', 'in', staged).execute()
    }
    const job = { state: 'running', finished_at: null } as const
    const row = await db.updateTable('jobs').set(job).where('id', '=', job_id).returningAll().executeTakeFirstOrThrow()
    const lease = { job_id, token: row.token, until: LEASED_UNTIL, progress: null, cancel: 0 as const }
    await db.insertInto('job_leases').values(lease).execute()
    const lane = db.updateTable('lanes').set((e) => ({ running: e('running', '+', 1) }))
    await lane.where('pool', '=', row.pool).where('organization_id', '=', row.organization_id).execute()
  })
  h = await start()
}

it('plans again what a killed process had read in part', async () => {
  const plan = await planned(h, dataset, YOLO)
  await killed(plan, { status: 'planning', plan: null })
  const again = await ended(h, plan.id)
  expect([again.status, again.plan]).toEqual(['planned', plan.plan])
  expect((await confirmed(h, again)).result).toMatchObject({ images_added: 4, annotations_written: 8 })
})

it('continues with the images that a killed process had left, and writes none of them twice', async () => {
  const done = await imported(h, dataset, YOLO)
  expect(done.result).toMatchObject({ images_added: 4, annotations_written: 8 })
  // The process had stored the last image's file, but not its labels.
  await h.api('POST', `/annotations/${dataset.id}/d.jpg`, { body: { annotations: [] } })
  const before = await Promise.all(NAMES.slice(0, 3).map((name) => annotationsOf(h, dataset.id, `${name}.jpg`)))
  const figures = { status: 'importing' as const, images_added: 4, images_changed: 3, annotations_written: 6 }
  await killed(done, { ...figures, completed_at: null }, [3])
  const again = await ended(h, done.id)
  expect(again).toMatchObject({ status: 'completed', result: done.result })
  const after = await Promise.all(NAMES.slice(0, 3).map((name) => annotationsOf(h, dataset.id, `${name}.jpg`)))
  expect(after).toEqual(before)
  expect(await annotationsOf(h, dataset.id, 'd.jpg')).toHaveLength(2)
  expect(await current()).toMatchObject({ image_count: 4 })
  expect(await undone(h, again)).toMatchObject({ status: 'undone' })
  expect(await current()).toMatchObject({ image_count: 0, total_size: 0 })
})

const isOnPostgres = process.env.SIGHTLINE_TEST_DATABASE === 'postgres'

// PostgreSQL has a disk of its own.
it.skipIf(isOnPostgres)(
  'fails with the reason when the disk is full, and continues when its job is retried',
  async () => {
    const plan = await planned(h, dataset, YOLO)
    const disk = createFullDisk()
    try {
      const { derive } = h.engine
      h.engine.derive = (request) => {
        disk.fill(0)
        return derive(request)
      }
      await h.api('POST', `/imports/${plan.id}/confirm`, { body: {} })
      await eventually(async () => disk.wasHit)
      h.engine.derive = derive
      disk.free()
      const failed = await ended(h, plan.id)
      expect(failed).toMatchObject({ status: 'failed', text: { code: 'import.disk_full' } })
      await eventually(async () => tmpFiles().length === 0)
      expect((await h.api('POST', `/jobs/${failed.job_id}/retry`)).status).toBe(200)
      await eventually(async () => (await ended(h, failed.id)).status === 'completed')
      expect((await ended(h, failed.id)).result).toMatchObject({ images_added: 4, annotations_written: 8 })
    } finally {
      disk.restore()
    }
  },
)

it('fails an image that ends its process, and imports those beside it', async () => {
  const dead = { code: 'engine_died' as const, message: 'The engine crashed (SIGSEGV).', node_id: null }
  const { derive, probe } = h.engine
  const isHostile = (path: string) => readFileSync(path, 'utf8').includes('hostile')
  h.engine.derive = async (request) => (isHostile(request.path) ? { ok: false, error: dead } : derive(request))
  h.engine.probe = async (request) => (isHostile(request.path) ? { ok: false, error: dead } : probe(request))
  const end = await imported(h, dataset, { ...YOLO, 'images/b.jpg': `${IMAGE_BYTES} hostile` })
  expect(end).toMatchObject({
    status: 'completed',
    result: { images_added: 3, images_failed: 1, annotations_written: 6 },
  })
  expect(await current()).toMatchObject({ image_count: 3 })
  expect(tmpFiles()).toEqual([])
})

it('imports many images in groups, whatever the order in which they are read', async () => {
  const { derive } = h.engine
  h.engine.derive = async (request) => {
    await new Promise((resolve) => setTimeout(resolve, request.name.length % 3))
    return derive(request)
  }
  const names = Array.from({ length: 50 }, (_, i) => `${'n'.repeat(i % 5)}${i}`)
  const files = names.map((name) => [`images/${name}.jpg`, `${IMAGE_BYTES} ${name}`] as const)
  const labels = names.map((name, i) => [`labels/${name}.txt`, '0 0.5 0.5 0.25 0.5\n'.repeat(1 + (i % 3))] as const)
  const end = await imported(h, dataset, Object.fromEntries([['data.yaml', 'names: [car]\n'], ...files, ...labels]))
  expect(end).toMatchObject({ status: 'completed', result: { images_added: 50, images_failed: 0 } })
  for (const i of [0, 7, 23, 49]) {
    expect(await annotationsOf(h, dataset.id, `${names[i]}.jpg`)).toHaveLength(1 + (i % 3))
  }
  expect(tmpFiles()).toEqual([])
})

it('is cancelled as a job, and can be undone as far as it came', async () => {
  const plan = await planned(h, dataset, YOLO)
  const { body } = await h.api<DatasetImport>('POST', `/imports/${plan.id}/confirm`, { body: {} })
  const cancel = await h.api('POST', `/jobs/${body.job_id}/cancel`)
  const end = await ended(h, plan.id)
  expect([cancel.status, end.status]).toEqual(cancel.status === 200 ? [200, 'cancelled'] : [409, 'completed'])
  // A step in progress stops a moment later.
  await eventually(async () => {
    const { state } = (await h.api<Job>('GET', `/jobs/${body.job_id}`)).body
    return state !== 'queued' && state !== 'running'
  })
  expect(await undone(h, end)).toMatchObject({ status: 'undone' })
  expect((await current()).image_count).toBe(0)
})

it('fails when its data set, or its upload, was deleted before it was confirmed', async () => {
  const plan = await planned(h, dataset, YOLO)
  await inDatabase((db) => db.deleteFrom('uploads').execute())
  expect(await confirmed(h, plan)).toMatchObject({ status: 'failed', text: { code: 'import.upload_missing' } })
  const other = await planned(h, dataset, YOLO)
  await h.api('DELETE', `/datasets/${dataset.id}`)
  expect(await confirmed(h, other)).toMatchObject({ status: 'failed', text: { code: 'dataset.missing' } })
})

it('keeps the upload of a planned import when unused files are removed', async () => {
  await addImage(h, dataset, 'z.jpg')
  const plan = await planned(h, dataset, YOLO)
  await inDatabase((db) => db.updateTable('uploads').set({ created_at: '2020-01-01T00:00:00.000Z' }).execute())
  await h.api('POST', '/storage/clear', { body: { kind: 'uploads' } })
  expect(await confirmed(h, plan)).toMatchObject({ status: 'completed' })
})
