/** Archives that take down the process that reads them: the platform answers as before, and the import fails with the reason. */
import { randomBytes } from 'node:crypto'
import { afterEach, expect, it, vi } from 'vitest'
import type { Dataset } from '../../src/shared/api/datasets.ts'
import type { DatasetImport } from '../../src/shared/api/imports.ts'
import { planned } from '../platform/exchange/imports/support.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'

const harnesses: Harness[] = []
afterEach(async () => {
  vi.unstubAllEnvs()
  for (const h of harnesses.splice(0)) await h.close()
})

/** A reader with the least memory that is allowed. */
async function startWithSmallReader(onWarning: () => void = () => undefined): Promise<Harness> {
  vi.stubEnv('SIGHTLINE_READER_MEMORY_MB', '64')
  const log = (_: string, message: string) => void (message.startsWith('The reader of the archive') && onWarning())
  const h = await startHarness({ log })
  harnesses.push(h)
  return h
}

const dataset = async (h: Harness) => (await h.api<Dataset>('POST', '/datasets/', { body: { name: 'Hostile' } })).body
/** Repeats after a kilobyte, so that the archive is no bomb. */
const longText = (megabytes: number) =>
  randomBytes(512)
    .toString('hex')
    .repeat(megabytes * 1024)
/** An item is held twice, as its text and as its value. */
const item = `{"images": [{"id": 1, "file_name": "a.jpg", "more": "${longText(50)}"}], "annotations": []}`
const archive = { 'a.json': item }

it('an archive that takes down its reader twice fails its import with the reason', async () => {
  let losses = 0
  const h = await startWithSmallReader(() => losses++)
  const { status, error_message } = await planned(h, await dataset(h), archive)
  expect([status, losses]).toEqual(['failed', 2])
  expect(error_message).toMatch(/^Reading the archive needed more than 64 MB of memory, twice\. /)
  expect((await h.api('GET', '/datasets/')).status).toBe(200)
})

it('an archive whose reader is lost once is read again from the start', async () => {
  const h = await startWithSmallReader(() => vi.stubEnv('SIGHTLINE_READER_MEMORY_MB', '1024'))
  const made = await planned(h, await dataset(h), archive)
  expect([made.status, made.plan?.images.total]).toEqual(['planned', 1])
})

it('an attribute of many megabytes is refused as a document that is not readable', async () => {
  const h = await startWithSmallReader()
  const text = `<annotations><image id="0" name="${longText(20)}"></image></annotations>`
  const { status, plan, error_message } = await planned(h, await dataset(h), { 'a.xml': text, 'b.jpg': 'b' })
  expect([status, error_message]).toEqual(['planned', null])
  expect(plan?.rules).toMatchObject([
    { code: 'file.unreadable', examples: [{ file: 'a.xml', detail: 'Line 1: A text or a tag is too long.' }] },
  ] satisfies Partial<NonNullable<DatasetImport['plan']>['rules'][number]>[])
})
