import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { importedModel } from '../../../src/platform/models/imported-model.ts'
import type { Model } from '../../../src/shared/api/models.ts'
import { type Conversion, markOf } from '../../../src/shared/domain/conversion.ts'
import { onPostgres } from '../support/databases.ts'
import { MODEL } from '../support/graphs.ts'
import { type Harness, makeResources, startHarness } from '../support/harness.ts'

let h: Harness
let dataDir: string
let resourcesDir: string
const start = () => startHarness({ dataDir, resourcesDir })
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-conversion-'))
  resourcesDir = makeResources()
  h = await start()
})
afterEach(async () => {
  await h.close()
  for (const dir of [dataDir, resourcesDir]) rmSync(dir, { recursive: true, force: true })
})

const CAFFE: Conversion = { channels: 'bgr', scale: 255, mean: [103.939, 116.779, 123.68] }
const upload = () => h.upload('net.onnx', 'MODEL car truck', 'application/octet-stream')
const imported = async (more: object = {}) =>
  (await h.api<Model>('POST', '/models/import', { body: { gcs_uri: await upload(), name: 'Mine', ...more } })).body
const patch = async (conversion: Conversion | null) =>
  (await h.api<Model>('PATCH', '/models/Mine', { body: { conversion } })).body
const refused = (body: object) => h.fail('PATCH', '/models/Mine', { body })

it('keeps the options of an import, with the values in use and where each comes from', async () => {
  const model = await imported({ conversion: CAFFE })
  expect(model.conversion).toEqual(CAFFE)
  expect(model.conversion_in_use).toMatchObject({
    scale: 255,
    fit: 'letterbox',
    input_size: [640, 640],
    origins: { scale: 'option', channels: 'option', mean: 'option', fit: 'assumed', class_names: 'assumed' },
  })
  const copy = await h.api<Model>('POST', `/models/${model.organization_id}/Mine/fork`, { body: {} })
  expect(copy.body.conversion).toEqual(CAFFE)
})

it('changes the options and removes them, while other changes leave them as they are', async () => {
  expect((await imported()).conversion).toBeNull()
  expect(await patch({ fit: 'stretch', class_names: ['van', 'lorry'] })).toMatchObject({
    conversion: { fit: 'stretch', class_names: ['van', 'lorry'] },
    class_mapping: { 0: 'van', 1: 'lorry' },
    conversion_in_use: { fit: 'stretch', origins: { fit: 'option', class_names: 'option' } },
  })
  const renamed = await h.api<Model>('PATCH', '/models/Mine', { body: { description: 'Of the street' } })
  expect(renamed.body.conversion).toEqual({ fit: 'stretch', class_names: ['van', 'lorry'] })
  expect(await patch(null)).toMatchObject({
    conversion: null,
    class_mapping: { 0: 'car', 1: 'truck' },
    conversion_in_use: { fit: 'letterbox', origins: { fit: 'assumed' } },
  })
  expect((await patch({})).conversion).toBeNull()
})

it('names the option that is not valid, or does not fit the model, and changes nothing', async () => {
  await imported()
  const cases: [object, string][] = [
    [{ fit: 'cover' }, '/conversion/fit'],
    [{ scale: 0 }, '/conversion/scale'],
    [{ mean: [1, 2] }, '/conversion/mean'],
    [{ deviation: [0, 1, 1] }, '/conversion/deviation/0'],
    [{ class_names: ['car'] }, '/conversion/class_names'],
    [{ input_size: [320, 320] }, '/conversion/input_size'],
  ]
  for (const [conversion, field] of cases) {
    const { status, error } = await refused({ conversion })
    expect([status, error.code, error.details?.[0]?.field], field).toEqual([422, 'invalid_field', field])
  }
  const before = { gcs_uri: await upload(), conversion: { class_names: ['car'] } }
  const { error } = await h.fail('POST', '/models/import', { body: before })
  expect(error.details?.[0]).toMatchObject({
    field: '/conversion/class_names',
    message: '1 name for 2 classes',
  })
  expect((await h.api<Model>('GET', '/models/Mine')).body.conversion).toBeNull()
})

it.skipIf(onPostgres)('gives the command line the model of a data folder with its options', async () => {
  await imported({ conversion: CAFFE })
  expect(await importedModel(dataDir, 'Mine')).toMatchObject({ name: 'Mine', conversion: CAFFE })
})

it('keeps the options of a bundled model at the next start', async () => {
  await h.api('PATCH', `/models/${MODEL}`, { body: { conversion: { fit: 'stretch' } } })
  await h.close()
  h = await start()
  expect((await h.api<Model>('GET', `/models/${MODEL}`)).body.conversion).toEqual({ fit: 'stretch' })
})

it('gives the same options the same mark in any order, and others another one', () => {
  expect(markOf({ mean: [0], scale: 255 })).toBe(markOf({ scale: 255, mean: [0] }))
  expect(markOf({ scale: 255 })).not.toBe(markOf({ scale: 1 }))
  expect([markOf(null), markOf({})]).toEqual([null, null])
})
