/** Scans for near-duplicates. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CountedList } from '../../../../src/shared/api/endpoint.ts'
import type { NearDuplicateGroup, NearDuplicateScan } from '../../../../src/shared/api/near-duplicates.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { addImage, jobsEnded, newDataset } from './searching.ts'

let h: Harness
let dataset: string
beforeEach(async () => {
  h = await startHarness()
  dataset = await newDataset(h, 'Street')
})
afterEach(() => h.close())

const path = () => `/datasets/${dataset}/near-duplicates`
async function scan(threshold: number): Promise<NearDuplicateScan> {
  await h.api('POST', path(), { body: { threshold } })
  await jobsEnded(h)
  return (await h.api<NearDuplicateScan>('GET', path())).body
}
async function groups(query = ''): Promise<string[][]> {
  const { body } = await h.api<CountedList<NearDuplicateGroup>>('GET', `${path()}/groups${query}`)
  return body.data.map(({ images }) => images.map(({ filename }) => filename))
}

it('groups images that are linked by others, whichever directory they are in, and copies', async () => {
  await addImage(h, dataset, 'a.jpg', 'angle=0')
  await addImage(h, dataset, 'x/b.jpg', 'angle=8')
  await addImage(h, dataset, 'c.jpg', 'angle=16')
  await addImage(h, dataset, 'd.jpg', 'angle=90')
  await addImage(h, dataset, 'e.jpg', 'angle=90')
  await addImage(h, dataset, 'alone.jpg', 'angle=180')
  await jobsEnded(h)
  const done = await scan(0.98)
  expect(done).toMatchObject({ status: 'completed', threshold: 0.98, scanned_images: 6 })
  expect(done).toMatchObject({ group_count: 2, duplicate_count: 3, error: null })
  expect(await groups()).toEqual([
    ['a.jpg', 'b.jpg', 'c.jpg'],
    ['d.jpg', 'e.jpg'],
  ])
  expect(await groups('?limit=1&offset=1')).toEqual([['d.jpg', 'e.jpg']])
  expect(await groups('?members=1&skip_members=1')).toEqual([['b.jpg'], ['e.jpg']])
})

it('replaces the groups of the scan before', async () => {
  await addImage(h, dataset, 'a.jpg', 'angle=0')
  await addImage(h, dataset, 'b.jpg', 'angle=20')
  await jobsEnded(h)
  expect(await scan(0.99)).toMatchObject({ group_count: 0 })
  expect(await groups()).toEqual([])
  await addImage(h, dataset, 'c.jpg', 'angle=10')
  await jobsEnded(h)
  expect(await scan(0.95)).toMatchObject({ group_count: 1 })
  expect(await groups()).toEqual([['a.jpg', 'b.jpg', 'c.jpg']])
})

it('finds no scan of a data set that was not scanned', async () => {
  const { status, error } = await h.fail('GET', path())
  expect([status, error.message]).toEqual([
    404,
    '“Street” has not been scanned for near-duplicates. Start a scan with POST near-duplicates.',
  ])
})
