/** Uploads that records of the Studio name are in use. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createNamedUploads } from '../../../../src/platform/datasets/storage/upload-references.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { batchOf, callsAt, createPeople, type Name, type Person, sourceGraph } from './studio-desk.ts'

let h: Harness
let people: Record<Name, Person>
beforeAll(async () => {
  h = await startHarness()
  people = await createPeople(h)
})
afterAll(() => h.close())

/** Ids of the uploads in use. */
async function inUse(): Promise<Set<string>> {
  const db = await openPlatformDatabase(h.dataDir)
  try {
    return await createNamedUploads(db)()
  } finally {
    await db.destroy()
  }
}

const idOf = (uri: string) => new URL(uri).pathname.split('/').at(-2) as string

it('an upload that a version names is in use until the version is deleted', async () => {
  const uri = await h.upload('street.mp4', 'video of a version')
  const workflow = await h.createWorkflow('With a version')
  const versions = callsAt<{ id: string }>(h, `/studio/workflows/${workflow}/versions`, people.ada.key)
  const { id } = (await versions.create({ kind: 'named', note: 'A', graph: sourceGraph(uri), layout: null })).body
  expect(await inUse()).toContain(idOf(uri))
  await versions.delete(id)
  expect(await inUse()).not.toContain(idOf(uri))
})

it('an upload that a batch names is in use until the batch is deleted', async () => {
  const uri = await h.upload('street.mp4', 'video of a batch')
  const source = { uri, name: 'street.mp4', kind: 'video' as const, size_bytes: 16, duration_seconds: 1 }
  const batches = callsAt(h, '/studio/batches', people.ada.key)
  const { id } = (await batches.create(batchOf({ items: [{ id: 'i-1', source, run_id: null, problem: null }] }))).body
  expect(await inUse()).toContain(idOf(uri))
  await batches.delete(id)
  expect(await inUse()).not.toContain(idOf(uri))
})
