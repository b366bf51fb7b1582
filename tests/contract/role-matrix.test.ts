/** Every declared endpoint against every kind of caller, from the declarations. */
import { Ajv } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Endpoint, ROLES, type Role, roleAtLeast } from '../../src/shared/api/endpoint.ts'
import type { ErrorBody } from '../../src/shared/api/errors.ts'
import { ENDPOINTS, type EndpointId } from '../../src/shared/api/index.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'
import { MODEL_BYTES } from '../platform/support/scripted-engine.ts'
import { SAMPLES, type Sample, type Things } from './samples.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness()
})
afterAll(async () => {
  // The server reports an endpoint that answers a code which it does not declare.
  expect(h.logged).toEqual([])
  await h.close()
})

/** Fresh for each call: some calls delete them. */
async function makeThings(): Promise<Things> {
  const workflow = await h.createWorkflow(`Workflow ${Math.random()}`)
  const index = h.engine.runs.length
  const endedRun = await h.startRun(workflow)
  const run = await h.engine.run(index)
  run.finish({ artifacts: [run.write('counts.csv', 'a,b\n1,2\n')] })
  while ((await h.getRun(endedRun)).status !== 'completed') await new Promise((resolve) => setTimeout(resolve, 2))
  const modelHandle = await h.upload('net.onnx', MODEL_BYTES, 'application/octet-stream')
  return { workflow, endedRun, artifact: 'counts.csv', model: 'street-detector', modelHandle }
}

/** Runs that a call has started are cancelled, so that the next one has its turn. */
async function stopRuns(): Promise<void> {
  for (const status of ['queued', 'processing']) {
    const { body } = await h.api<{ id: string }[]>('GET', `/workflow-runs?status=${status}`)
    for (const { id } of body) await h.api('POST', `/workflow-runs/${id}/cancel`)
  }
}

function pathOf(endpoint: Endpoint, { params = {}, query = {} }: Sample): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] as string))
  const search = new URLSearchParams(query).toString()
  return search ? `${path}?${search}` : path
}

/** For callers who are refused before anything is looked up. */
const NOTHING: Things = { workflow: 'w', endedRun: 'r', artifact: 'a', model: 'm', modelHandle: 'h' }

async function callWith(id: string, key: string | null, things: Things) {
  const endpoint = ENDPOINTS.get(id) as Endpoint
  const sample = SAMPLES[id as EndpointId](things)
  const answer = await h.api<ErrorBody>(endpoint.method, pathOf(endpoint, sample), { key, body: sample.body })
  if (things !== NOTHING) await stopRuns()
  return { ...answer, sample, endpoint }
}

const keyed = [...ENDPOINTS].filter(([, e]) => e.role !== 'none' && e.role !== 'signed_url').map(([id]) => id)

describe.each(keyed)('%s', (id) => {
  const { role, path } = ENDPOINTS.get(id) as Endpoint & { role: Role }

  it.each([
    ['no key', () => null],
    ['an unknown key', () => 'pk_live_unknown'],
    ['a key of another form', () => 'Bearer x'],
  ])('refuses %s with 401', async (_name, key) => {
    const { status, body } = await callWith(id, key(), NOTHING)
    expect([status, body.error.kind, body.error.code]).toEqual([401, 'AuthError', 'invalid_key'])
  })

  it.each(ROLES.filter((r) => !roleAtLeast(r, role)))('refuses a %s with 403', async (lower) => {
    const { status, body } = await callWith(id, h.keys[lower], NOTHING)
    expect([status, body.error.kind, body.error.code]).toEqual([403, 'ForbiddenError', 'role_too_low'])
  })

  it.each(ROLES.filter((r) => roleAtLeast(r, role)))('serves a %s as declared', async (enough) => {
    const { status, body, sample, endpoint } = await callWith(id, h.keys[enough], await makeThings())
    const { reply } = endpoint
    const declared = reply.as === 'json' ? (reply.status ?? 200) : reply.as === 'empty' ? 204 : 200
    expect([declared, ...(sample.also ?? [])], JSON.stringify(body)).toContain(status)
    if (reply.as !== 'json' || status !== declared) return
    const schema = JSON.parse(JSON.stringify(reply.schema), (key, value) => (key === '$id' ? undefined : value))
    const validate = new Ajv({ strict: false }).compile(schema)
    expect(validate(body), JSON.stringify(validate.errors)).toBe(true)
  })

  it('shows another organization nothing of this one', async () => {
    const { status, body } = await callWith(id, h.foreignKey, await makeThings())
    const namesSomething = path.includes('{') || id === 'models.import'
    if (namesSomething && id !== 'models.get') {
      expect([status, body.error.kind]).toEqual([404, 'NotFoundError'])
    } else {
      expect(JSON.stringify(body)).not.toContain(h.platform.organizationId)
      expect(status).toBeLessThan(300)
    }
  })
})
