import type { Page } from '@playwright/test'
import type { Annotation, BoundingBox } from '../../src/shared/domain/annotation.ts'
import type { Figure, Part } from '../figure.ts'
import { type FrameTimes, frameTimes } from '../ui/frame-times.ts'
import { type LabellingData, labellingData, manyImages } from '../ui/labelling-data.ts'
import { until } from '../ui/limits.ts'
import { longTasks, watchLongTasks } from '../ui/long-tasks.ts'
import { Person, type Spot, TIGHT } from '../ui/person.ts'
import { whyNoBrowser, withStudio } from '../ui/studio.ts'

const IMAGES = 100_000
const FRAME_MS = 33
const TASK_MS = 50
/** Boxes that are drawn, and proposals that are reviewed, by the scripted person. */
const DRAWN = 12
const REVIEWED = 30
/** Published speeds: 9 tight boxes, and 30 reviewed ones, a minute. */
const MOST_A_BOX = 60 / 9
const MOST_A_REVIEW = 60 / 30

/** The data screens in a browser: scrolling, dragging, and a scripted person who labels. */
export const labelling: Part = {
  name: 'labelling',
  title: 'The grid and the labelling page, in Chromium without a GPU, 1440x900',
  missing: whyNoBrowser,
  measure: (): Promise<Figure[]> =>
    withStudio(async ({ page, host }) => {
      await watchLongTasks(page)
      const data = await labellingData(host)
      try {
        const large = await manyImages(host, data, IMAGES)
        return [
          ...(await scrolling(page, host.url, large)),
          ...(await dragging(page, host.url, data, 1000, 'bbox', FRAME_MS)),
          ...(await dragging(page, host.url, data, 1000, 'polygon', FRAME_MS)),
          ...(await dragging(page, host.url, data, 5000, 'bbox', null)),
          await drawing(page, host.url, data),
          await reviewing(page, host.url, data),
        ]
      } finally {
        data.close()
      }
    }),
}

const frameFigure = (title: string, times: FrameTimes, limit: number | null): Figure => ({
  title: `${title}: time from frame to frame, 95th percentile`,
  value: times.p95,
  unit: 'ms',
  limit,
  detail: `${times.frames} frames; median ${times.p50.toFixed(1)} ms, longest ${times.worst.toFixed(0)} ms`,
})

async function go(page: Page, url: string, path: string): Promise<void> {
  await page.goto(`${new URL(url).origin}/#/data/${path}`)
  await page.reload()
}

async function scrolling(page: Page, url: string, datasetId: string): Promise<Figure[]> {
  await go(page, url, datasetId)
  await page.getByRole('gridcell').nth(5).waitFor()
  await page.waitForTimeout(2000)
  await page.mouse.move(900, 600)
  await longTasks(page)
  const times = await frameTimes(page, async () => {
    for (let i = 0; i < 240; i++) {
      await page.mouse.wheel(0, 120)
      await page.waitForTimeout(16)
    }
  })
  if (await page.getByRole('gridcell', { name: /^image-000000/ }).count()) throw new Error('nothing was scrolled')
  const [longest = 0, ...more] = await longTasks(page)
  return [
    frameFigure(`Scrolling the grid of ${IMAGES.toLocaleString('en')} images`, times, FRAME_MS),
    {
      title: 'Its longest task',
      value: longest,
      unit: 'ms',
      limit: TASK_MS,
      detail: `${more.length} others over 50 ms`,
    },
  ]
}

async function dragging(
  page: Page,
  url: string,
  { api, datasetId, frames }: LabellingData,
  count: number,
  type: 'bbox' | 'polygon',
  limit: number | null,
): Promise<Figure[]> {
  const image_id = frames[0] as string
  const columns = 50
  const rows = Math.ceil(count / columns) + Math.ceil(count / 250)
  const step = 670 / rows
  // One is large enough to be taken beside its handles, and no other one lies on it.
  const large = { x: 520, y: 280, w: 120, h: 80 }
  const cells = Array.from({ length: columns * rows }, (_, i) => {
    const [x, y] = [20 + (i % columns) * 25, 20 + Math.floor(i / columns) * step]
    return { x, y, w: 18, h: 0.6 * step }
  }).filter(({ x, y, w, h }) => x + w < large.x || x > large.x + large.w || y + h < large.y || y > large.y + large.h)
  const annotations = [large, ...cells.slice(0, count - 1)].map(({ x, y, w, h }) => {
    const shape = Array.from({ length: 12 }, (_unused, k) => ({
      x: x + (w / 2) * (1 + Math.cos((k * Math.PI) / 6)),
      y: y + (h / 2) * (1 + Math.sin((k * Math.PI) / 6)),
    }))
    const geometry = type === 'bbox' ? { bounding_box: { x, y, w, h } } : { polygon: { paths: [shape] } }
    return { id: crypto.randomUUID(), name: type === 'bbox' ? 'car' : 'area', type, x, confidence: null, ...geometry }
  })
  const types = ['bbox', 'polygon']
  await api('datasets.update', { params: { dataset: datasetId }, body: { annotation_types: types } })
  await api('annotations.save', {
    params: { dataset: datasetId, filename_path: image_id },
    body: { annotations: annotations.map(({ x: _, ...one }) => one) },
  })
  await go(page, url, `${datasetId}/image/${image_id}`)
  await page.getByRole('heading', { name: `${count.toLocaleString('en')} annotations` }).waitFor()
  await page.waitForTimeout(1500)
  const place = await placeOf(page, api, image_id)
  const from = place({ x: large.x + large.w / 2, y: large.y + large.h / 2 })
  await page.mouse.click(from.x, from.y)
  await page.mouse.move(from.x, from.y)
  const times = await frameTimes(page, async () => {
    await page.mouse.down()
    for (let i = 0; i <= 90; i++) {
      const turn = (2 * Math.PI * i) / 90
      await page.mouse.move(from.x + 150 * Math.sin(turn), from.y + 100 * (1 - Math.cos(turn)))
      await page.waitForTimeout(16)
    }
    await page.mouse.move(from.x + 60, from.y)
    await page.mouse.up()
  })
  await moved(api, image_id, new Map(annotations.map(({ id, x }) => [id, x])))
  const kind = type === 'bbox' ? 'boxes' : 'polygons'
  return [frameFigure(`Dragging one of ${count.toLocaleString('en')} ${kind}`, times, limit)]
}

/** Waits until one of the annotations is far from where it was. */
async function moved(api: LabellingData['api'], image_id: string, lefts: ReadonlyMap<string, number>): Promise<void> {
  const isFar = ({ id, bounding_box }: Annotation) => Math.abs((bounding_box?.x ?? 0) - (lefts.get(id) ?? 0)) > 20
  await until('The save of the dragged annotation', async () => (await annotationsOf(api, image_id)).find(isFar))
}

const annotationsOf = async (api: LabellingData['api'], image_id: string): Promise<Annotation[]> =>
  (await api<{ annotations: Annotation[] }>('imageAnnotations.get', { params: { image_id } })).annotations

type Place = (at: Spot) => Spot

/** Maps pixels of the image to those of the page: the image fills the surface but for a margin, which is measured. */
async function placeOf(page: Page, api: LabellingData['api'], image_id: string): Promise<Place> {
  const surface = await page.getByTestId('labelling-surface').boundingBox()
  if (!surface) throw new Error('the surface is not there')
  const known = new Set((await annotationsOf(api, image_id)).map(({ id }) => id))
  const newBox = (annotations: readonly Annotation[]) => annotations.find(({ id }) => !known.has(id))?.bounding_box
  const [a, b] = [
    { x: surface.x + 0.3 * surface.width, y: surface.y + 0.35 * surface.height },
    { x: surface.x + 0.7 * surface.width, y: surface.y + 0.65 * surface.height },
  ]
  await page.getByTestId('labelling-surface').focus()
  await page.keyboard.press('b')
  await page.mouse.move(a.x, a.y)
  await page.mouse.down()
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2)
  await page.mouse.move(b.x, b.y)
  await page.mouse.up()
  const drawn = await until('The save of the drawn box', async () => newBox(await annotationsOf(api, image_id)))
  await page.keyboard.press('Control+z')
  await page.keyboard.press('v')
  await page.waitForTimeout(800)
  const scale = (b.x - a.x) / drawn.w
  return ({ x, y }) => ({ x: a.x + (x - drawn.x) * scale, y: a.y + (y - drawn.y) * scale })
}

const areaOf = ({ w, h }: BoundingBox) => w * h

function iou(a: BoundingBox, b: BoundingBox): number {
  const w = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x)
  const h = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y)
  if (w <= 0 || h <= 0) return 0
  return (w * h) / (areaOf(a) + areaOf(b) - w * h)
}

/** The scripted person draws the objects that the model found, on frames without annotations. */
async function drawing(page: Page, url: string, { api, datasetId, frames, objects }: LabellingData): Promise<Figure> {
  const empty = { annotations: [] }
  for (const filename_path of frames)
    await api('annotations.save', { params: { dataset: datasetId, filename_path }, body: empty })
  await go(page, url, `${datasetId}/image/${frames[1]}`)
  await page.getByText('No annotations yet.').waitFor()
  await page.waitForTimeout(1000)
  const place = await placeOf(page, api, frames[1] as string)
  const person = new Person(page)
  const wanted = (objects[1] ?? []).filter((one) => one.bounding_box && areaOf(one.bounding_box) > 900).slice(0, DRAWN)
  await page.keyboard.press('b')
  const began = performance.now()
  let last = ''
  for (const { bounding_box: box, name } of wanted) {
    if (!box) continue
    await person.think()
    if (name !== last) await person.press(String(1 + classesOf(objects).indexOf(name)))
    last = name
    await person.drag(place(box), place({ x: box.x + box.w, y: box.y + box.h }), TIGHT)
  }
  await page.getByRole('heading', { name: `${wanted.length} annotations` }).waitFor()
  const seconds = (performance.now() - began) / 1000
  await page.getByText('Saved', { exact: true }).waitFor()
  const annotations = await annotationsOf(api, frames[1] as string)
  const best = wanted.map(({ bounding_box: box }) =>
    Math.max(...annotations.map((one) => (box && one.bounding_box ? iou(box, one.bounding_box) : 0))),
  )
  const mean = best.reduce((sum, value) => sum + value, 0) / Math.max(1, best.length)
  return {
    title: 'A tight box by hand, by a scripted person',
    value: seconds / wanted.length,
    unit: 's',
    limit: MOST_A_BOX,
    detail: `${((60 * wanted.length) / seconds).toFixed(1)} boxes a minute; ${wanted.length} boxes with a mean IoU of ${mean.toFixed(2)} with the objects`,
  }
}

const classesOf = (objects: LabellingData['objects']): string[] => [...new Set(objects.flat().map(({ name }) => name))]

/** The scripted person accepts or rejects proposals, one key each. */
async function reviewing(page: Page, url: string, { api, datasetId, frames, objects }: LabellingData): Promise<Figure> {
  const saves = frames.slice(2, 8).map((image_id, i) => ({
    image_id,
    annotations: (objects[i + 2] ?? []).map((one) => ({ ...one, review: 'pending' })),
  }))
  await api('annotations.bulk', { body: { saves } })
  await go(page, url, `${datasetId}?annotated=pending&sort=name`)
  await page.getByRole('button', { name: 'Review proposals' }).click()
  await page.getByTestId('labelling-surface').waitFor()
  await page.waitForTimeout(1500)
  const person = new Person(page)
  let [reviewed, images] = [0, 1]
  const began = performance.now()
  while (reviewed < REVIEWED) {
    await person.think()
    await person.press(reviewed % 5 === 4 ? 'u' : 'Space')
    reviewed++
    const held = saves[images - 1]?.annotations.length ?? 0
    const before = saves.slice(0, images - 1).reduce((sum, { annotations }) => sum + annotations.length, 0)
    if (reviewed - before >= held) {
      await person.press('d')
      images++
    }
  }
  const seconds = (performance.now() - began) / 1000
  await page.getByText('Saved', { exact: true }).waitFor()
  const reads = await Promise.all(saves.slice(0, images).map(({ image_id }) => annotationsOf(api, image_id)))
  const waiting = reads.flat().filter(({ review }) => review === 'pending').length
  const total = saves.slice(0, images).reduce((sum, { annotations }) => sum + annotations.length, 0)
  return {
    title: 'A review of a proposal, by a scripted person',
    value: seconds / reviewed,
    unit: 's',
    limit: MOST_A_REVIEW,
    detail: `${((60 * reviewed) / seconds).toFixed(1)} a minute on ${images} images; ${total - waiting} of ${reviewed} have their verdict`,
  }
}
