/** Calls that are in progress when their key is revoked. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CreatedApiKey } from '../../../../src/shared/api/api-keys.ts'
import { DEVELOPER_PREFIX } from '../../../../src/shared/api/endpoint.ts'
import { eventually } from '../../../setup/eventually.ts'
import { openPlatformDatabase } from '../../support/databases.ts'
import { DEMO_URI } from '../../support/graphs.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

let h: Harness
let key: CreatedApiKey
beforeEach(async () => {
  h = await startHarness({ heartbeatMs: 50 })
  key = (await h.api<CreatedApiKey>('POST', '/api/v1/api-keys/', { body: { name: 'Short-lived' } })).body
})
afterEach(async () => {
  expect(h.logged).toEqual([])
  await h.close()
})

const revoke = () => h.api('DELETE', `/api/v1/api-keys/${key.key_id}`)
const switchOff = () => h.api('PATCH', `/api/v1/api-keys/${key.key_id}`, { body: { is_active: false } })

it.each([
  ['revoked', revoke],
  ['switched off', switchOff],
])('end when it is %s: a stream is cut off, and can’t be opened again', async (_how, end) => {
  const runId = await h.startRun(await h.createWorkflow('W'))
  await h.engine.run(0)
  const url = `${h.baseUrl}${DEVELOPER_PREFIX}/workflow-runs/${runId}/events`
  const open = () => fetch(url, { headers: { 'x-api-key': key.api_key } })
  const { body } = await open()
  let bytes = 0
  const ended = (async () => {
    for await (const part of body ?? []) bytes += (part as Uint8Array).length
  })().catch(() => undefined)
  await eventually(() => bytes > 0)
  await end()
  await ended
  expect((await h.getRun(runId)).status).toBe('processing')
  expect((await open()).status).toBe(401)
})

it('end with 401 when they wait for a reply', async () => {
  const workflow = await h.createWorkflow('W')
  const waiting = h.fail('POST', `/workflows/${workflow}/invoke?wait=true`, {
    key: key.api_key,
    body: { source: { kind: 'video', gcs_uri: DEMO_URI } },
  })
  await h.engine.run(0)
  await revoke()
  const { status, error } = await waiting
  expect([status, error.code]).toEqual([401, 'invalid_key'])
})

it('continue under another key', async () => {
  const workflow = await h.createWorkflow('W')
  const waiting = h.api('POST', `/workflows/${workflow}/invoke?wait=true`, {
    key: h.keys.member,
    body: { source: { kind: 'video', gcs_uri: DEMO_URI } },
  })
  const run = await h.engine.run(0)
  await revoke()
  // Longer than the interval of the check.
  await new Promise((resolve) => setTimeout(resolve, 700))
  run.finish()
  expect((await waiting).status).toBe(201)
})

it('fail within a second when another server of the database revokes the key', async () => {
  const call = async () => (await h.api('GET', '/workflows/', { key: key.api_key })).status
  expect(await call()).toBe(200)
  const elsewhere = await openPlatformDatabase(h.dataDir)
  await elsewhere.deleteFrom('api_keys').where('id', '=', key.key_id).execute()
  await elsewhere.destroy()
  await eventually(async () => (await call()) === 401)
})
