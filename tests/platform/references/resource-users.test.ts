import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ResourceUsers } from '../../../src/shared/api/resource-users.ts'
import { annotatingGraph, countingGraph, detectingGraph, MODEL } from '../support/graphs.ts'
import { type Harness, startHarness } from '../support/harness.ts'

let h: Harness
const users = async (path: string, key?: string) => h.api<ResourceUsers>('GET', `${path}/users`, key ? { key } : {})
const names = ({ workflows, runs }: ResourceUsers) => [workflows.map((w) => w.name), runs.map((r) => r.workflow_name)]

beforeEach(async () => {
  h = await startHarness()
})
afterEach(() => h.close())

describe('the users of a model', () => {
  it('are the workflows that name it and the runs that are queued or processing', async () => {
    expect(names((await users(`/models/${MODEL}`)).body)).toEqual([[], []])
    const { body: model } = await h.api<{ id: string }>('GET', `/models/${MODEL}`)
    const byName = await h.createWorkflow('Counts', countingGraph())
    const byId = detectingGraph()
    byId.nodes = byId.nodes.map((n) => (n.type === 'model' ? { ...n, config: { model_id: model.id } } : n))
    await h.createWorkflow('By its id', byId)
    const other = detectingGraph()
    other.nodes = other.nodes.map((n) => (n.type === 'model' ? { ...n, config: { model_id: 'another' } } : n))
    await h.createWorkflow('Another model', other)
    const run = await h.startRun(byName)
    await h.startRun(byName)
    expect(names((await users(`/models/${model.id}`)).body)).toEqual([
      ['By its id', 'Counts'],
      ['Counts', 'Counts'],
    ])
    await h.api('POST', `/workflow-runs/${run}/cancel`)
    expect((await users(`/models/${MODEL}`)).body.runs).toHaveLength(1)
  })

  it('are only listed for an existing model', async () => {
    expect((await users('/models/nothing')).status).toBe(404)
    expect(names((await users(`/models/${MODEL}`, h.foreignKey)).body)).toEqual([[], []])
  })
})

it('the users of a data set are the workflows that read it or fill it', async () => {
  await h.api('POST', '/datasets/', { body: { name: 'Streets', annotation_types: ['bbox'] } })
  await h.createWorkflow('Fills it', annotatingGraph('Streets'))
  await h.createWorkflow('Reads it', detectingGraph({ kind: 'dataset', dataset_project_id: 'Streets' }))
  expect(names((await users('/datasets/Streets')).body)).toEqual([['Fills it', 'Reads it'], []])
  expect((await users('/datasets/nothing')).status).toBe(404)
})
