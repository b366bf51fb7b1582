/** The client against a server that deliberately misbehaves. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import { backoffMs, retryAfterMs } from '../../src/client/retry.ts'
import { API_PREFIX, DEVELOPER_PREFIX } from '../../src/shared/api/endpoint.ts'
import { ApiError } from '../../src/shared/api/errors.ts'
import { eventually } from '../setup/eventually.ts'

type Respond = (request: IncomingMessage, response: ServerResponse, body: string) => void

let server: Server
let baseUrl: string
let seen: { line: string; body: string; key: string | undefined; idempotencyKey: string | undefined }[]
let respond: Respond
beforeEach(async () => {
  seen = []
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      seen.push({
        line: `${request.method} ${request.url}`,
        body,
        key: request.headers['x-api-key'] as string,
        idempotencyKey: request.headers['idempotency-key'] as string | undefined,
      })
      respond(request, response, body)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const client = (more: object = {}) =>
  createClient({ baseUrl, apiKey: 'pk_live_x', retry: { firstDelayMs: 1, maxDelayMs: 2 }, ...more })
const answer =
  (status: number, body: unknown, headers: Record<string, string> = {}): Respond =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
/** Each request gets the next response; the last one repeats forever. */
const inTurn =
  (...answers: Respond[]): Respond =>
  (request, response, body) =>
    (answers.length > 1 ? answers.shift() : answers[0])?.(request, response, body)
const cut: Respond = (request) => request.socket.destroy()
const failure = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => expect.fail('It succeeded'),
    (e) => e,
  )

describe('a call', () => {
  it('is sent as declared, every part of it encoded', async () => {
    respond = answer(200, { ok: true })
    await client().workflows.invoke({
      params: { workflow: 'a/b ?#%' },
      query: { wait: true },
      body: { source: { kind: 'image', gcs_uri: 'u' } },
    })
    expect(seen).toEqual([
      {
        line: `POST ${DEVELOPER_PREFIX}/workflows/a%2Fb%20%3F%23%25/invoke?wait=true`,
        body: '{"source":{"kind":"image","gcs_uri":"u"}}',
        key: 'pk_live_x',
        idempotencyKey: expect.any(String),
      },
    ])
  })

  it('made by its id is the same', async () => {
    respond = answer(200, [])
    const list = await client().call('workflows.list', { query: { limit: 5 } })
    expect(list).toEqual([])
    expect(seen[0]?.line).toBe(`GET ${DEVELOPER_PREFIX}/workflows/?limit=5`)
  })

  it('goes to the base that its declaration names', async () => {
    respond = answer(200, [])
    await client().apiKeys.list({ query: { organization: 'Street lab' } })
    expect(seen[0]?.line).toBe(`GET ${API_PREFIX}/api-keys/?organization=Street+lab`)
  })

  it('with an empty reply returns undefined', async () => {
    respond = (_request, response) => response.writeHead(204).end()
    expect(await client().workflows.delete({ params: { workflow: 'w' } })).toBeUndefined()
  })
})

describe('a failure', () => {
  it('of the API keeps its code, message and details', async () => {
    const details = [{ field: '/name', message: 'is required' }]
    respond = answer(422, { error: { kind: 'ValidationError', code: 'invalid_field', message: 'No.', details } })
    const error = await failure(client().models.list())
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 422,
      kind: 'ValidationError',
      code: 'invalid_field',
      message: 'No.',
      details,
    })
  })

  it.each<[number, string, string]>([
    [400, '<html>', 'malformed_request'],
    [401, '', 'invalid_key'],
    [402, 'null', 'insufficient_credits'],
    [403, '{}', 'role_too_low'],
    [404, '{"error": "nope"}', 'not_found'],
    [408, '[]', 'wait_timeout'],
    [409, '{"error": {"code": 5}}', 'wrong_state'],
    [418, '"tea"', 'malformed_request'],
    [500, '{"error"', 'internal'],
    [599, '', 'internal'],
  ])('of status %i with the body %j is told by its status', async (status, body, code) => {
    respond = answer(status, body)
    const error = await failure(client().models.list())
    expect(error).toMatchObject({ code, details: [] })
    expect(error.message).not.toContain('html')
  })

  it('of a code that this client does not know keeps its message', async () => {
    respond = answer(409, { error: { kind: 'X', code: 'from_the_future', message: 'New.', details: [] } })
    expect(await failure(client().models.list())).toMatchObject({ code: 'wrong_state', message: 'New.' })
  })

  it('to reach the server is reported as a connection error', async () => {
    server.close()
    expect(await failure(client().models.list())).toMatchObject({ code: 'unreachable', details: [] })
  })

  it('of a reply that is not JSON does not count as a success', async () => {
    respond = answer(200, '<html>a login page')
    expect(await failure(client().models.list())).toMatchObject({ code: 'unreachable' })
  })
})

describe('a retry', () => {
  it.each([429, 502, 503, 504])('happens after %i, for calls that are safe to send twice', async (status) => {
    respond = inTurn(answer(status, ''), answer(status, ''), answer(200, []))
    expect(await client().workflows.list()).toEqual([])
    expect(seen).toHaveLength(3)
  })

  it('happens when the connection is lost, also during the response', async () => {
    const half: Respond = (request, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' })
      response.write('[', () => request.socket.destroy())
    }
    respond = inTurn(cut, half, answer(200, []))
    expect(await client().workflows.list()).toEqual([])
  })

  it('sends the body again', async () => {
    respond = inTurn(answer(503, ''), answer(200, {}))
    await client().workflows.update({ params: { workflow: 'w' }, body: { description: 'd' } })
    expect(seen.map((s) => s.body)).toEqual(['{"description":"d"}', '{"description":"d"}'])
  })

  it('never happens for a call that would then be executed twice', async () => {
    respond = cut
    const url = 'https://example.com/hook'
    expect(await failure(client().webhooks.create({ body: { url } }))).toMatchObject({ code: 'unreachable' })
    respond = answer(503, '')
    await failure(client().apiKeys.create({ body: { name: 'n', role: 'viewer' } }))
    expect(seen.map((s) => s.idempotencyKey)).toEqual([undefined, undefined])
  })

  it('names a call that must be executed once by a key, also while an earlier attempt is being carried out', async () => {
    const running = { error: { kind: 'ConflictError', code: 'request_running', message: 'Wait.', details: [] } }
    respond = inTurn(cut, answer(409, running), answer(201, { run_id: 'r' }))
    await client().workflows.run({ params: { workflow: 'w' } })
    await client().workflows.run({ params: { workflow: 'w' } })
    const keys = seen.map((s) => s.idempotencyKey)
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]])
    expect(keys[3]).not.toBe(keys[0])
    respond = answer(200, [])
    await client().workflows.list()
    expect(seen.at(-1)?.idempotencyKey).toBeUndefined()
  })

  it('does not happen when a call that must be executed once took too long', async () => {
    respond = () => {}
    const call = client({ timeoutMs: 300 }).workflows.run({ params: { workflow: 'w' } })
    expect(await failure(call)).toMatchObject({ code: 'timeout' })
    expect(seen).toHaveLength(1)
  })

  it('ends', async () => {
    respond = answer(503, '')
    expect(await failure(client({ retry: { firstDelayMs: 1, retries: 2 } }).models.list())).toMatchObject({
      code: 'internal',
    })
    expect(seen).toHaveLength(3)
  })

  it('does not happen for an error that would recur', async () => {
    respond = answer(500, '')
    await failure(client().models.list())
    expect(seen).toHaveLength(1)
  })

  it('waits as long as the server requests, but not forever', async () => {
    respond = inTurn(answer(429, '', { 'retry-after': '0.05' }), answer(200, []))
    expect(await client().workflows.list()).toEqual([])
    respond = answer(429, '', { 'retry-after': '3600' })
    expect(await failure(client().workflows.list())).toMatchObject({ code: 'rate_limited' })
    expect(seen).toHaveLength(3)
  })

  it('is spread by jitter and has a ceiling', () => {
    const policy = { retries: 9, firstDelayMs: 100, maxDelayMs: 1000 }
    expect([0, 1, 2, 9].map((attempt) => backoffMs(policy, attempt, 0))).toEqual([50, 100, 200, 500])
    expect([0, 1, 2, 9].map((attempt) => backoffMs(policy, attempt, 1))).toEqual([100, 200, 400, 1000])
    expect(retryAfterMs('Thu, 01 Jan 1970 00:00:10 GMT', 4000)).toBe(6000)
    expect([retryAfterMs(null, 0), retryAfterMs('soon', 0), retryAfterMs('-1', 0)]).toEqual([null, null, 0])
  })
})

describe('giving up', () => {
  it('happens after the time limit of each attempt', async () => {
    respond = () => {}
    const impatient = client({ timeoutMs: 300, retry: { retries: 1, firstDelayMs: 1 } })
    expect(await failure(impatient.models.list())).toMatchObject({ code: 'timeout', details: [] })
    expect(seen).toHaveLength(2)
  })

  it('includes the body in the time limit', async () => {
    respond = (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('[')
    }
    expect(await failure(client({ retry: { retries: 0 } }).call('models.list', {}, { timeoutMs: 300 }))).toMatchObject({
      code: 'timeout',
    })
  })

  it('happens when the caller aborts, also between attempts', async () => {
    respond = () => {}
    const stop = new AbortController()
    const call = failure(client().models.list({}, { signal: stop.signal }))
    await eventually(() => seen.length > 0)
    stop.abort(new Error('enough'))
    expect(await call).toMatchObject({ message: 'enough' })

    respond = answer(503, '', { 'retry-after': '30' })
    const between = new AbortController()
    const waiting = failure(client().models.list({}, { signal: between.signal }))
    await eventually(() => seen.length >= 2)
    between.abort(new Error('never mind'))
    expect(await waiting).toMatchObject({ message: 'never mind' })
  })

  it('sends nothing for a caller who has already aborted', async () => {
    respond = answer(200, [])
    await failure(client().models.list({}, { signal: AbortSignal.abort(new Error('gone')) }))
    expect(seen).toEqual([])
  })
})

describe('following a run', () => {
  const run = (status: string) => ({ type: 'run', run: { id: 'r', status } })
  const events = async (c = client(), signal?: AbortSignal) => {
    const got: unknown[] = []
    const options = signal ? { signal } : {}
    for await (const update of c.workflowRuns.events({ params: { run_id: 'r' } }, options)) got.push(update)
    return got
  }
  const stream =
    (text: string, then: 'end' | 'cut' | 'stay'): Respond =>
    (request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(text, () => {
        if (then === 'end') response.end()
        if (then === 'cut') request.socket.destroy()
      })
    }
  const event = (data: unknown, id?: number) => `${id ? `id: ${id}\n` : ''}data: ${JSON.stringify(data)}\n\n`

  it('yields updates until the run has ended', async () => {
    const log = { type: 'log', line: { message: 'ü' } }
    respond = stream(`: hello\n\n${event(run('processing'))}${event(log)}: still\n\n${event(run('completed'))}`, 'stay')
    expect(await events()).toEqual([run('processing'), log, run('completed')])
  })

  it('reconnects after a lost connection, with the id of its last event', async () => {
    const log = { type: 'log', line: { message: 'x' } }
    const lastIds: unknown[] = []
    const note =
      (inner: Respond): Respond =>
      (request, response, body) => {
        lastIds.push(request.headers['last-event-id'])
        inner(request, response, body)
      }
    respond = inTurn(
      note(stream(event(run('processing')) + event(log, 7), 'cut')),
      note(stream(event(run('processing')), 'end')),
      note(stream(event(run('completed')), 'end')),
    )
    expect(await events()).toEqual([run('processing'), log, run('processing'), run('completed')])
    expect(lastIds).toEqual([undefined, '7', '7'])
  })

  it('yields every event once, however often the connection is lost', async () => {
    const log = (number: number) => ({ type: 'log', line: { message: `${number}` } })
    const kept = Array.from({ length: 20 }, (_, index) => index + 1)
    // Each connection sends the run and three more events, and breaks off within the next one.
    respond = (request, response, body) => {
      const after = Number(request.headers['last-event-id'] ?? 0)
      const next = kept.slice(after, after + 3)
      const isLast = after + 3 >= kept.length
      const end = isLast ? event(run('completed')) : event(log(after + 4), after + 4).slice(0, -4)
      const text = event(run('processing')) + next.map((number) => event(log(number), number)).join('')
      stream(text + end, isLast ? 'end' : 'cut')(request, response, body)
    }
    const got = (await events()) as { type: string }[]
    expect(got.filter(({ type }) => type === 'log')).toEqual(kept.map(log))
    expect(got.at(-1)).toEqual(run('completed'))
  })

  it('fails with a connection error when the server does not come back', async () => {
    respond = inTurn(stream(event(run('processing')), 'cut'), cut)
    expect(await failure(events())).toMatchObject({ name: 'ConnectionError', code: 'unreachable' })
  })

  it('over one connection yields events with their ids, and ends when it is lost', async () => {
    const log = { type: 'log', line: { message: 'x' } }
    respond = (request, response, body) => {
      expect(request.headers['last-event-id']).toBe('6')
      stream(event(run('processing')) + event(log, 7), 'cut')(request, response, body)
    }
    const got: unknown[] = []
    const input = { params: { run_id: 'r' } }
    for await (const sent of await client().connect('workflowRuns.events', input, { after: '6' })) got.push(sent)
    expect(got).toEqual([
      { id: undefined, data: run('processing') },
      { id: '7', data: log },
    ])
    expect(seen).toHaveLength(1)
  })

  it('fails when there is no such run', async () => {
    respond = answer(404, '')
    expect(await failure(events())).toMatchObject({ code: 'not_found' })
  })

  it('stops when the caller does', async () => {
    const stop = new AbortController()
    respond = stream(event(run('processing')), 'stay')
    const following = failure(events(client(), stop.signal))
    await eventually(() => seen.length > 0)
    stop.abort(new Error('enough'))
    expect(await following).toMatchObject({ message: 'enough' })
  })

  it('closes the connection when the loop is left', async () => {
    let closed = false
    respond = (request, response, body) => {
      response.on('close', () => {
        closed = true
      })
      stream(event(run('processing')), 'stay')(request, response, body)
    }
    for await (const _update of client().workflowRuns.events({ params: { run_id: 'r' } })) {
      expect(closed).toBe(false)
      break
    }
    await expect.poll(() => closed).toBe(true)
  })
})
