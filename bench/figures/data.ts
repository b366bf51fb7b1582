import { median } from '../child.ts'
import type { Figure, Part } from '../figure.ts'
import { caller, longestWaits } from '../platform-calls.ts'
import type { Serving } from '../platform-server.ts'
import { startServer, stopServer } from '../server-child.ts'
import type { Call } from './long-jobs.ts'

/** Data sets of 100,000 images: lists, insights, saves, and the waits of other callers meanwhile. */
export const data: Part = {
  name: 'data',
  title: 'A data set of 100,000 images with 300,000 annotations',
  async measure(): Promise<Figure[]> {
    const served = await startServer<Serving>('datasets')
    try {
      const { at } = served
      const call = caller(at)
      const [large, small] = at.datasets as [string, string]
      // The first read counts the images.
      await call('GET', `/datasets/${large}/insights`)
      return [
        ...(await lists(call, large)),
        await timed('Its insights', 200, () => call('GET', `/datasets/${large}/insights`)),
        ...(await saves(call, small)),
        ...(await waitsDuring(at, call, large)),
      ]
    } finally {
      await stopServer(served)
    }
  },
}

const TIMES = 60
const WARM_UP = 10
const SAVES = 12

/** Orders and filters, each as its part of the address. */
const LISTS: Readonly<Record<string, string>> = {
  'by name': 'sort=name',
  'newest first': 'sort=-created',
  'with the most annotations first': 'sort=-annotations',
  'with the lowest confidence first': 'sort=confidence',
  'of a class': 'class=car',
  'of a status, by confidence': 'status=new&sort=confidence',
  'whose names contain a text': 'text=999',
  'whose names contain a text, newest first': 'text=999&sort=-created',
  'whose names contain a text that no name contains': 'text=99x9',
  'without annotations': 'has_annotations=false',
  'with proposals, by disagreement': 'pending=true&sort=disagreement',
}

async function lists(call: Call, dataset: string): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const [name, query] of Object.entries(LISTS)) {
    const page = () => call('GET', `/datasets/${dataset}/images?limit=50&${query}`)
    // The first calls of a server run code that is not compiled yet.
    for (let i = 0; i < WARM_UP; i++) await page()
    const took: number[] = []
    for (let i = 0; i < TIMES; i++) took.push(await msOf(page))
    took.sort((a, b) => a - b)
    const p95 = took[Math.floor(0.95 * TIMES)] as number
    const detail = `95th percentile of ${TIMES} calls; median ${median(took).toFixed(1)} ms`
    figures.push({ title: `A page of 50 images ${name}`, value: p95, unit: 'ms', limit: 20, detail })
  }
  return figures
}

async function saves(call: Call, dataset: string): Promise<Figure[]> {
  const { images } = JSON.parse(await call('GET', `/datasets/${dataset}?include_images=true&images_limit=200`)) as {
    images: { id: string }[]
  }
  const saving = (x: number) =>
    JSON.stringify({
      saves: images.map(({ id }) => ({
        image_id: id,
        annotations: Array.from({ length: 50 }, (_, i) => ({
          name: 'car',
          type: 'bbox',
          confidence: 0.5,
          bounding_box: { x: x + i, y: 2.5, w: 30, h: 40 },
        })),
      })),
    })
  const took: number[] = []
  for (let i = 0; i < SAVES; i++) {
    const body = saving(i)
    took.push(await msOf(() => call('POST', '/annotations/bulk', body)))
  }
  took.sort((a, b) => a - b)
  const detail = `median of ${SAVES}, each in place of the one before; fastest ${took[0]?.toFixed(0)} ms, slowest ${took.at(-1)?.toFixed(0)} ms`
  const title = 'A bulk save of 200 images with 50 annotations each'
  return [{ title, value: median(took), unit: 'ms', limit: 300, detail }]
}

/** Ids of one batch operation. */
const IDS = 10_000

async function waitsDuring(at: Serving, call: Call, dataset: string): Promise<Figure[]> {
  const ids = (JSON.parse(await call('GET', `/datasets/${dataset}/image-ids`)) as { data: string[] }).data.slice(0, IDS)
  const batch = JSON.stringify({ dataset_name: dataset, image_ids: ids, updates: { status: 'review' } })
  const task = JSON.stringify({ dataset, title: 'Frozen', kind: 'annotation', image_ids: ids })
  const calls = [
    ['a status for 10,000 images', () => call('PATCH', '/batch/images/update', batch)],
    ['the freeze of 10,000 images by a task', () => call('POST', '/tasks', task)],
    ['the ids of 100,000 images', () => call('GET', `/datasets/${dataset}/image-ids?sort=confidence`)],
  ] as const
  const figures: Figure[] = []
  for (const [name, work] of calls) {
    const { read, write, tookMs } = await longestWaits(at, work)
    const detail = `the call takes ${tookMs.toFixed(0)} ms; a write of another caller waits ${write.toFixed(0)} ms`
    figures.push({ title: `/health during ${name}`, value: read, unit: 'ms', limit: 50, detail })
  }
  return figures
}

async function timed(title: string, limit: number, work: () => Promise<unknown>): Promise<Figure> {
  const took: number[] = []
  for (let i = 0; i < TIMES / 4; i++) took.push(await msOf(work))
  const value = Math.max(...took)
  return {
    title,
    value,
    unit: 'ms',
    limit,
    detail: `the slowest of ${took.length}; median ${median(took).toFixed(1)} ms`,
  }
}

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return performance.now() - since
}
