/** A video of CVAT from its archive over the data set to the archives of other formats, through the API. */
import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { indexOfClasses, markedObjects } from '../../../../src/platform/models/evaluations/objects.ts'
import type { ImageAnnotations } from '../../../../src/shared/api/annotations.ts'
import type { Dataset, DatasetInsights } from '../../../../src/shared/api/datasets.ts'
import type { ImageIdList, ImageSummaries } from '../../../../src/shared/api/image-lists.ts'
import type { Annotation } from '../../../../src/shared/domain/annotation.ts'
import type { Harness } from '../../support/harness.ts'
import { joinPlatform } from '../../support/shared-platform.ts'
import { addImage, archiveOf, download, exported } from '../exports/support.ts'
import { annotationsOf, confirmed, imported, planned, undone } from './support.ts'

let h: Harness
beforeAll(async () => {
  h = await joinPlatform()
})

const make = async (name: string) =>
  (
    await h.api<Dataset>('POST', '/datasets/', {
      body: { name, annotation_types: ['bbox'], classes: [{ name: 'car' }] },
    })
  ).body

const row = (frame: number, keyframe: number, outside: number) =>
  `<box frame="${frame}" keyframe="${keyframe}" outside="${outside}" occluded="0" xtl="${10 + frame}" ytl="20" xbr="60" ybr="50" z_order="0"/>`
const rows = [row(0, 1, 0), row(1, 0, 0), row(2, 0, 0), row(3, 1, 1)]
const xml = `<annotations><version>1.1</version><meta><task><id>1</id><size>4</size><mode>interpolation</mode></task></meta>
  <track id="4" label="car" source="manual">${rows.join('')}</track></annotations>`
const FRAMES = [0, 1, 2, 3].map((frame) => `frame_00000${frame}.jpg`)

it('keeps all rows of a track, and shows no object where it has left the frame', async () => {
  const dataset = await make('Video of CVAT')
  for (const [i, name] of FRAMES.entries()) await addImage(h, dataset, name, { bytes: `video ${i}` })
  const { plan, ...planning } = await planned(h, dataset, { 'annotations.xml': xml })
  expect(plan).toMatchObject({
    format: 'cvat',
    images: { total: 4, matched: 4, missing: 0 },
    annotations: { total: 4, kept: 4, dropped: 0 },
    rules: [],
  })
  expect((await confirmed(h, planning)).result).toMatchObject({ annotations_written: 4, annotations_dropped: 0 })
  const found = (await Promise.all(FRAMES.map((name) => annotationsOf(h, dataset.id, name)))).flat()
  expect(found.map(({ track_id, keyframe, outside }) => [track_id, keyframe, outside])).toEqual([
    ['4', true, undefined],
    ['4', false, undefined],
    ['4', false, undefined],
    ['4', true, true],
  ])
  expect(markedObjects(found, indexOfClasses(['car']))).toHaveLength(3)

  const coco = await exported(h, dataset, { format: 'coco' })
  const files = await archiveOf(h, coco)
  expect(JSON.parse(String(files.get('annotations/instances_default.json'))).annotations).toHaveLength(3)
  expect(coco.warning_texts).toContainEqual({ code: 'export.lost_outside', params: { n: 1 } })

  const again = await make('Video again')
  await imported(h, again, await download(h, await exported(h, dataset, { format: 'cvat_video' })))
  const back = (await Promise.all(FRAMES.map((name) => annotationsOf(h, again.id, name)))).flat()
  const withoutIds = (all: typeof back) => all.map(({ id: _, origin: __, ...one }) => one)
  expect(withoutIds(back)).toEqual(withoutIds(found))
})

it('counts the objects of a video, and not where they have left the frame', async () => {
  const dataset = await make('Counted video')
  for (const [i, name] of FRAMES.entries()) await addImage(h, dataset, name, { bytes: `counted ${i}` })
  const insights = async () => (await h.api<DatasetInsights>('GET', `/datasets/${dataset.id}/insights`)).body
  const ids = async (query: string) =>
    (await h.api<ImageIdList>('GET', `/datasets/${dataset.id}/image-ids?${query}`)).body.data
  const untouched = await insights()
  const done = await imported(h, dataset, { 'annotations.xml': xml })
  const objects = (n: number, others: object = {}) => ({
    total_annotations: n,
    annotated_images: n,
    unannotated_images: 4 - n,
    class_annotation_counts: { car: n },
    class_image_counts: { car: n },
    type_counts: { bbox: n },
    annotation_density: { 0: 4 - n, 1: n },
    ...others,
  })
  expect(await insights()).toMatchObject(objects(3))

  const all = await ids('sort=name')
  const last = all[3] as string
  expect(await ids('class=car&sort=name')).toEqual(all.slice(0, 3))
  expect(await ids('class=car&sort=annotations')).not.toContain(last)
  expect(await ids('has_annotations=false')).toEqual([last])
  const body = { dataset: dataset.id, image_ids: all, boxes: true }
  const { data } = (await h.api<ImageSummaries>('POST', '/image-summaries', { body })).body
  expect(data.map(({ annotation_count, boxes }) => [annotation_count, boxes.length])).toEqual([
    [1, 5],
    [1, 5],
    [1, 5],
    [0, 0],
  ])
  // The list of an image, and a save, count what they hold.
  const at = `/images/${last}/annotations`
  const read = (await h.api<ImageAnnotations>('GET', at)).body
  expect(read).toMatchObject({ annotation_count: 1, annotations: [{ outside: true }] })

  const [{ id }] = read.annotations as [Annotation]
  const toggled = async (outside: boolean) =>
    h.api('PATCH', at, { body: { operations: [{ op_id: randomUUID(), id, action: 'update', fields: { outside } }] } })
  await toggled(false)
  expect(await insights()).toMatchObject({ total_annotations: 4, class_image_counts: { car: 4 } })
  await toggled(true)
  expect(await insights()).toMatchObject(objects(3))

  const copy = { dataset_name: dataset.id, image_ids: [last], copy_annotations: true, target_directory_path: '/b' }
  await h.api('POST', '/batch/images/copy', { body: copy })
  expect(await insights()).toMatchObject({ total_images: 5, total_annotations: 3, unannotated_images: 2 })
  const [copied] = await ids('directory=/b')
  const removed = { dataset_name: dataset.id, image_ids: [copied], permanent: true }
  await h.api('POST', '/batch/images/delete', { body: removed })
  expect(await insights()).toMatchObject(objects(3))

  const deleted = { dataset: dataset.id, name: 'car', delete_annotations: true }
  await undone(h, done)
  expect(await insights()).toEqual(untouched)
  // The class has no annotations any more, not even outside of frames.
  const answer = await h.api<{ data: object }>('POST', '/annotations/delete-class', { body: deleted })
  expect(answer.body.data).toMatchObject({ images_updated: 0, annotations_removed: 0 })
})
