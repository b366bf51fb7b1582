/** The warnings of exports about what they change and leave out in every format. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Dataset } from '../../../../src/shared/api/datasets.ts'
import type { ExportPlan } from '../../../../src/shared/api/exports.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { addImage, archiveOf, exported } from './support.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

const BOX = { name: 'car', type: 'bbox', bounding_box: { x: 1, y: 2, w: 30, h: 40 } }

it('names what waits for a review, changed names and lost splits, alike in the plan and in the archive', async () => {
  const classes = [{ name: 'car' }]
  const dataset = (await h.api<Dataset>('POST', '/datasets/', { body: { name: 'Street', classes } })).body
  const first = await addImage(h, dataset, 'con.jpg', { annotations: [BOX, { ...BOX, review: 'pending' }], bytes: '1' })
  await addImage(h, dataset, 'b.jpg', { annotations: [{ ...BOX, review: 'pending' }], bytes: '2' })
  const assign = { dataset: dataset.id, image_ids: [first.id], split: 'test' }
  await h.api('POST', '/batch/images/split', { body: assign })
  const choice = { format: 'label_studio', splits: 'image_splits' }
  const { body: plan } = await h.api<ExportPlan>('POST', '/exports/plan', { body: { dataset: dataset.id, ...choice } })
  const summary = plan.rules.map(({ code, count, examples }) => [code, count, examples.map(({ file }) => file)])
  expect(summary).toEqual([
    ['export.lost_pending', 2, ['b.jpg', '_con.jpg']],
    ['export.renamed_files', 1, ['_con.jpg']],
    ['export.lost_splits', 2, ['b.jpg', '_con.jpg']],
  ])
  expect(plan.rules[0]?.examples.every(({ annotation_id }) => annotation_id !== null)).toBe(true)
  const made = await exported(h, dataset, choice)
  expect(made.warnings).toEqual(plan.rules.map(({ message }) => message))
  const losses = (await archiveOf(h, made)).get('losses.json')
  expect(JSON.parse(String(losses))).toEqual({ format: 'label_studio', rules: plan.rules })
  const all = { dataset: dataset.id, ...choice, include_pending: true }
  const { body: whole } = await h.api<ExportPlan>('POST', '/exports/plan', { body: all })
  expect(whole.rules.map(({ code }) => code)).not.toContain('export.lost_pending')
})
