/** Every declared endpoint against every kind of caller, from the declarations. */
import { Ajv, type ValidateFunction } from 'ajv'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changes, credentialOf, type Endpoint, OPERATOR, ROLES, roleAtLeast } from '../../src/shared/api/endpoint.ts'
import type { ErrorBody } from '../../src/shared/api/errors.ts'
import { ENDPOINTS, type EndpointId } from '../../src/shared/api/index.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'
import type { Things } from './sample.ts'
import { SAMPLES } from './samples.ts'
import { addressOf, createThings, NOTHING } from './things.ts'

let h: Harness
beforeAll(async () => {
  h = await startHarness({ allowPrivateWebhooks: true })
})
afterAll(async () => {
  // The server logs an endpoint that returns a code which it does not declare.
  expect(h.logged).toEqual([])
  await h.close()
})

const things = createThings(() => h)

/** Calls that name an object elsewhere than in their path. */
const NAMING_IN_BODY = [
  'models.import',
  'devices.check',
  'video.extractFrames',
  'autoAnnotate.point',
  'autoAnnotate.box',
  'autoAnnotate.text',
  'autoAnnotate.quote',
  'autoAnnotate.batch',
  'images.find',
  'images.import',
  'imageBatches.move',
  'imageBatches.copy',
  'imageBatches.delete',
  'imageBatches.update',
  'imageLists.summaries',
  'imageSplits.assign',
  'search.similar',
  'search.byText',
  'propagation.follow',
  'derivedDatasets.preview',
  'directories.create',
  'folders.create',
  'annotationComments.list',
  'annotations.addClass',
  'annotations.renameClass',
  'annotations.mergeClass',
  'annotations.deleteClass',
  'webhooks.deliveries',
  'exports.create',
  'exports.plan',
  'imports.create',
  'modelEvaluations.create',
  'deployments.create',
  'tasks.create',
  'studioRunLabels.create',
]

async function callWith(id: string, key: string | null, named: Things) {
  const endpoint = ENDPOINTS.get(id) as Endpoint
  const sample = SAMPLES[id as EndpointId](named)
  const answer = await h.api<ErrorBody>(endpoint.method, addressOf(endpoint, sample), { key, body: sample.body })
  if (named !== NOTHING && changes(endpoint)) await things.stopRuns()
  return { ...answer, sample, endpoint }
}

const ajv = new Ajv({ strict: false })
const withoutIds = (schema: unknown): object =>
  JSON.parse(JSON.stringify(schema), (key, value) => (key === '$id' ? undefined : value))

const CALLERS = [...ROLES, OPERATOR] as const
type Kind = (typeof CALLERS)[number]

/** The operator’s key of the tests has the lowest role in its organization. */
const mayCall = (caller: Kind, least: Kind): boolean => {
  if (least === OPERATOR) return caller === OPERATOR
  return roleAtLeast(caller === OPERATOR ? 'viewer' : caller, least)
}

const keyed = [...ENDPOINTS].filter(([, e]) => credentialOf(e) === 'api_key').map(([id]) => id)

const forPeople = [...ENDPOINTS].filter(([, e]) => credentialOf(e) === 'session').map(([id]) => id)

describe.each(forPeople)('%s', (id) => {
  it.each([null, 'pk_live_unknown'])('rejects the key %s with 401', async (key) => {
    const { status, body } = await callWith(id, key, NOTHING)
    expect([status, body.error.kind, body.error.code]).toEqual([401, 'AuthError', 'invalid_key'])
  })

  it.each(ROLES)('refuses a key of the role %s with 403', async (role) => {
    const { status, body } = await callWith(id, h.keys[role], await things.kept(id))
    expect([status, body.error.kind, body.error.code]).toEqual([403, 'ForbiddenError', 'session_needed'])
  })
})

describe.each(keyed)('%s', (id) => {
  const { role, path } = ENDPOINTS.get(id) as Endpoint & { role: Kind }
  let validate: ValidateFunction | undefined

  it.each([
    ['no key', () => null],
    ['an unknown key', () => 'pk_live_unknown'],
    ['a key of another form', () => 'Bearer x'],
  ])('rejects %s with 401', async (_name, key) => {
    const { status, body } = await callWith(id, key(), NOTHING)
    expect([status, body.error.kind, body.error.code]).toEqual([401, 'AuthError', 'invalid_key'])
  })

  it.each(ROLES.filter((r) => !mayCall(r, role)))('refuses a %s with 403', async (lower) => {
    const { status, body } = await callWith(id, h.keys[lower], NOTHING)
    expect([status, body.error.kind, body.error.code]).toEqual([403, 'ForbiddenError', 'role_too_low'])
  })

  it.each(CALLERS.filter((r) => mayCall(r, role)))('serves a %s as declared', async (enough) => {
    const key = enough === OPERATOR ? h.operatorKey : h.keys[enough]
    const { status, body, sample, endpoint } = await callWith(id, key, await things.of(id))
    const { reply } = endpoint
    const declared = reply.as === 'json' ? (reply.status ?? 200) : reply.as === 'empty' ? 204 : 200
    expect([declared, ...(sample.also ?? [])], JSON.stringify(body)).toContain(status)
    if (reply.as !== 'json' || status !== declared) return
    validate ??= ajv.compile(withoutIds(reply.schema))
    expect(validate(body), JSON.stringify(validate.errors)).toBe(true)
  })

  it('shows another organization nothing of this one', async () => {
    // A refused call is in the audit log of its caller with the names that it gave.
    const named = role === OPERATOR ? NOTHING : await things.kept(id)
    const { status, body, sample } = await callWith(id, h.foreignKey, named)
    if (role === OPERATOR) return expect([status, body.error.code]).toEqual([403, 'role_too_low'])
    const namesSomething = path.includes('{') || NAMING_IN_BODY.includes(id)
    if (namesSomething) {
      expect([status, body.error.kind]).toEqual([404, 'NotFoundError'])
    } else {
      expect(JSON.stringify(body)).not.toContain(h.platform.organizationId)
      expect(status < 300 || sample.also?.includes(status), JSON.stringify(body)).toBe(true)
    }
  })
})
