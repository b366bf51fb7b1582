/** A read of a workflow shows every change of it, and of what it names, although most of it is kept between reads. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import type { Model } from '../../../src/shared/api/models.ts'
import type { Workflow, WorkflowWithValidation } from '../../../src/shared/api/workflows.ts'
import type { Graph } from '../../../src/shared/graph/graph.ts'
import { openPlatformDatabase } from '../support/databases.ts'
import { countingGraph, detectingGraph } from '../support/graphs.ts'
import type { Harness } from '../support/harness.ts'
import { joinPlatform } from '../support/shared-platform.ts'
import { isInBucket } from '../support/stores.ts'

let h: Harness
beforeAll(async () => {
  h = await joinPlatform()
})

const read = async (id: string) => (await h.api<WorkflowWithValidation>('GET', `/workflows/${id}`)).body
const codes = async (id: string) => (await read(id)).validation.map((issue) => issue.code)
const change = (id: string, body: object) => h.api<Workflow>('PATCH', `/workflows/${id}`, { body })
const importModel = async (name: string, content: string) => {
  const body = { gcs_uri: await h.upload('net.onnx', content), name }
  return (await h.api<Model>('POST', '/models/import', { body })).body
}

/** The graph with a model of this name, and a filter that keeps cars, before its sink. */
function keepingCars(model_id: string): Graph {
  const graph = detectingGraph()
  const nodes = graph.nodes.map((n) => (n.id === 'det' ? { ...n, config: { model_id } } : n))
  return {
    ...graph,
    nodes: [...nodes, { id: 'f', type: 'filter', config: { keep_classes: ['car'] } }],
    edges: [
      { source: 'src', target: 'det' },
      { source: 'det', target: 'f' },
      { source: 'f', target: 'out' },
    ],
  }
}

it('shows a model that is imported, renamed, changed and deleted', async () => {
  const id = await h.createWorkflow('Models', keepingCars('mine'))
  expect(await codes(id)).toEqual(['resource.model_missing'])
  const { id: model } = await importModel('mine', 'MODEL car truck')
  expect(await codes(id)).toEqual([])
  await h.api('PATCH', `/models/${model}`, { body: { name: 'other' } })
  expect(await codes(id)).toEqual(['resource.model_missing'])
  await h.api('PATCH', `/models/${model}`, { body: { name: 'mine' } })
  expect(await codes(id)).toEqual([])

  const db = await openPlatformDatabase(h.dataDir)
  const set = (fields: object) => db.updateTable('models').set(fields).where('id', '=', model).execute()
  await set({ class_mapping: '{"0":"zebra"}' })
  expect(await codes(id)).toEqual(['lint.filter_drops_all'])
  await set({ class_mapping: '{"0":"car"}', training_config: '{"suits":["sightline://demo/other.mp4"]}' })
  expect(await codes(id)).toEqual(['lint.model_unsuited'])
  await set({ training_config: null, status: 'training' })
  expect(await codes(id)).toEqual(['resource.model_not_ready'])
  await db.destroy()

  await h.api('DELETE', `/models/${model}`)
  expect(await codes(id)).toEqual(['resource.model_missing'])
})

it('shows a data set that is created and deleted', async () => {
  const id = await h.createWorkflow('Data set', countingGraph({ kind: 'dataset', dataset_project_id: 'crossing' }))
  expect(await codes(id)).toContain('resource.dataset_missing')
  await h.api('POST', '/datasets/', { body: { name: 'crossing', annotation_types: ['bbox'] } })
  expect(await codes(id)).toContain('resource.dataset_empty')
  await h.api('DELETE', '/datasets/crossing')
  expect(await codes(id)).toContain('resource.dataset_missing')
})

it.skipIf(isInBucket)('shows a stored file that has been removed', async () => {
  const id = await h.createWorkflow('File', detectingGraph({ kind: 'video', gcs_uri: await h.upload('a.mp4', 'ONE') }))
  expect(await codes(id)).toEqual(['lint.model_unsuited'])
  const blobs = join(h.dataDir, 'blobs')
  for (const name of readdirSync(blobs)) rmSync(join(blobs, name), { recursive: true, force: true })
  expect(await codes(id)).toEqual(['lint.model_unsuited', 'resource.source_missing'])
})

it('shows every change of the graph and of its switches, and returns to an earlier state', async () => {
  const id = await h.createWorkflow('Changes', countingGraph())
  const layout = { nodes: {}, switches: { csv: 'muted' } }
  expect(await codes(id)).toEqual([])
  await change(id, { layout })
  const muted = await read(id)
  expect(muted.layout).toEqual(layout)
  expect(muted.graph).toEqual(countingGraph())
  expect(muted.validation).not.toEqual([])
  await change(id, { layout: null })
  expect(await codes(id)).toEqual([])
  await change(id, { graph: keepingCars('nobody') })
  expect(await codes(id)).toEqual(['resource.model_missing'])
  await change(id, { graph: countingGraph() })
  expect(await codes(id)).toEqual([])
})
