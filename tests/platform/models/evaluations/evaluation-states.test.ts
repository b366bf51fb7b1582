/** The states of evaluations: the first end counts, whatever calls and events come in which order. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Job } from '../../../../src/shared/api/jobs.ts'
import type { EVALUATION_STATUSES } from '../../../../src/shared/api/model-evaluations.ts'
import { eventually } from '../../../setup/eventually.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import {
  createPredictingEngine,
  detection,
  type EvaluatedSet,
  ended,
  evaluate,
  marked,
  type PredictingEngine,
  prepare,
  read,
} from './evaluating.ts'

type Status = (typeof EVALUATION_STATUSES)[number]

let h: Harness
let engine: PredictingEngine
let set: EvaluatedSet
beforeAll(async () => {
  engine = createPredictingEngine()
  h = await startHarness({ engine })
  set = await prepare(
    h,
    Object.fromEntries(['1', '2', '3'].map((n) => [`${n}.jpg`, [marked('car', [10, 10, 20, 20])]])),
  )
  for (const n of ['1', '2', '3']) engine.detections.set(`${n}.jpg`, [detection('car', [10, 10, 20, 20])])
})
afterAll(async () => {
  await h.close()
  expect(h.logged).toEqual([])
})

const isOver = (status: Status) => ['completed', 'failed', 'cancelled'].includes(status)
const cancel = (id: string) => h.api<{ status: Status }>('POST', `/model-evaluations/${id}/cancel`)

it('cancels a pending and a running evaluation, and then refuses to cancel it', async () => {
  engine.holds = true
  const [first, second] = [(await evaluate(h, set)).body.id, (await evaluate(h, set)).body.id]
  await eventually(() => engine.held === 3)
  expect((await read(h, second)).status).toBe('pending')
  for (const id of [second, first]) {
    expect(await cancel(id)).toMatchObject({ status: 200, body: { id, status: 'cancelled' } })
    expect(await h.fail('POST', `/model-evaluations/${id}/cancel`)).toMatchObject({
      status: 409,
      error: { code: 'wrong_state', text: { code: 'evaluation.has_ended' } },
    })
    expect(await read(h, id)).toMatchObject({ status: 'cancelled', overall_metrics: null })
  }
  const third = (await evaluate(h, set)).body.id
  // Through the list of jobs as well.
  expect((await h.api<Job>('POST', `/jobs/${third}/cancel`)).status).toBe(200)
  expect((await read(h, third)).status).toBe('cancelled')
  await eventually(() => engine.open.size === 0)
  engine.release(engine.held)
  expect(await h.fail('POST', `/model-evaluations/${first}/cancel`, { key: h.foreignKey })).toMatchObject({
    status: 404,
  })
})

/** A step: a call of a user, or an event of the model. */
const step = fc.constantFrom('cancel', 'cancel twice', 'cancel job', 'predict', 'predict all', 'lose process', 'read')

it('keeps its first end through any sequence of calls and events', { timeout: 120_000 }, async () => {
  const holds = fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
    engine.holds = true
    engine.release(engine.held)
    const { id } = (await evaluate(h, set)).body
    let end: Status | null = null
    for (const one of [...steps, 'predict all', 'end'] as const) {
      if (one.startsWith('cancel')) {
        const calls = Array.from({ length: one === 'cancel twice' ? 3 : 1 }, () =>
          one === 'cancel job' ? h.api('POST', `/jobs/${id}/cancel`) : cancel(id),
        )
        const statuses = (await Promise.all(calls)).map(({ status }) => status)
        const { status } = await read(h, id)
        expect(isOver(status)).toBe(true)
        // One call ends it, unless it has ended already or ends meanwhile.
        if (end !== null) expect(statuses.every((each) => each === 409 || one === 'cancel job')).toBe(true)
        else if (one !== 'cancel job')
          expect(statuses.filter((each) => each === 200).length).toBe(status === 'cancelled' ? 1 : 0)
      } else if (one === 'predict') engine.release(1)
      else if (one === 'predict all') {
        engine.holds = false
        engine.release(engine.held)
      } else if (one === 'lose process') for (const server of engine.open) server.close()
      else if (one === 'end') await ended(h, id)
      const { status, progress, evaluated_images, failed_images } = await read(h, id)
      if (end !== null) expect(status).toBe(end)
      if (isOver(status)) end = status
      expect(evaluated_images + failed_images).toBeLessThanOrEqual(3)
      expect(progress >= 0 && progress <= 100).toBe(true)
    }
    const last = await read(h, id)
    expect(last.overall_metrics !== null).toBe(last.status === 'completed')
    if (last.status === 'completed') expect(last.overall_metrics?.tp).toBe(last.evaluated_images)
    await eventually(() => engine.open.size === 0)
  })
  await fc.assert(holds, { numRuns: 25 })
})
