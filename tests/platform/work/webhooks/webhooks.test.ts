/** Webhook endpoints over the API, and the events of runs that they receive. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isPublicAddress, publicLookup, whyNotPublic } from '../../../../src/platform/work/webhooks/public-url.ts'
import { createSend } from '../../../../src/platform/work/webhooks/send.ts'
import type { CreatedWebhookEndpoint, WebhookDelivery, WebhookEndpoint } from '../../../../src/shared/api/webhooks.ts'
import type { OutboxLine } from '../../../../src/shared/domain/outbox-line.ts'
import { message } from '../../../../src/shared/messages/message.ts'
import { eventually } from '../../../setup/eventually.ts'
import { countingGraph } from '../../support/graphs.ts'
import { type Harness, startHarness } from '../../support/harness.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { joinPlatform } from '../../support/shared-platform.ts'

let h: Harness
let receiver: Receiver

beforeEach(async () => {
  receiver = await startReceiver()
  h = await joinPlatform({ allowPrivateWebhooks: true })
})
afterEach(async () => {
  await h.close()
  await receiver.close()
})

const create = async (body: object) =>
  (await h.api<CreatedWebhookEndpoint>('POST', '/webhooks/endpoints', { body })).body
const typesTaken = () => receiver.taken.map((r) => r.headers['x-service-event-type'])

describe('endpoints', () => {
  it('are created with a secret that is shown only then', async () => {
    const { endpoint, secret } = await create({ url: receiver.url })
    expect(secret).toMatch(/^whsec_.{20,}/)
    expect(endpoint).toMatchObject({
      name: new URL(receiver.url).host,
      enabled: true,
      event_types: [],
      secret_version: 1,
    })
    const { body } = await h.api<WebhookEndpoint>('GET', `/webhooks/endpoints/${endpoint.name}`)
    expect(body.id).toBe(endpoint.id)
    expect(JSON.stringify(body)).not.toContain(secret)
    expect(secret.startsWith(body.secret_prefix ?? '?')).toBe(true)
  })

  it('get names of their own at the same host', async () => {
    await create({ url: receiver.url })
    const second = await create({ url: `${receiver.url}/other` })
    expect(second.endpoint.name).toBe(`${new URL(receiver.url).host} (2)`)
  })

  it('reject invalid input with the field’s name', async () => {
    const unknown = await h.fail('POST', '/webhooks/endpoints', { body: { url: receiver.url, event_types: ['x'] } })
    expect([unknown.status, unknown.error.details[0]?.field]).toEqual([422, '/event_types/0'])
    const { endpoint } = await create({ url: receiver.url })
    const empty = await h.fail('PATCH', `/webhooks/endpoints/${endpoint.id}`, { body: {} })
    expect([empty.status, empty.error.code]).toEqual([400, 'empty_update'])
  })

  it('can be tested', async () => {
    const { endpoint } = await create({ url: receiver.url })
    const test = () => h.api('POST', `/webhooks/endpoints/${endpoint.id}/test`)
    expect((await test()).body).toEqual({ delivered: true, status_code: 200, error: null })
    expect(typesTaken()).toEqual(['webhook.test'])
    receiver.answer = 503
    expect((await test()).body).toEqual({
      delivered: false,
      status_code: 503,
      error: 'The receiver responded with status 503',
      text: { code: 'webhook.refused', params: { status: 503 } },
    })
  })
})

describe('the end of a run', () => {
  it('is published with links to its artifacts that need no key', async () => {
    await create({ url: receiver.url })
    const workflow = await h.createWorkflow('Told')
    const id = await h.startRun(workflow)
    const run = await h.engine.run(0)
    run.finish({ artifacts: [run.write('counts.csv', 'a,b\n1,2\n')] })
    await eventually(() => receiver.taken.length === 1)
    expect(typesTaken()).toEqual(['workflow_run.completed'])
    const { data } = JSON.parse(receiver.taken[0]?.body ?? '')
    expect(data).toMatchObject({ run_id: id, workflow_name: 'Told', status: 'completed' })
    const [artifact] = data.artifacts
    expect(await (await fetch(artifact.url)).text()).toBe('a,b\n1,2\n')
    const forged = await fetch(artifact.url.replace('counts.csv', 'run.log'))
    expect(forged.status).toBe(403)
  })

  it('is published when it failed, and not when it was cancelled', async () => {
    await create({ url: receiver.url })
    const workflow = await h.createWorkflow('Told')
    const first = await h.startRun(workflow)
    await h.engine.run(0)
    await h.api('POST', `/workflow-runs/${first}/cancel`)
    await h.startRun(workflow)
    const run = await h.engine.run(1)
    run.finish({ status: 'error', error: { code: 'block_failed', message: 'No.', node_id: 'det' }, artifacts: [] })
    await eventually(() => receiver.taken.length > 0)
    expect(typesTaken()).toEqual(['workflow_run.failed'])
    expect(JSON.parse(receiver.taken[0]?.body ?? '').data.error.message).toBe('No.')
  })
})

describe('a webhook sink', () => {
  const graph = (url: string) => {
    const counting = countingGraph()
    const nodes = counting.nodes.map((n) => (n.type === 'sink' ? { ...n, config: { kind: 'webhook', url } } : n))
    return { ...counting, nodes }
  }
  const lines = (...ids: string[]) =>
    ids
      .map((delivery_id): OutboxLine => ({ delivery_id, url: receiver.url, body: JSON.stringify({ id: delivery_id }) }))
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('')

  it('has its records sent during the run, each once', async () => {
    await h.startRun(await h.createWorkflow('Live', graph(receiver.url)))
    const run = await h.engine.run(0)
    mkdirSync(run.job.outboxDir, { recursive: true })
    const file = join(run.job.outboxDir, 'sink.jsonl')
    const half = lines('b').slice(0, 10)
    writeFileSync(file, lines('a') + half)
    run.progress(1)
    await eventually(() => receiver.taken.length === 1)
    writeFileSync(file, lines('a', 'b', 'c'))
    run.finish()
    await eventually(() => receiver.taken.length === 3)
    expect(receiver.taken.map((r) => JSON.parse(r.body).id)).toEqual(['a', 'b', 'c'])
    const { body } = await h.api<WebhookEndpoint[]>('GET', '/webhooks/endpoints')
    expect(body).toMatchObject([{ url: receiver.url, event_types: ['workflow_run.records'] }])
    await eventually(async () => (await delivered()).length === 3)
  })

  const delivered = async () => (await h.api<WebhookDelivery[]>('GET', '/webhooks/deliveries?status=delivered')).body

  it('has records sent after a restart that the engine had written before the app died', async () => {
    h = await startHarness({ allowPrivateWebhooks: true })
    await h.startRun(await h.createWorkflow('Died', graph(receiver.url)))
    const { outboxDir } = (await h.engine.run(0)).job
    await h.platform.close()
    mkdirSync(outboxDir, { recursive: true })
    writeFileSync(join(outboxDir, 'sink.jsonl'), lines('a', 'b'))
    const again = await startHarness({ dataDir: h.dataDir, allowPrivateWebhooks: true })
    await expect.poll(() => receiver.taken.map((r) => JSON.parse(r.body).id)).toEqual(['a', 'b'])
    await again.close()
  })

  it('is not runnable with an address that is not public', async () => {
    const strict = await startHarness()
    const workflow = await strict.createWorkflow('Inside', graph('http://192.168.1.4/hook'))
    const { status, error } = await strict.fail('POST', `/workflows/${workflow}/run`)
    expect([status, error.code]).toEqual([400, 'graph_not_runnable'])
    expect(error.details).toMatchObject([{ code: 'resource.webhook_not_public', field: '/url' }])
    const refused = await strict.fail('POST', '/webhooks/endpoints', { body: { url: 'https://10.0.0.1/hook' } })
    expect([refused.status, refused.error.details[0]?.field]).toEqual([422, '/url'])
    await strict.close()
  })
})

describe('public addresses', () => {
  it.each([
    'http://example.com/hook',
    'https://localhost/hook',
    'https://printer.local/hook',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://[::7f00:1]/',
    'https://[::10.0.0.1]/',
    'https://[::8.8.8.8]/',
    'https://[64:ff9b::10.0.0.1]/',
    'https://[64:ff9b:1::8.8.8.8]/',
    'https://[2002:7f00:1::1]/',
    'https://[2002:a9fe:a9fe::]/',
    'https://[::ffff:0:10.0.0.1]/',
    'https://[::ffff:168.63.129.16]/',
    'https://[2001::1]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://168.63.129.16/',
    'https://168.63.129.16./',
    'https://100.100.100.200/',
    'https://192.0.0.192/',
    'https://100.64.0.1/',
    'https://0.0.0.0/',
    'https://255.255.255.255/',
    'https://127.1/',
    'https://0177.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://192.168.0.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://intranet/',
    'https://user:secret@example.com/',
    'ftp://example.com/',
    'nonsense',
  ])('do not include %s', (url) => {
    expect(whyNotPublic(url)?.code).toMatch(/^webhook\./)
  })

  it.each([
    'https://example.com/hook',
    'https://93.184.216.34/',
    'https://[2606:2800:220:1::1]/x',
    'https://[64:ff9b::93.184.216.34]/',
    'https://[2002:5db8:d822::1]/',
    'https://[::ffff:93.184.216.34]/',
    'https://168.63.129.17/',
    'https://a.b.example.org:8443/',
  ])('include %s', (url) => {
    expect(whyNotPublic(url)).toBeNull()
  })

  it('are checked again at delivery, also when they are written as numbers', async () => {
    const refused = message('webhook.private_network', { host: '::7f00:1' })
    const sending = { deliveryId: 'd', eventType: 'webhook.test', body: '{}', secrets: [], at: new Date(0) }
    const sent = await createSend({ allowPrivate: false })({ ...sending, url: 'https://[::7f00:1]/' })
    expect(sent).toEqual({ statusCode: null, failure: refused, isFinal: true })
  })

  it('are checked again when a name has been resolved', async () => {
    expect(isPublicAddress('127.0.0.1')).toBe(false)
    const error = await new Promise((resolve) => publicLookup('localhost', {}, (e) => resolve(e)))
    expect(error).toMatchObject({ code: 'EACCES', reason: message('webhook.leads_inside', { host: 'localhost' }) })
  })
})
