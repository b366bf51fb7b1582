import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CountedList } from '../../../src/shared/api/endpoint.ts'
import type { Model, ModelBulkDelete, ModelDownload } from '../../../src/shared/api/models.ts'
import { eventually } from '../../setup/eventually.ts'
import { openPlatformDatabase } from '../support/databases.ts'
import { DEMO_URI, MODEL } from '../support/graphs.ts'
import { type Harness, makeResources, startHarness } from '../support/harness.ts'
import { isInBucket } from '../support/stores.ts'

let h: Harness
let clock: Date
let dataDir: string
let resourcesDir: string
const start = () => startHarness({ dataDir, resourcesDir, now: () => clock })
beforeEach(async () => {
  clock = new Date('2026-01-01T00:00:00Z')
  dataDir = mkdtempSync(join(tmpdir(), 'sightline-models-'))
  resourcesDir = makeResources()
  h = await start()
})
afterEach(async () => {
  await h.close()
  for (const dir of [dataDir, resourcesDir]) rmSync(dir, { recursive: true, force: true })
})

const importModel = async (name: string, content = `MODEL ${name}`): Promise<Model> => {
  const gcs_uri = await h.upload('net.onnx', content, 'application/octet-stream')
  return (await h.api<Model>('POST', '/models/import', { body: { gcs_uri, name } })).body
}
const patch = (model: string, body: object, key = h.keys.owner) =>
  h.api<Model>('PATCH', `/models/${encodeURIComponent(model)}`, { body, key })
const refusedPatch = (model: string, body: object, key = h.keys.owner) =>
  h.fail('PATCH', `/models/${encodeURIComponent(model)}`, { body, key })
const download = (model: string, query = '') => h.api<ModelDownload>('GET', `/models/${model}/download${query}`)
const setStatus = async (id: string, status: Model['status']) => {
  const db = await openPlatformDatabase(dataDir)
  await db.updateTable('models').set({ status }).where('id', '=', id).execute()
  await db.destroy()
}
const storedFiles = (): number =>
  readdirSync(join(dataDir, 'blobs'), { recursive: true }).filter((name) => /[0-9a-f]{64}$/.test(String(name))).length

describe('the record of a model', () => {
  it('has the size of its input, of imported and bundled models, and also in its copies', async () => {
    const input = { width: 640, height: 640 }
    const imported = await importModel('Mine')
    expect(imported.training_config).toEqual({ input })
    const bundled = (await h.api<Model>('GET', `/models/${MODEL}`)).body
    expect(bundled.training_config).toEqual({ suits: [DEMO_URI], input })
    const copy = await h.api<Model>('POST', `/models/${imported.organization_id}/Mine/fork`, { body: {} })
    expect(copy.body.training_config).toEqual({ input })
  })

  it('of a bundled model is left alone at the next start', async () => {
    const before = (await h.api<Model>('GET', `/models/${MODEL}`)).body
    await h.close()
    clock = new Date(clock.getTime() + 60_000)
    h = await start()
    expect((await h.api<Model>('GET', `/models/${MODEL}`)).body).toEqual(before)
  })
})

describe('the list of models', () => {
  it('is filtered by the data set that a model was trained on, by name or id', async () => {
    const { id } = (await h.api<{ id: string }>('POST', '/datasets/', { body: { name: 'Street' } })).body
    const gcs_uri = await h.upload('net.onnx', 'MODEL car', 'application/octet-stream')
    const body = { gcs_uri, name: 'Trained', dataset: 'Street' }
    const trained = (await h.api<Model>('POST', '/models/import', { body })).body
    expect(trained.training_config).toMatchObject({ dataset: { id, name: 'Street' } })
    await importModel('Other')
    const listed = async (dataset: string) => {
      const { body: list } = await h.api<CountedList<Model>>('GET', `/models/?dataset=${dataset}`)
      return [list.total, list.data.map(({ name }) => name)]
    }
    expect(await listed('Street')).toEqual([1, ['Trained']])
    expect(await listed(id)).toEqual([1, ['Trained']])
    expect(await listed('street')).toEqual([0, []])
    await h.api('PATCH', `/datasets/${id}`, { body: { new_name: 'Road' } })
    expect([await listed('Street'), await listed('Road')]).toEqual([
      [0, []],
      [1, ['Trained']],
    ])
    expect((await h.fail('POST', '/models/import', { body: { gcs_uri, dataset: 'nobody' } })).status).toBe(404)
  })
})

describe('changing a model', () => {
  it('renames it and changes its card; it is then found under the new name', async () => {
    await importModel('Old')
    const { status, body } = await patch('Old', { name: 'New', description: 'Cars.', readme: '# New' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'New', description: 'Cars.', readme: '# New' })
    expect((await h.api<Model>('GET', '/models/New')).body).toEqual(body)
    expect((await h.fail('GET', '/models/Old')).status).toBe(404)
  })

  it('rejects a name that another model has, one that is not a path segment, and an empty change', async () => {
    const { id } = await importModel('Mine')
    expect(await refusedPatch(id, { name: MODEL })).toMatchObject({ status: 400, error: { code: 'name_taken' } })
    expect(await refusedPatch(id, { name: '..' })).toMatchObject({ status: 422, error: { code: 'invalid_field' } })
    expect(await refusedPatch(id, {})).toMatchObject({ status: 400, error: { code: 'empty_update' } })
    expect((await patch(id, { name: 'Mine' })).status).toBe(200)
  })

  it('requires an admin to change the visibility, but not to send the present one', async () => {
    const { id } = await importModel('Mine')
    const refused = await refusedPatch(id, { visibility: 'public' }, h.keys.member)
    expect(refused).toMatchObject({ status: 403, error: { code: 'role_too_low' } })
    expect((await patch(id, { visibility: 'private', description: 'x' }, h.keys.member)).status).toBe(200)
    expect((await patch(id, { visibility: 'public' }, h.keys.admin)).body.visibility).toBe('public')
  })

  it('keeps the text of a licence only while the licence is custom', async () => {
    const { id } = await importModel('Mine')
    const custom = { license_id: 'custom', license_custom_text: 'Ask me.' }
    expect((await patch(id, custom)).body).toMatchObject(custom)
    expect((await patch(id, { description: 'x' })).body).toMatchObject(custom)
    const mit = { license_id: 'MIT', license_custom_text: null }
    expect((await patch(id, { license_id: 'MIT', license_custom_text: 'Ask me.' })).body).toMatchObject(mit)
    expect((await h.api('GET', `/models/${id}`)).body).toMatchObject(mit)
  })

  it('keeps an edited card of a bundled model at the next start', async () => {
    await patch(MODEL, { description: 'Ours.', readme: 'Rewritten' })
    await h.close()
    h = await start()
    expect((await h.api('GET', `/models/${MODEL}`)).body).toMatchObject({ description: 'Ours.', readme: 'Rewritten' })
  })
})

describe('downloading a model', () => {
  it('gives a URL that needs no key and serves the imported bytes for an hour', async () => {
    const { id } = await importModel('Für Köln', 'MODEL bytes')
    const { data } = (await download(id)).body
    const told = { expires_in_minutes: 60, filename: 'Für Köln.onnx', format: 'onnx', precision: 'fp32' }
    expect(data).toMatchObject(told)
    const served = await fetch(data.download_url)
    expect([served.status, await served.text()]).toEqual([200, 'MODEL bytes'])
    expect(served.headers.get('content-type')).toBe('application/octet-stream')
    clock = new Date('2026-01-01T00:59:59Z')
    expect((await fetch(data.download_url, { headers: { range: 'bytes=0-4' } })).status).toBe(206)
    clock = new Date('2026-01-01T01:00:00Z')
    expect((await fetch(data.download_url)).status).toBe(403)
  })

  it('rejects every URL except the issued one', async () => {
    const { id } = await importModel('One')
    const other = await importModel('Two')
    const { download_url } = (await download(id)).body.data
    const changed = async (from: string, to: string) => (await fetch(download_url.replace(from, to))).status
    expect(await changed(id, other.id)).toBe(403)
    expect(await changed('One.onnx', 'Two.onnx')).toBe(403)
    expect(await changed('expires=1', 'expires=9')).toBe(403)
    expect(await changed('signature=', 'signature=A')).toBe(403)
    expect((await fetch(download_url)).status).toBe(200)
  })

  it('offers no other format or precision instead', async () => {
    const refused = async (query: string) => h.fail('GET', `/models/${MODEL}/download${query}`)
    for (const format of ['pytorch', 'safetensors', 'pte', 'engine']) {
      expect(await refused(`?format=${format}&target=sm_80`)).toMatchObject({ status: 404 })
    }
    expect(await refused('?precision=fp16')).toMatchObject({ status: 404, error: { code: 'not_found' } })
    expect(await refused('?format=engine')).toMatchObject({ status: 422, error: { details: [{ field: '/target' }] } })
    expect(await refused('?format=zip')).toMatchObject({ status: 422 })
    expect((await download(MODEL, '?format=onnx&precision=fp32')).status).toBe(200)
  })

  it('is rejected while the model is not ready, and ends with the model', async () => {
    const { id } = await importModel('Mine')
    const { download_url } = (await download(id)).body.data
    for (const status of ['training', 'failed', 'archived'] as const) {
      await setStatus(id, status)
      const refused = await h.fail('GET', `/models/${id}/download`)
      expect(refused).toMatchObject({ status: 409, error: { code: 'wrong_state' } })
    }
    await h.api('DELETE', `/models/${id}`)
    expect((await fetch(download_url)).status).toBe(404)
  })
})

describe('forking a model', () => {
  const fork = (model: string, body: object = {}, key = h.keys.owner, organization = 'my-organization') =>
    h.api<Model>('POST', `/models/${organization}/${encodeURIComponent(model)}/fork`, { body, key })

  it('makes a private copy with a lineage of its own, on the same weights', async () => {
    const source = await importModel('Road Users 3', 'MODEL car')
    await patch(source.id, { visibility: 'public', license_id: 'MIT', description: 'Finds cars.' })
    const files = storedFiles()
    const { status, body } = await fork('Road Users 3', {}, h.foreignKey)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: 'Road Users 3',
      visibility: 'private',
      status: 'ready',
      version: '1.0.0',
      forked_from_model_id: source.id,
      parent_model_id: null,
      license_id: 'MIT',
      description: 'Finds cars.',
      class_mapping: source.class_mapping,
    })
    expect(body.organization_id).not.toBe(source.organization_id)
    expect(storedFiles()).toBe(files)
    const placed = await h.api<ModelDownload>('GET', `/models/${body.id}/download`, { key: h.foreignKey })
    expect(await (await fetch(placed.body.data.download_url)).text()).toBe('MODEL car')
  })

  it('finds the source by slug, and gives a used name a number', async () => {
    const source = await importModel('Road Users 3')
    expect((await fork('road-users-3')).body).toMatchObject({
      name: 'Road Users 3 (2)',
      forked_from_model_id: source.id,
    })
    expect((await fork(source.id, { name: MODEL })).body.name).toBe(`${MODEL} (2)`)
    expect((await fork(source.id, { name: 'Fresh' })).body.name).toBe('Fresh')
  })

  it('finds neither a private model of another organization nor an unknown one', async () => {
    const { id } = await importModel('Secret')
    for (const model of ['Secret', 'secret', id]) expect((await fork(model, {}, h.foreignKey)).status).toBe(404)
    expect((await fork('Nothing')).status).toBe(404)
    expect((await fork('Secret', {}, h.keys.owner, 'elsewhere')).status).toBe(404)
    await setStatus(id, 'training')
    expect((await fork('Secret')).status).toBe(409)
  })
})

describe('deleting models', () => {
  it('removes the weights with the last model that uses them', async () => {
    const one = await importModel('One', 'MODEL shared')
    const two = await importModel('Two', 'MODEL shared')
    const files = storedFiles()
    expect((await h.api('DELETE', `/models/${one.id}`)).status).toBe(204)
    expect((await h.fail('GET', `/models/${one.id}`)).status).toBe(404)
    expect((await h.fail('DELETE', `/models/${one.id}`)).status).toBe(404)
    expect(storedFiles()).toBe(files)
    await h.api('DELETE', '/models/Two')
    expect((await h.fail('GET', `/models/${two.id}`)).status).toBe(404)
    expect(storedFiles()).toBe(files - 1)
  })

  it.skipIf(isInBucket)('keeps the weights during a run, and removes them with the next ones after it', async () => {
    const { id } = await importModel('Mine', 'MODEL busy')
    const workflow = await h.createWorkflow('W')
    const runId = await h.startRun(workflow)
    const run = await h.engine.run(0)
    const files = storedFiles()
    await h.api('DELETE', `/models/${id}`)
    expect(storedFiles()).toBe(files)
    expect(existsSync(run.job.models.det?.path as string)).toBe(true)
    await h.api('POST', `/workflow-runs/${runId}/cancel`)
    const { id: next } = await importModel('Next', 'MODEL next')
    await h.api('DELETE', `/models/${next}`)
    expect(storedFiles()).toBe(files - 1)
  })

  it('deletes many at once, and the call can be repeated', async () => {
    const [one, two] = [await importModel('One'), await importModel('Two')]
    const unknown = '00000000-0000-7000-8000-000000000000'
    const bulk = (model_ids: string[], key = h.keys.owner) =>
      h.api<ModelBulkDelete>('POST', '/models/bulk-delete', { body: { model_ids }, key })
    const foreign = await bulk([one.id], h.foreignKey)
    expect(foreign.body.data).toEqual({ succeeded: [], not_found: [one.id], count: 0 })
    const ids = [one.id, unknown, two.id, one.id.toUpperCase(), unknown]
    const data = { succeeded: [one.id, two.id], not_found: [unknown], count: 2 }
    expect((await bulk(ids)).body).toEqual({ data })
    const again = await bulk([one.id, two.id])
    expect([again.status, again.body.data]).toEqual([200, { succeeded: [], not_found: [one.id, two.id], count: 0 }])
  })

  it('accepts 1 to 10,000 ids in one call, each a UUID', async () => {
    const ids = (n: number) =>
      Array.from({ length: n }, (_, i) => `00000000-0000-7000-8000-${String(i).padStart(12, '0')}`)
    const status = async (model_ids: string[]) =>
      (await h.api('POST', '/models/bulk-delete', { body: { model_ids } })).status
    expect(await status(ids(10_000))).toBe(200)
    expect(await status(ids(10_001))).toBe(422)
    expect(await status([])).toBe(422)
    expect(await status([MODEL])).toBe(422)
  })

  it('restores a bundled model at the next start', async () => {
    expect((await h.api('DELETE', `/models/${MODEL}`)).status).toBe(204)
    expect((await h.fail('GET', `/models/${MODEL}`)).status).toBe(404)
    await h.close()
    h = await start()
    expect((await h.api('GET', `/models/${MODEL}`)).status).toBe(200)
    const workflow = await h.createWorkflow('W')
    const id = await h.startRun(workflow)
    ;(await h.engine.run(0)).finish()
    await eventually(async () => (await h.getRun(id)).status === 'completed')
  })
})

describe('extracting frames', () => {
  const extract = (body: object) =>
    h.fail('POST', '/video/extract-frames', { body: { dataset_name: 'Street', directory_name: 'clip', ...body } })

  it('checks the upload first, then the data set', async () => {
    const theirs = await h.upload('clip.mp4', 'VIDEO theirs', 'video/mp4', h.foreignKey)
    for (const store_path of ['sightline://nothing', theirs]) {
      const { status, error } = await extract({ store_path })
      expect([status, error.code, error.message]).toEqual([404, 'not_found', expect.stringContaining('store_path')])
    }
    const { status, error } = await extract({ store_path: DEMO_URI })
    expect([status, error.code, error.message]).toEqual([404, 'not_found', expect.stringContaining('“Street”')])
    expect((await h.fail('GET', '/video/extract-frames/x')).status).toBe(404)
  })

  it('accepts up to 60 frames a second', async () => {
    expect((await extract({ store_path: DEMO_URI, sample_fps: 60 })).status).toBe(404)
    for (const sample_fps of [0, 60.5]) expect((await extract({ store_path: DEMO_URI, sample_fps })).status).toBe(422)
  })
})
