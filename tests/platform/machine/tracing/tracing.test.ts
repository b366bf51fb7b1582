/** Traces from a request to the results of its run, as a collector of OpenTelemetry receives them. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type OpenTracing, openTracing } from '../../../../src/platform/machine/tracing/open-tracing.ts'
import { type Harness, startHarness } from '../../support/harness.ts'

interface Span {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  status?: { code?: number }
}

let collector: Server
let received: { service: string; spans: Span[] }[]
let tracing: OpenTracing | null
let h: Harness
beforeEach(async () => {
  received = []
  collector = createServer(async (request, reply) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { resourceSpans } = JSON.parse(Buffer.concat(parts).toString())
    for (const { resource, scopeSpans } of resourceSpans) {
      const named = resource.attributes.find(({ key }: { key: string }) => key === 'service.name')
      const spans = scopeSpans.flatMap((scope: { spans: Span[] }) => scope.spans)
      received.push({ service: named.value.stringValue, spans })
    }
    reply.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', `http://127.0.0.1:${(collector.address() as AddressInfo).port}`)
  tracing = await openTracing('server', '1.2.3')
  h = await startHarness()
})
afterEach(async () => {
  await h.close()
  await tracing?.close()
  collector.close()
  vi.unstubAllEnvs()
})

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
const spans = () => received.flatMap((batch) => batch.spans)
const named = (name: string) => spans().find((span) => span.name === name)

describe('a trace', () => {
  it('leads from the call of a caller to the published results of its run', async () => {
    const workflow = await h.createWorkflow('Count')
    const headers = { traceparent: `00-${TRACE}-${CALLER}-01` }
    const { body } = await h.api<{ run_id: string }>('POST', `/workflows/${workflow}/run`, { headers })
    ;(await h.engine.run(0)).finish()
    await expect.poll(async () => (await h.getRun(body.run_id)).status).toBe('completed')
    await h.close()
    await tracing?.close()
    expect(received[0]?.service).toBe('sightline-server')
    const call = spans().find(({ traceId, parentSpanId }) => traceId === TRACE && parentSpanId === CALLER)
    expect(call?.name).toMatch(/^POST .*\/workflows\/:workflow\/run$/)
    const job = named('job workflow_run')
    expect(job).toMatchObject({ traceId: TRACE, parentSpanId: call?.spanId })
    for (const step of ['run.prepare', 'engine.run', 'run.publish']) {
      expect(named(step), step).toMatchObject({ traceId: TRACE, parentSpanId: job?.spanId })
    }
  })

  it('of a call without one begins with it, and has its error', async () => {
    await h.api('GET', '/workflow-runs/none')
    await h.close()
    await tracing?.close()
    const call = spans().find(({ name }) => name.startsWith('GET ') && name.endsWith('/workflow-runs/:run_id'))
    expect(call?.parentSpanId ?? '').toBe('')
    expect(call?.traceId).toMatch(/^[0-9a-f]{32}$/)
  })
})

it('nothing is recorded without a collector', async () => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', '')
  await expect(openTracing('server', '1.2.3')).resolves.toBeNull()
})
