/** The Studio's records of a person, who is with several servers of one database. */
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createBatches } from '../../../src/app/batches.ts'
import type { RecordOptions } from '../../../src/app/json-files.ts'
import { createRunLabels } from '../../../src/app/run-labels.ts'
import { createSettings } from '../../../src/app/settings.ts'
import { createVersions } from '../../../src/app/versions.ts'
import type { Database } from '../../../src/platform/db/database.ts'
import { newId } from '../../../src/platform/db/ids.ts'
import { createNamedUploads } from '../../../src/platform/storage/upload-references.ts'
import { createStudioDocuments } from '../../../src/platform/studio/studio-documents.ts'
import { UPLOAD_HANDLE_START } from '../../../src/platform/uploads/media-handles.ts'
import type { Batch } from '../../../src/shared/domain/batch.ts'
import type { RunLabels } from '../../../src/shared/domain/run-labels.ts'
import type { NewVersion } from '../../../src/shared/graph/versions.ts'
import { openPlatformDatabase } from '../support/databases.ts'

const ORGANIZATION = newId()
let db: Database
beforeAll(async () => {
  db = await openPlatformDatabase('unused')
  const row = { id: ORGANIZATION, name: 'Team', slug: 'team', created_at: '2026-01-01' }
  await db.insertInto('organizations').values(row).execute()
})
afterAll(() => db.destroy())

/** Two servers, each with stores of its own. */
function servers<T>(create: (folder: string, options: RecordOptions) => T): [T, T] {
  const root = join(ORGANIZATION, newId())
  const made = () => create(root, { documents: createStudioDocuments(db)(root) })
  return [made(), made()]
}

it('lose no setting when it is changed at two servers at the same time', async () => {
  const [one, other] = servers((root, options) => createSettings(join(root, 'settings.json'), options))
  const chosen = Array.from({ length: 12 }, (_, i) => [`command-${i}`, [`Key${i}`]] as [string, string[]])
  await Promise.all(chosen.map(([name, keys], i) => (i % 2 === 0 ? one : other).set({ shortcuts: { [name]: keys } })))
  await Promise.all([one.set({ theme: 'dark' }), other.set({ tour_done: true })])
  expect(await one.get()).toEqual(await other.get())
  expect(await one.get()).toMatchObject({ theme: 'dark', tour_done: true, shortcuts: Object.fromEntries(chosen) })
})

const version = (note: string, gcs_uri = '/video.mp4'): NewVersion => ({
  ...{ workflow_id: 'w-1', kind: 'named', note, layout: { nodes: {} } },
  graph: { version: 1, nodes: [{ id: 'src', type: 'source', config: { kind: 'video', gcs_uri } }], edges: [] },
})

it('keep versions of a workflow in their order, name them once, and forget them together', async () => {
  const [one, other] = servers((root, options) => createVersions(join(root, 'versions'), options))
  const first = await one.keep(version('First', '/a'))
  const second = await other.keep(version('Second', '/b'))
  expect((await one.list('w-1')).map(({ note }) => note)).toEqual(['Second', 'First'])
  await one.note('w-1', second.id, 'Better', 'Second')
  await expect(other.note('w-1', second.id, 'Worse', 'Second')).rejects.toMatchObject({ code: 'stale_revision' })
  await other.delete('w-1', first.id, 'First')
  expect((await one.list('w-1')).map(({ note }) => note)).toEqual(['Better'])
  await other.forget('w-1')
  expect(await one.list('w-1')).toEqual([])
})

it('refuse labels of a run that are based on older ones', async () => {
  const [one, other] = servers((root, options) => createRunLabels(join(root, 'labels'), options))
  const labels = (note: string): RunLabels => ({ run_id: 'r-1', name: null, tags: ['night'], note })
  const revision = await one.set(labels('first'), null)
  await other.set(labels('second'), revision)
  await expect(one.set(labels('third'), revision)).rejects.toMatchObject({ code: 'stale_revision' })
  expect(await one.list()).toMatchObject([{ value: { note: 'second' } }])
  await one.forget('r-1')
  expect(await other.list()).toEqual([])
})

it('set a damaged record aside, and leave the others', async () => {
  const root = join(ORGANIZATION, newId())
  const documents = createStudioDocuments(db)(root)
  await documents.write(join(root, 'labels', 'broken.json'), 'not JSON')
  const labels = createRunLabels(join(root, 'labels'), { documents })
  await labels.set({ run_id: 'r-2', name: null, tags: ['day'], note: null }, null)
  expect(await labels.list()).toHaveLength(1)
  expect((await documents.names(join(root, 'labels'))).sort()).toEqual([
    expect.stringMatching(/^broken\.json\.broken-/),
    'r-2.json',
  ])
})

it('keep the uploads that they name, on whatever server', async () => {
  const [one] = servers((root, options) => createVersions(join(root, 'versions'), options))
  const upload = newId()
  await one.keep(version('With a video', `${UPLOAD_HANDLE_START}${ORGANIZATION}/${upload}/street.mp4`))
  expect([...(await createNamedUploads(db, '/nowhere')())]).toContain(upload)
})

const BATCH: Batch = { id: 'b-1', workflow_id: 'w-1', workflow_name: 'Gate', created_at: '2026-01-01', items: [] }

it('end with their organization', async () => {
  const id = newId()
  await db.insertInto('organizations').values({ id, name: 'Gone', slug: 'gone', created_at: '2026-01-01' }).execute()
  const root = join(id, newId())
  const batches = createBatches(join(root, 'batches'), { documents: createStudioDocuments(db)(root) })
  await batches.save(BATCH, null)
  expect(await batches.list()).toHaveLength(1)
  await db.deleteFrom('organizations').where('id', '=', id).execute()
  expect(await batches.list()).toEqual([])
})
