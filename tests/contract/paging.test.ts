/** Limits and offsets of every list: values that are no page are 422, and never a fault of the database. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Endpoint, MAX_OFFSET } from '../../src/shared/api/endpoint.ts'
import type { ErrorBody } from '../../src/shared/api/errors.ts'
import { ENDPOINTS, type EndpointId } from '../../src/shared/api/index.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'
import type { Things } from './sample.ts'
import { SAMPLES } from './samples.ts'
import { addressOf, createThings, keyFor } from './things.ts'

let h: Harness
let named: Things
const things = createThings(() => h)
beforeAll(async () => {
  h = await startHarness({ allowPrivateWebhooks: true })
  const { webhook } = await things.of('webhooks.deliveries')
  const { evaluation } = await things.of('modelEvaluations.images')
  const { export: exported } = await things.of('exports.images')
  const { scannedDataset } = await things.of('nearDuplicates.groups')
  const { task } = await things.of('tasks.images')
  const { workflow } = await things.of('studioVersions.list')
  named = {
    ...(await things.of('datasets.get')),
    webhook,
    evaluation,
    export: exported,
    scannedDataset,
    task,
    workflow,
  }
})
afterAll(() => h.close())

const fields = [...ENDPOINTS].flatMap(([id, { query }]) =>
  Object.keys(query?.properties ?? {})
    .filter((name) => /(^|_)(limit|offset)$/.test(name))
    .map((name) => [id as EndpointId, name] as const),
)

function callWith(id: EndpointId, query: Record<string, string>) {
  const sample = SAMPLES[id](named)
  const endpoint = ENDPOINTS.get(id) as Endpoint
  const address = addressOf(endpoint, { ...sample, query: { ...sample.query, ...query } })
  return h.api<ErrorBody>(endpoint.method, address, { key: keyFor(h, endpoint) })
}

const NONSENSE = [
  '1e20',
  '-1',
  '1.5',
  'NaN',
  'Infinity',
  '',
  ' ',
  'ten',
  '99999999999999999999',
  '1;drop',
  'null',
  '0x10',
]

describe.each(fields)('%s', (id, name) => {
  it.each(NONSENSE)(`rejects the ${name} %j with 422`, async (value) => {
    const { status, body } = await callWith(id, { [name]: value })
    expect([status, body.error.code]).toEqual([422, 'invalid_field'])
    expect(body.error.details[0]).toMatchObject({ field: `/${name}` })
  })

  it.runIf(name.endsWith('offset'))(`accepts the largest ${name}, and no larger one`, async () => {
    const also: Record<string, string> = name.startsWith('images') ? { include_images: 'true' } : {}
    expect((await callWith(id, { ...also, [name]: String(MAX_OFFSET) })).status).toBe(200)
    expect((await callWith(id, { ...also, [name]: String(MAX_OFFSET + 1) })).status).toBe(422)
  })
})
