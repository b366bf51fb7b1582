import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ModelUsers, ResourceUsers } from '../../../../src/shared/api/resource-users.ts'
import { eventually } from '../../../setup/eventually.ts'
import { createPredictingEngine, ended, evaluate, prepare } from '../../models/evaluations/evaluating.ts'
import { annotatingGraph, countingGraph, detectingGraph, MODEL } from '../../support/graphs.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

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

  it('are also the evaluations of it that are pending or running; without it, the one that has not begun fails', async () => {
    const engine = createPredictingEngine()
    const own = await startHarness({ engine })
    const [set, other] = [await prepare(own, { '1.jpg': [] }), await prepare(own, { '1.jpg': [] })]
    const evaluations = async (key = own.keys.viewer) =>
      (await own.api<ModelUsers>('GET', `/models/${set.model_id}/users`, { key })).body.evaluations
    expect(await evaluations()).toEqual([])
    engine.holds = true
    const [running, pending] = [(await evaluate(own, set)).body, (await evaluate(own, set)).body]
    const cancelled = (await evaluate(own, set)).body
    await evaluate(own, other)
    await own.api('POST', `/model-evaluations/${cancelled.id}/cancel`)
    await eventually(() => engine.held === 1)
    const { body: made } = await own.api<{ name: string }>('GET', `/exports/${set.export_id}`)
    const users = [running, pending].map(({ id }) => ({ id, export_name: made.name }))
    expect(await evaluations()).toEqual(users)
    expect((await own.api('DELETE', `/models/${set.model_id}`)).status).toBe(204)
    engine.holds = false
    engine.release(engine.held)
    expect(await ended(own, running.id)).toMatchObject({ status: 'completed' })
    expect(await ended(own, pending.id)).toMatchObject({ status: 'failed', text: { code: 'model.deleted' } })
    await own.close()
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
