/** Deployments as callers manage them. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DeploymentComputeOption, DeploymentQuote } from '../../../../src/shared/api/deployment-compute.ts'
import type { BulkActionResult, Deployment, DeploymentMetrics } from '../../../../src/shared/api/deployments.ts'
import type { NotificationList } from '../../../../src/shared/api/notifications.ts'
import { planOf } from '../../../../src/shared/api/plans.ts'
import type { Device } from '../../../../src/shared/domain/device.ts'
import { eventually } from '../../../setup/eventually.ts'
import { storedText } from '../../support/databases.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { deploy, importModel, predict, reach, read, setPlan, withDatabase } from './desk.ts'

const GPU: Device = {
  id: 'cuda',
  kind: 'cuda',
  name: 'NVIDIA H100',
  available: true,
  reason: null,
  software: false,
}

let h: Harness
beforeEach(async () => {
  h = await startHarness()
})
afterEach(() => h.close())

describe('a new deployment', () => {
  it('is provisioned, and then has an address for predictions', async () => {
    const { deployment, auth_token } = await deploy(h, { name: 'Street', inference_config: { confidence: 0.4 } })
    expect(deployment).toMatchObject({
      name: 'Street',
      status: 'provisioning',
      endpoint_url: null,
      compute_type: 'cpu',
      gpu_type: null,
      min_containers: 0,
      max_containers: 1,
      scaledown_window: 60,
      inference_config: { confidence: 0.4 },
      accrued_cost_credits: 0,
      uptime_seconds: 0,
      started_at: null,
      error: null,
    })
    expect(auth_token).toMatch(/^pk_deploy_[\w-]{43}$/)
    expect(auth_token.startsWith(deployment.auth_token_prefix ?? '-')).toBe(true)
    const active = await reach(h, 'Street', 'active')
    expect(active.endpoint_url).toBe(`${h.baseUrl}/api/v1/deployments/${deployment.id}/predict`)
    expect(active.started_at).not.toBeNull()
    expect((await predict(h, deployment.id, auth_token)).status).toBe(200)
    expect(await storedText(h.dataDir, 'deployments')).not.toContain(auth_token)
  })

  it('has a free name of its model unless it is named, and a name only once', async () => {
    const model_id = await importModel(h)
    const names = []
    for (let i = 0; i < 3; i++) names.push((await deploy(h, { model_id })).deployment.name)
    expect(new Set(names).size).toBe(3)
    expect(names.every((name) => name.startsWith('net'))).toBe(true)
    await deploy(h, { model_id, name: 'Street' })
    const body = { model_id, compute_type: 'cpu', name: 'Street' }
    expect(await h.fail('POST', '/deployments/', { body })).toMatchObject({
      status: 409,
      error: { code: 'name_conflict' },
    })
    await h.api('DELETE', '/deployments/Street')
    expect((await deploy(h, { model_id, name: 'Street' })).deployment.name).toBe('Street')
  })

  it('needs a ready model of the organization, a known GPU, and no more containers than the most', async () => {
    const model_id = await importModel(h)
    const create = (body: object) => h.fail('POST', '/deployments/', { body: { model_id, ...body } })
    expect(await create({ model_id: crypto.randomUUID() })).toMatchObject({ status: 404 })
    expect(await create({ gpu_type: 'h100' })).toMatchObject({
      status: 422,
      error: { details: [{ field: '/gpu_type' }] },
    })
    expect(await create({ gpu_type: null })).toMatchObject({
      status: 422,
      error: { details: [{ field: '/gpu_type' }] },
    })
    const containers = await create({ min_containers: 3, max_containers: 2 })
    expect(containers).toMatchObject({ status: 422, error: { details: [{ field: '/min_containers' }] } })
    await withDatabase(h, (db) =>
      db.updateTable('models').set({ status: 'archived' }).where('id', '=', model_id).execute(),
    )
    expect(await create({})).toMatchObject({ status: 409, error: { code: 'wrong_state' } })
    expect((await h.api<unknown[]>('GET', '/deployments/')).body).toEqual([])
  })

  it('fails with the reason when its model cannot be opened', async () => {
    const model_id = await importModel(h)
    h.engine.serveModel = (model) => ({
      ended: new Promise(() => undefined),
      pending: 0,
      pid: undefined,
      close: () => undefined,
      ready: Promise.resolve({ ok: false, error: { code: 'model_unreadable', message: 'Damaged.', node_id: null } }),
      predict: async () => ({ ok: false, error: { code: 'model_unreadable', message: model.name, node_id: null } }),
    })
    const { deployment, auth_token } = await deploy(h, { model_id })
    const failed = await reach(h, deployment.id, 'failed')
    expect([failed.endpoint_url, failed.error]).toEqual([null, expect.stringContaining('Damaged.')])
    expect((await predict(h, deployment.id, auth_token)).status).toBe(409)
    const feed = await eventually(async () => {
      const { body } = await h.api<NotificationList>('GET', '/notifications/')
      return body.notifications.length > 0 ? body.notifications : null
    })
    expect(feed).toMatchObject([{ type: 'deployment_failed', metadata: { deployment_id: deployment.id } }])
    expect(feed[0]?.message).toContain('Damaged.')
  })
})

describe('the tiers of compute', () => {
  const options = async () => (await h.api<DeploymentComputeOption[]>('GET', '/deployments/compute-options')).body
  const quote = (query: string) => h.api<DeploymentQuote>('GET', `/deployments/quote?${query}`)

  it('cost what the CPU costs where there is no GPU, and run on it', async () => {
    await setPlan(h, 'free')
    const found = await options()
    expect(found.map(({ key, available }) => [key, available])).toEqual([
      ['cpu', true],
      ...['t4', 'l4', 'a10g', 'a100'].map((key) => [key, false]),
    ])
    expect(new Set(found.map((one) => one.rate_per_min_micro_usd)).size).toBe(1)
    const { deployment } = await deploy(h, { compute_type: 'gpu' })
    expect(deployment).toMatchObject({ compute_type: 'gpu', gpu_type: 't4' })
    expect(deployment.cost_rate_per_min).toBe(found[0]?.rate_per_min_micro_usd)
    expect(h.engine.servers[0]?.model.device).toBe('cpu')
  })

  it('run on the GPU of the machine, each at its price, which the quote names', async () => {
    await setPlan(h, 'free')
    h.engine.found = [...h.engine.found, GPU]
    const found = await options()
    expect(found.every(({ available }) => available)).toBe(true)
    expect(new Set(found.map((one) => one.rate_per_min_micro_usd)).size).toBe(5)
    const { deployment } = await deploy(h, { compute_type: 'gpu', gpu_type: 'a100' })
    expect(h.engine.servers[0]?.model.device).toBe('cuda')
    const { body } = await quote('gpu_type=a100&min_containers=1')
    const rate = found.find(({ key }) => key === 'a100')?.rate_per_min_micro_usd as number
    expect([deployment.cost_rate_per_min, deployment.cost_per_hour]).toEqual([rate, 60 * rate])
    expect(body).toMatchObject({
      rate_per_min_micro_usd: rate,
      cost_per_hour_micro_usd: 60 * rate,
      cost_per_day_micro_usd: 1440 * rate,
      scale_to_zero: false,
    })
    expect((await quote('compute_type=cpu')).body.scale_to_zero).toBe(true)
    expect(await h.fail('GET', '/deployments/quote')).toMatchObject({
      status: 422,
      error: { details: [{ field: '/gpu_type' }] },
    })
    expect((await quote('gpu_type=v100')).status).toBe(422)
  })
})

describe('a deployment', () => {
  it('is listed by status and model, newest first', async () => {
    const model_id = await importModel(h)
    const { deployment: first } = await deploy(h, { model_id })
    const { deployment: second } = await deploy(h)
    await reach(h, first.id, 'active')
    await h.api('POST', `/deployments/${second.id}/pause`)
    const ids = async (query: string) =>
      (await h.api<Deployment[]>('GET', `/deployments/?${query}`)).body.map(({ id }) => id)
    expect(await ids('')).toEqual([second.id, first.id])
    expect(await ids('status=paused')).toEqual([second.id])
    expect(await ids(`model_id=${model_id}`)).toEqual([first.id])
    expect(await ids('limit=1&offset=1')).toEqual([first.id])
  })

  it('ends its containers while it is paused, and is resumed only then', async () => {
    const { deployment, auth_token } = await deploy(h, { name: 'Street', min_containers: 1 })
    await reach(h, 'Street', 'active')
    expect(await h.fail('POST', '/deployments/Street/resume')).toMatchObject({
      status: 409,
      error: { code: 'wrong_state' },
    })
    for (const _ of [1, 2]) {
      const paused = await h.api<Deployment>('POST', '/deployments/Street/pause')
      expect([paused.status, paused.body.status, paused.body.endpoint_url]).toEqual([200, 'paused', null])
    }
    expect(h.engine.servers.map(({ isClosed }) => isClosed)).toEqual([true])
    expect(await predict(h, deployment.id, auth_token)).toMatchObject({
      status: 409,
      body: { error: { code: 'wrong_state' } },
    })
    const resumed = await h.api<Deployment>('POST', '/deployments/Street/resume')
    expect(resumed.body).toMatchObject({ status: 'provisioning', endpoint_url: null })
    await reach(h, 'Street', 'active')
    expect((await predict(h, deployment.id, auth_token)).status).toBe(200)
  })

  it('stops at once when it is deleted, also for requests that wait, and stays listed', async () => {
    h.engine.holdsPredictions = true
    const { deployment, auth_token } = await deploy(h)
    await reach(h, deployment.id, 'active')
    const waiting = predict(h, deployment.id, auth_token)
    await eventually(() => h.engine.servers[0]?.pending === 1)
    expect((await h.api('DELETE', `/deployments/${deployment.id}`)).status).toBe(204)
    expect([401, 409]).toContain((await waiting).status)
    expect((await predict(h, deployment.id, auth_token)).status).toBe(401)
    expect((await read(h, deployment.id)).status).toBe('terminated')
    expect((await h.api('DELETE', `/deployments/${deployment.id}`)).status).toBe(204)
    for (const verb of ['pause', 'resume']) {
      expect((await h.fail('POST', `/deployments/${deployment.id}/${verb}`)).status).toBe(409)
    }
    expect((await h.api('GET', `/deployments/${encodeURIComponent(deployment.name)}`)).status).toBe(404)
  })

  it('survives the deletion of its model, whose file is kept for it', async () => {
    const model_id = await importModel(h, 'MODEL bus tram')
    const { deployment, auth_token } = await deploy(h, { model_id, scaledown_window: 1 })
    await reach(h, deployment.id, 'active')
    await h.api('DELETE', `/models/${model_id}`)
    await h.api('POST', `/deployments/${deployment.id}/pause`)
    await h.api('POST', `/deployments/${deployment.id}/resume`)
    await reach(h, deployment.id, 'active')
    const { body } = await predict(h, deployment.id, auth_token)
    expect(body.predictions.map((one) => one.class_name)).toEqual(['bus', 'tram'])
  })

  it('serves with the options of its model, and starts again with changed ones', async () => {
    const model_id = await importModel(h)
    const convert = (conversion: object | null) => h.api('PATCH', `/models/${model_id}`, { body: { conversion } })
    await convert({ channels: 'bgr' })
    const { deployment, auth_token } = await deploy(h, { model_id, min_containers: 1 })
    await reach(h, deployment.id, 'active')
    const [first] = h.engine.servers
    expect(first?.model.conversion).toEqual({ channels: 'bgr' })
    await convert({ channels: 'rgb', scale: 255 })
    const next = await eventually(() => h.engine.servers.find((server) => server !== first && !server.isClosed))
    expect(next.model.conversion).toEqual({ channels: 'rgb', scale: 255 })
    expect(first?.isClosed).toBe(true)
    expect((await predict(h, deployment.id, auth_token)).status).toBe(200)
    await h.api('POST', `/deployments/${deployment.id}/pause`)
    await convert(null)
    await h.api('POST', `/deployments/${deployment.id}/resume`)
    await reach(h, deployment.id, 'active')
    expect(h.engine.servers.at(-1)?.model.conversion).toBeNull()
  })

  it('reports its throughput and latency', async () => {
    const { deployment, auth_token } = await deploy(h)
    const metrics = async () => (await h.api<DeploymentMetrics>('GET', `/deployments/${deployment.id}/metrics`)).body
    await reach(h, deployment.id, 'active')
    expect(await metrics()).toMatchObject({ containers: 1, queued: 0, requests: 0, failed: 0, latency_ms: null })
    for (let i = 0; i < 4; i++) await predict(h, deployment.id, auth_token)
    await predict(h, deployment.id, auth_token, { image: { type: 'base64', value: 'bm8gaW1hZ2U=' } })
    const { latency_ms, ...counts } = await metrics()
    expect(counts).toMatchObject({ requests: 5, failed: 1 })
    expect(counts.requests_per_second).toBeGreaterThan(0)
    const { mean = 0, p50 = 0, p95 = 0, p99 = 0 } = latency_ms ?? {}
    expect(0 < mean && 0 < p50 && p50 <= p95 && p95 <= p99).toBe(true)
  })

  it('is there after a restart: active ones serve, paused ones stay paused', async () => {
    const served = await deploy(h, { min_containers: 1 })
    const cold = await deploy(h)
    const paused = await deploy(h)
    for (const { deployment } of [served, cold, paused]) await reach(h, deployment.id, 'active')
    await h.api('POST', `/deployments/${paused.deployment.id}/pause`)
    await h.platform.close()
    expect(h.engine.servers.every(({ isClosed }) => isClosed)).toBe(true)
    const again = await startHarness({ dataDir: h.dataDir })
    try {
      const statuses = [served, cold, paused].map(async ({ deployment: { id } }) => (await read(again, id)).status)
      expect(await Promise.all(statuses)).toEqual(['active', 'active', 'paused'])
      await eventually(() => again.engine.servers.length === 1)
      expect((await predict(again, served.deployment.id, served.auth_token)).status).toBe(200)
      expect((await predict(again, cold.deployment.id, cold.auth_token)).status).toBe(200)
      expect((await predict(again, paused.deployment.id, paused.auth_token)).status).toBe(409)
    } finally {
      await again.platform.close()
    }
  })
})

describe('calls for many deployments', () => {
  const bulk = async (verb: string, deployment_ids: string[]) =>
    (await h.api<BulkActionResult>('POST', `/deployments/bulk-${verb}`, { body: { deployment_ids } })).body

  it('change each one once, and name those that they do not find or may not change', async () => {
    const [a, b] = [(await deploy(h)).deployment, (await deploy(h)).deployment]
    const unknown = [crypto.randomUUID(), b.name]
    const result = { succeeded: [a.id, b.id], not_found: unknown, count: 2 }
    expect(await bulk('pause', [a.id, b.id, a.id.toUpperCase(), ...unknown])).toEqual(result)
    expect(await bulk('resume', [a.id, a.id])).toEqual({ succeeded: [a.id], not_found: [], count: 1 })
    expect(await bulk('resume', [a.id, b.id])).toEqual({ succeeded: [b.id], not_found: [a.id], count: 1 })
    expect(await bulk('delete', [a.id, b.id, ...unknown])).toEqual(result)
    expect(await bulk('pause', [a.id])).toEqual({ succeeded: [], not_found: [a.id], count: 0 })
  })

  it('resume all or none when the credits do not suffice for all', async () => {
    await setPlan(h, 'free')
    const ids = [(await deploy(h)).deployment.id, (await deploy(h)).deployment.id]
    await bulk('pause', ids)
    // A minute of a container costs 1,000.
    const { credits_monthly_allowance: allowance } = planOf('free')
    await withDatabase(h, async (db) => {
      const organization_id = h.platform.organizationId
      const at = new Date().toISOString()
      const txn = { id: crypto.randomUUID(), organization_id, key: `allowance:${at.slice(0, 7)}`, fingerprint: 'x' }
      await db
        .insertInto('ledger_txns')
        .values({ ...txn, detail: null, created_at: at })
        .execute()
      const balances = { available: 1500, issued: -allowance, lapsed: allowance - 1500, held: 0, earned: 0 }
      const rows = Object.entries(balances).map(([kind, balance]) => ({
        organization_id,
        kind: kind as 'held',
        balance,
      }))
      await db.insertInto('accounts').values(rows).execute()
    })
    const refused = await h.fail('POST', '/deployments/bulk-resume', { body: { deployment_ids: ids } })
    expect(refused).toMatchObject({ status: 402, error: { code: 'insufficient_credits' } })
    for (const id of ids) expect((await read(h, id)).status).toBe('paused')
    expect((await h.api('POST', `/deployments/${ids[0]}/resume`)).status).toBe(200)
  })
})
