/** The states of a batch under random sequences of calls, compared with a model of them. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BatchJob } from '../../../../src/shared/api/auto-annotate.ts'
import type { Job } from '../../../../src/shared/api/jobs.ts'
import { eventually } from '../../../setup/eventually.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { createDesk, createGate } from './batch-desk.ts'

const IMAGES = 3
const gate = createGate()
let h: Harness
let desk: ReturnType<typeof createDesk>
let images: string[]
let model_id: string
beforeAll(async () => {
  h = await startHarness({ engine: gate.engine })
  desk = createDesk(h)
  images = await desk.images(await desk.dataset(), IMAGES)
  model_id = await desk.modelOf()
})
afterAll(() => h.close())

const calls = fc.array(fc.constantFrom('process', 'cancel', 'retry', 'read') as fc.Arbitrary<Call>, { maxLength: 8 })
type Call = 'process' | 'cancel' | 'retry' | 'read'

interface Model {
  isLive: boolean
  isCancelled: boolean
  processed: number
}

async function call(id: string, what: Call, model: Model): Promise<void> {
  if (what === 'process' && model.isLive) {
    gate.admit(1)
    model.processed++
    await eventually(async () => (await desk.status(id)).processed_images === model.processed)
    if (model.processed === IMAGES) {
      await desk.over(id)
      model.isLive = false
    }
  }
  if (what === 'cancel') {
    const { status } = await desk.cancel(id)
    expect(status).toBe(model.isLive ? 200 : 409)
    if (model.isLive) Object.assign(model, { isLive: false, isCancelled: true })
    // The job ends once its process has noticed the cancellation.
    await eventually(async () => !['queued', 'running'].includes((await h.api<Job>('GET', `/jobs/${id}`)).body.state))
  }
  if (what === 'retry') {
    const { status } = await h.api('POST', `/jobs/${id}/retry`)
    expect(status).toBe(model.isCancelled ? 200 : 409)
    if (model.isCancelled) Object.assign(model, { isLive: true, isCancelled: false })
  }
}

const statusesOf = ({ isLive, isCancelled }: Model): BatchJob['status'][] =>
  isLive ? ['pending', 'running'] : [isCancelled ? 'cancelled' : 'completed']

it('has the state that its calls lead to, and counts each image once', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(calls, async (sequence) => {
      const { body } = await desk.create({ dataset_name: 'Street', image_filenames: images, model_id })
      const model: Model = { isLive: true, isCancelled: false, processed: 0 }
      for (const what of sequence) {
        await call(body.job_id, what, model)
        const batch = await desk.status(body.job_id)
        expect(statusesOf(model)).toContain(batch.status)
        expect(batch).toMatchObject({ processed_images: model.processed, failed_images: 0, total_images: IMAGES })
        expect(batch.completed_at === null).toBe(model.isLive)
      }
      if (model.isLive) await call(body.job_id, 'cancel', model)
    }),
    { numRuns: 12 },
  )
})
