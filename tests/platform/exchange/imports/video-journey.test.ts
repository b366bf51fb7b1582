/** A video of CVAT from its archive over the data set to the archives of other formats, through the API. */
import { beforeAll, expect, it } from 'vitest'
import { indexOfClasses, markedObjects } from '../../../../src/platform/models/evaluations/objects.ts'
import type { Dataset } from '../../../../src/shared/api/datasets.ts'
import type { Harness } from '../../support/harness.ts'
import { joinPlatform } from '../../support/shared-platform.ts'
import { addImage, archiveOf, download, exported } from '../exports/support.ts'
import { annotationsOf, confirmed, imported, planned } from './support.ts'

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
