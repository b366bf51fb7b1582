import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { WorkflowWithValidation } from '../../../src/shared/api/workflows.ts'
import { SAM3_FILES, SAM3_FOLDER } from '../../../src/shared/domain/installed-models.ts'
import { detectingGraph } from '../support/graphs.ts'
import { type Harness, startHarness } from '../support/harness.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(() => h.close())
// Each test begins without SAM 3.
beforeEach(() => rmSync(folder(), { recursive: true, force: true }))

const graph = () => {
  const base = detectingGraph()
  const config = { model_kind: 'sam3', prompt_classes: [{ name: 'red bus', output_type: 'polygon' }] }
  return { ...base, nodes: base.nodes.map((n) => (n.id === 'det' ? { ...n, config } : n)) }
}
const folder = () => join(h.dataDir, SAM3_FOLDER)
const write = (name: string, content = name) => {
  mkdirSync(folder(), { recursive: true })
  writeFileSync(join(folder(), name), content)
}
const validation = async (id: string) =>
  (await h.api<WorkflowWithValidation>('GET', `/workflows/${id}`)).body.validation

/** The job that the engine receives, ended at once. */
async function started(workflow: string) {
  const before = h.engine.runs.length
  await h.startRun(workflow)
  const run = await h.engine.run(before)
  run.finish()
  return run.job
}

it('a workflow with SAM 3 can run once all its files are installed, and not before', async () => {
  const id = await h.createWorkflow('Buses', graph())
  const missing = [
    expect.objectContaining({
      code: 'resource.sam3_not_installed',
      severity: 'error',
      node_id: 'det',
      field: '/model_kind',
      message: expect.stringContaining('sightline models install-sam3'),
    }),
  ]
  expect(await validation(id)).toEqual(missing)
  for (const file of Object.values(SAM3_FILES).slice(1)) write(file)
  expect(await validation(id)).toEqual(missing)
  write(SAM3_FILES.vision)
  expect(await validation(id)).toEqual([])

  const { models } = await started(id)
  expect(models.det).toEqual({ path: folder(), name: 'sam3', sha256: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

it('the digest in results changes with any file of SAM 3, including weights beside a network', async () => {
  for (const file of Object.values(SAM3_FILES)) write(file)
  const id = await h.createWorkflow('Buses again', graph())
  const digest = async () => (await started(id)).models.det?.sha256
  const first = await digest()
  expect(await digest()).toBe(first)
  write('vision-encoder.onnx.data', 'weights')
  const withWeights = await digest()
  expect(withWeights).not.toBe(first)
  write('vision-encoder.onnx.data', 'WEIGHTS')
  utimesSync(join(folder(), 'vision-encoder.onnx.data'), 1, 1)
  expect(await digest()).not.toBe(withWeights)
  write('notes.txt', 'no part of it')
  rmSync(join(folder(), 'vision-encoder.onnx.data'))
  utimesSync(join(folder(), SAM3_FILES.text), 2, 2)
  expect(await digest()).toBe(first)
})
