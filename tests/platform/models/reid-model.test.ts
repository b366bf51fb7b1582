import { beforeAll, expect, it } from 'vitest'
import type { Workflow, WorkflowWithValidation } from '../../../src/shared/api/workflows.ts'
import { countingGraph, MODEL } from '../support/graphs.ts'
import type { Harness } from '../support/harness.ts'
import { joinPlatform } from '../support/shared-platform.ts'

let h: Harness
beforeAll(async () => {
  h = await joinPlatform()
})

const issuesOf = async (track: object) => {
  const base = countingGraph()
  const graph = { ...base, nodes: base.nodes.map((n) => (n.id === 'trk' ? { ...n, config: track } : n)) }
  const { id } = (await h.api<Workflow>('POST', '/workflows/', { body: { name: 'Checked', graph } })).body
  return (await h.api<WorkflowWithValidation>('GET', `/workflows/${id}`)).body.validation
}

it('a track block’s appearance model must exist when it is used', async () => {
  expect(await issuesOf({ tracker: 'botsort', reid_model_id: MODEL })).toEqual([])
  expect(await issuesOf({ tracker: 'botsort', reid_model_id: 'nobody' })).toMatchObject([
    { code: 'resource.model_missing', node_id: 'trk', field: '/reid_model_id' },
  ])
  expect(await issuesOf({ tracker: 'bytetrack', reid_model_id: 'nobody' })).toEqual([])
})
