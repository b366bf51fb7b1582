/** Batches cost what they were quoted for, and a batch that ends early what it has processed. */

import { cpSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { price } from '../../../../src/platform/accounts/credits/prices.ts'
import { passesOf, tileCount } from '../../../../src/platform/labelling/auto-annotation/batch-passes.ts'
import type { LedgerList } from '../../../../src/shared/api/usage.ts'
import { tilesAndWhole, USUAL_OVERLAP } from '../../../../src/shared/domain/tiles.ts'
import { SAM3_FIXTURE } from '../../../engine/support/sam3.ts'
import { eventually } from '../../../setup/eventually.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { ALLOWANCE, BOOK, createDesk, createGate, type Gate } from './batch-desk.ts'

let h: Harness
let gate: Gate
let desk: ReturnType<typeof createDesk>
let dataset: string
const dataset_name = 'Street'
beforeEach(async () => {
  gate = createGate()
  h = await startHarness({ engine: gate.engine })
  desk = createDesk(h)
  dataset = await desk.dataset()
})
afterEach(() => h.close())

const cost = (passes: number) => price('annotation_batch', { passes }, BOOK)

it('charges for a model what the quote said, one pass for each image', async () => {
  const image_filenames = await desk.images(dataset, 4)
  await desk.setPlan('free')
  const model_id = await desk.modelOf()
  const body = { dataset_name, image_filenames, model_id, classes: [{ name: 'car' }, { name: 'truck' }] }
  const { body: quote } = await desk.quote(body)
  expect(quote).toEqual({
    total_images: 4,
    estimated_credits: cost(4),
    sahi_tiles: 0,
    containers: 1,
    remaining_credits: ALLOWANCE,
    sufficient: true,
    max_images: 5000,
    exceeds_max_images: false,
  })
  const { body: batch } = await desk.create(body)
  expect(batch.estimated_credits).toBe(quote.estimated_credits)
  expect(await desk.credits()).toBe(ALLOWANCE - cost(4))
  gate.admit(4)
  await desk.over(batch.job_id)
  expect(await desk.credits()).toBe(ALLOWANCE - cost(4))
  const { body: ledger } = await h.api<LedgerList>('GET', '/organizations/ledger')
  expect(ledger.data[0]).toMatchObject({ kind: 'annotation_batch', state: 'charged', measure: { passes: 4 } })
})

it('charges for SAM 3 what the quote said: each class on each image and each of its tiles', async () => {
  cpSync(SAM3_FIXTURE, join(h.dataDir, 'models/sam3'), { recursive: true })
  const image_filenames = await desk.images(dataset, 2)
  await desk.setPlan('free')
  const classes = [{ name: 'car' }, { name: 'tram' }]
  const body = { dataset_name, image_filenames, classes, sahi_enabled: true, sahi_slice_size: 640 }
  const { body: quote } = await desk.quote(body)
  // 1280 x 720 has 3 x 2 tiles of 640.
  expect(quote).toMatchObject({ sahi_tiles: 2 * 6, estimated_credits: cost(2 * 7 * 2) })
  const { body: batch } = await desk.create(body)
  await desk.over(batch.job_id)
  expect(await desk.credits()).toBe(ALLOWANCE - quote.estimated_credits)
})

it('charges a cancelled batch for the images that it has processed, and its retry for the others', async () => {
  const image_filenames = await desk.images(dataset, 5)
  await desk.setPlan('free')
  const { body: batch } = await desk.create({ dataset_name, image_filenames, model_id: await desk.modelOf() })
  gate.admit(2)
  await eventually(async () => (await desk.status(batch.job_id)).processed_images === 2)
  await desk.cancel(batch.job_id)
  expect(await desk.credits()).toBe(ALLOWANCE - cost(2))
  await eventually(async () => (await h.api('POST', `/jobs/${batch.job_id}/retry`)).status === 200)
  expect(await desk.credits()).toBe(ALLOWANCE - cost(5))
  gate.admit(5)
  expect(await desk.over(batch.job_id)).toMatchObject({ status: 'completed', processed_images: 5 })
  expect(await desk.credits()).toBe(ALLOWANCE - cost(5))
})

it('refuses a batch that the credits do not suffice for, and stores nothing of it', async () => {
  const image_filenames = await desk.images(dataset, 2)
  await desk.setPlan('free')
  const body = { dataset_name, image_filenames, model_id: await desk.modelOf() }
  const first = await desk.create(body)
  await desk.cancel(first.body.job_id)
  const db = await openPlatformDatabase(h.dataDir)
  await db.updateTable('accounts').set({ balance: 10 }).where('kind', '=', 'available').execute()
  expect((await desk.quote(body)).body).toMatchObject({ sufficient: false, remaining_credits: 10 })
  const { status, body: refused } = await desk.create(body)
  expect([status, refused.error.code]).toEqual([402, 'insufficient_credits'])
  expect(await db.selectFrom('annotation_batches').select('id').execute()).toHaveLength(1)
  await db.destroy()
})

it('prices images that do not exist yet, also more than a batch has', async () => {
  await desk.setPlan('free')
  const projected = [{ count: 6000, width: 640, height: 480 }]
  const { body } = await desk.quote({ projected, classes: [{ name: 'car' }] })
  expect(body).toMatchObject({ total_images: 6000, estimated_credits: cost(6000), exceeds_max_images: true })
  const nameless = await desk.quote({ image_filenames: ['0.jpg'] })
  expect(nameless).toMatchObject({ status: 422, body: { error: { details: [{ field: '/dataset_name' }] } } })
})

it('counts as many passes as the engine runs over regions of an image', () => {
  const side = fc.integer({ min: 1, max: 5000 })
  fc.assert(
    fc.property(
      side,
      side,
      fc.integer({ min: 64, max: 4096 }),
      fc.integer({ min: 1, max: 9 }),
      (width, height, tileSize, searchedClasses) => {
        const regions = tilesAndWhole(
          { x1: 0, y1: 0, x2: width, y2: height },
          { size: tileSize, overlap: USUAL_OVERLAP },
        )
        const settings = { searchedClasses, tileSize }
        expect(passesOf({ width, height }, settings)).toBe(regions.length * searchedClasses)
        expect(tileCount({ width, height }, settings)).toBe(regions.length === 1 ? 0 : regions.length - 1)
      },
    ),
  )
})
