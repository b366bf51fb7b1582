/** Evaluations of a server that is closed and started again. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ModelEvaluation } from '../../../../src/shared/api/model-evaluations.ts'
import { eventually } from '../../../setup/eventually.ts'
import { makeResources, startHarness } from '../../support/harness.ts'
import { createPredictingEngine, detection, evaluate, marked, prepare, read } from './evaluating.ts'

let dataDir: string
let resourcesDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-evaluation-'))
  resourcesDir = makeResources()
})
afterEach(() => {
  for (const dir of [dataDir, resourcesDir]) rmSync(dir, { recursive: true, force: true })
})

const NAMES = Array.from({ length: 24 }, (_, i) => `${i}.jpg`)

function detectingEngine() {
  const engine = createPredictingEngine()
  for (const name of NAMES) engine.detections.set(name, [detection('car', [10, 10, 20, 20])])
  return engine
}

it('continues with the images that have no result yet', async () => {
  const [engine, later] = [detectingEngine(), detectingEngine()]
  const before = await startHarness({ dataDir, resourcesDir, engine })
  const key = before.keys.owner
  const set = await prepare(before, Object.fromEntries(NAMES.map((name) => [name, [marked('car', [10, 10, 20, 20])]])))
  engine.holds = true
  const { id } = (await evaluate(before, set)).body
  while ((await read(before, id)).evaluated_images === 0) {
    await eventually(async () => engine.held > 0 || (await read(before, id)).evaluated_images > 0)
    engine.release(1)
  }
  await before.close()
  expect(before.logged).toEqual([])
  expect(engine.open.size).toBe(0)

  const after = await startHarness({ dataDir, resourcesDir, engine: later })
  const get = async () => (await after.api<ModelEvaluation>('GET', `/model-evaluations/${id}`, { key })).body
  await eventually(async () => (await get()).status === 'completed')
  expect(await get()).toMatchObject({ evaluated_images: 24, overall_metrics: { tp: 24, fp: 0, fn: 0 } })
  // Each image once, apart from those whose results were not stored before the close.
  expect(later.predicted.length).toBeGreaterThan(0)
  expect(later.predicted.length).toBeLessThan(24)
  expect(new Set([...engine.predicted, ...later.predicted]).size).toBe(24)
  await after.close()
  expect(after.logged).toEqual([])
})
