/** Runs that read exports. */
import { readFileSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import type { Dataset } from '../../../../src/shared/api/datasets.ts'
import type { DatasetExport } from '../../../../src/shared/api/exports.ts'
import type { WorkflowWithValidation } from '../../../../src/shared/api/workflows.ts'
import type { Graph } from '../../../../src/shared/graph/graph.ts'
import { eventually } from '../../../setup/eventually.ts'
import { detectingGraph } from '../../support/graphs.ts'
import type { Harness } from '../../support/harness.ts'
import { joinPlatform } from '../../support/shared-platform.ts'
import { addImage, bytesOf, exported } from './support.ts'

let h: Harness
beforeAll(async () => {
  h = await joinPlatform()
})

let made = 0
const create = async () => (await h.api<Dataset>('POST', '/datasets/', { body: { name: `Set ${++made}` } })).body
const reading = (export_id?: string) => detectingGraph({ kind: 'export', ...(export_id && { export_id }) })
const saved = (graph: Graph) => h.createWorkflow(`Workflow ${++made}`, graph)
async function issuesOf(graph: Graph): Promise<string[]> {
  const { body } = await h.api<WorkflowWithValidation>('GET', `/workflows/${await saved(graph)}`)
  return body.validation.filter((i) => i.severity === 'error').map(({ code, field }) => `${code} ${field}`)
}

it('reads the images of an export in the natural order of their paths, after its data set was deleted', async () => {
  const dataset = await create()
  for (const name of ['10.jpg', '9.jpg']) await addImage(h, dataset, name, { directory_path: '/day', bytes: name })
  const done = await exported(h, dataset)
  await h.api('DELETE', `/datasets/${dataset.id}`)
  expect(await issuesOf(reading(done.id))).toEqual([])
  const index = h.engine.runs.length
  const id = await h.startRun(await saved(reading(done.id)))
  const { job, finish } = await h.engine.run(index)
  expect(job.source).toMatchObject({ kind: 'export', name: done.name, uri: null, path: '' })
  expect(job.source.images?.map(({ name }) => name)).toEqual(['day/9.jpg', 'day/10.jpg'])
  expect(job.source.images?.map(({ id }) => id)).toEqual([null, null])
  expect(job.source.images?.map(({ path }) => readFileSync(path, 'utf8'))).toEqual([
    bytesOf('9.jpg'),
    bytesOf('10.jpg'),
  ])
  finish()
  await eventually(async () => (await h.getRun(id)).status === 'completed')
  expect((await h.getRun(id)).source).toEqual({ kind: 'export', name: done.name, uri: null })
})

it('names the images that are still in their data set', async () => {
  const dataset = await create()
  const image = await addImage(h, dataset, 'a.jpg')
  const done = await exported(h, dataset)
  const index = h.engine.runs.length
  await h.startRun(await saved(reading(done.id)))
  const { job, finish } = await h.engine.run(index)
  expect(job.source.images?.map(({ id }) => id)).toEqual([image.id])
  finish()
})

it('reports an export that is not chosen, missing, empty, another organization’s or not completed', async () => {
  const dataset = await create()
  const empty = await exported(h, dataset)
  expect(await issuesOf(reading())).toEqual(['source.not_set /export_id'])
  expect(await issuesOf(reading('nobody'))).toEqual(['source.unavailable /export_id'])
  expect(await issuesOf(reading(empty.id))).toEqual(['resource.source_empty /export_id'])
  await addImage(h, dataset, 'a.jpg')
  const done = await exported(h, dataset)
  const foreign = { key: h.foreignKey, body: { name: 'Theirs', graph: reading(done.id) } }
  const theirs = await h.api<WorkflowWithValidation>('POST', '/workflows/', foreign)
  const { body } = await h.api<WorkflowWithValidation>('GET', `/workflows/${theirs.body.id}`, { key: h.foreignKey })
  expect(body.validation.map(({ code }) => code)).toContain('source.unavailable')
  const { body: live } = await h.api<DatasetExport>('POST', '/exports', { body: { dataset: dataset.id } })
  await h.api('POST', `/exports/${live.id}/cancel`)
  expect(await issuesOf(reading(live.id))).toEqual(['source.unavailable /export_id'])
  const refused = await h.fail('POST', `/workflows/${await saved(reading(live.id))}/run`)
  expect([refused.status, refused.error.code]).toEqual([400, 'graph_not_runnable'])
})

it('fails a waiting run whose export is deleted meanwhile, with a sentence', async () => {
  const dataset = await create()
  await addImage(h, dataset, 'a.jpg')
  const done = await exported(h, dataset)
  const index = h.engine.runs.length
  await h.startRun(await saved(reading(done.id)))
  const first = await h.engine.run(index)
  const waiting = await h.startRun(await saved(reading(done.id)))
  expect((await h.api('DELETE', `/exports/${done.id}`)).status).toBe(204)
  first.finish()
  await eventually(async () => (await h.getRun(waiting)).status === 'error')
  expect((await h.getRun(waiting)).error).toMatchObject({ code: 'source_missing', node_id: 'src' })
})
