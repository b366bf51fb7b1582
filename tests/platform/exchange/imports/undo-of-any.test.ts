/** Undo and merge of imports, over all formats that exports write. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Dataset } from '../../../../src/shared/api/datasets.ts'
import { EXPORT_FORMATS, type ExportFormat } from '../../../../src/shared/api/exports.ts'
import { type DatasetImport, IMPORT_MODES } from '../../../../src/shared/api/imports.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { addImage, download, exported } from '../exports/support.ts'
import { CLASSES, annotations as randomAnnotations } from './random-labels.ts'
import { annotationsOf, confirmed, ended, planned, undone } from './support.ts'
import { wholeState } from './whole-state.ts'

let h: Harness
let made = 0
beforeAll(async () => {
  h = await startHarness()
})
afterAll(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

async function makeDataset(classes = CLASSES): Promise<Dataset> {
  const annotation_types = ['bbox', 'polygon', 'polyline', 'keypoint']
  const body = { name: `Set ${++made}`, annotation_types, classes: classes.map((name) => ({ name })) }
  return (await h.api<Dataset>('POST', '/datasets/', { body })).body
}

/** A data set with two images, its archive, and another data set that has one of the images with other annotations. */
async function scene(format: ExportFormat, [first, second, others]: readonly (readonly object[])[]) {
  const from = await makeDataset()
  await addImage(h, from, 'a.jpg', { directory_path: 'day/one', annotations: first ?? [], bytes: `${made} a` })
  await addImage(h, from, 'b.jpg', { annotations: second ?? [], bytes: `${made} b` })
  const archive = await download(h, await exported(h, from, { format, include_pending: true }))
  const to = await makeDataset(CLASSES.slice(0, 1))
  await addImage(h, to, 'a.jpg', { directory_path: 'day/one', annotations: others ?? [], bytes: `${made - 1} a` })
  return { from, to, archive }
}

/** Answers what the files of a format leave open. */
const answersTo = ({ plan }: DatasetImport) => (plan?.needs_box_base ? { box_base: 1 } : {})

/** Confirms it, and cancels it after some calls, unless it has ended by then. */
async function cancelled(plan: DatasetImport, calls: number): Promise<DatasetImport> {
  await h.api('POST', `/imports/${plan.id}/confirm`, { body: answersTo(plan) })
  for (let i = 0; i < calls; i++) await h.api('GET', `/imports/${plan.id}`)
  await h.api('POST', `/imports/${plan.id}/cancel`)
  return ended(h, plan.id)
}

/** One run for every format, since each of its calls reads an archive in a process: other seeds were run at length. */
const BOUNDED = { endOnFailure: true, numRuns: 1 }
const THREE_IMPORTS_MS = 180_000

const choices = fc.record({
  annotations: fc.tuple(randomAnnotations, randomAnnotations, randomAnnotations),
  isSource: fc.boolean(),
  mode: fc.constantFrom(...IMPORT_MODES),
  cancelAfter: fc.option(fc.nat(12)),
})

it.each(EXPORT_FORMATS)(
  '%s: a second merge changes nothing, and an undo leaves the data set as it was, also after a cancel',
  async (format) => {
    const property = fc.asyncProperty(choices, async ({ annotations, isSource, mode, cancelAfter }) => {
      const { from, to, archive } = await scene(format, annotations)
      const target = isSource ? from : to
      const before = await wholeState(h, target.id)
      const plan = await planned(h, target, archive, { mode })
      const done = cancelAfter === null ? await confirmed(h, plan, answersTo(plan)) : await cancelled(plan, cancelAfter)
      expect(['completed', 'cancelled']).toContain(done.status)
      expect(await undone(h, done)).toMatchObject({ status: 'undone', result: done.result })
      expect(await wholeState(h, target.id)).toEqual(before)

      // Always into the other data set, so that there is something to undo.
      const state = () => wholeState(h, to.id)
      const unmerged = await state()
      const merge = async () => {
        const merging = await planned(h, to, archive, { mode: 'merge' })
        return confirmed(h, merging, answersTo(merging))
      }
      const first = await merge()
      const merged = await state()
      expect(merged).not.toEqual(unmerged)
      const second = await merge()
      expect(second.result).toMatchObject({ images_added: 0, images_changed: 0, annotations_written: 0 })
      const { annotations_written = 0, annotations_unchanged = 0 } = first.result ?? {}
      expect(second.result?.annotations_unchanged).toBe(annotations_written + annotations_unchanged)
      expect(await state()).toEqual(merged)
      await undone(h, first)
      expect(await state()).toEqual(unmerged)
    })
    await fc.assert(property, BOUNDED)
  },
  THREE_IMPORTS_MS,
)

const OF_BOXES = ['coco', 'yolo', 'voc', 'cvat', 'label_studio', 'mot'] as const

it.each(OF_BOXES)('%s: a merge into the data set of the archive adds no annotation', async (format) => {
  const boxes = [0, 1, 2].map((n) => ({
    name: CLASSES[n],
    type: 'bbox',
    bounding_box: { x: 10.25 + 40 * n, y: 20.5, w: 30.75, h: 41 },
    track_id: `${n + 1}`,
  }))
  const from = await makeDataset()
  const name = '000001.jpg'
  await addImage(h, from, name, { annotations: boxes, bytes: `${made}` })
  const archive = await download(h, await exported(h, from, { format }))
  const before = await annotationsOf(h, from.id, name)
  const plan = await planned(h, from, archive, { mode: 'merge' })
  const done = await confirmed(h, plan, answersTo(plan))
  expect(done.result).toMatchObject({ images_added: 0, annotations_unchanged: 3, annotations_written: 0 })
  expect(await annotationsOf(h, from.id, name)).toEqual(before)
})
