/** The memory that bodies of calls take together, while they arrive and once they are parsed. */
import { EventEmitter } from 'node:events'
import { type ClientRequest, request } from 'node:http'
import type { FastifyReply } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BodyRoom, createBodyBudget } from '../../../src/platform/http/body-budget.ts'
import { DEVELOPER_PREFIX } from '../../../src/shared/api/endpoint.ts'
import { eventually } from '../../setup/eventually.ts'
import { type Harness, startHarness } from '../support/harness.ts'

const ROOM: BodyRoom = { arrivingBytes: 1000, parsedBytes: 800, waitMs: 60_000 }
const busy = expect.objectContaining({ code: 'server_busy', retryAfterSeconds: 1 })

/** Calls of a budget; each is answered or left when it ends. */
function callsOf(room: Partial<BodyRoom> = {}) {
  const budget = createBodyBudget({ ...ROOM, ...room })
  return () => {
    const raw = new EventEmitter()
    const share = budget.open({ raw } as unknown as FastifyReply)
    return { ...share, parse: (bytes: number) => share.parsed(bytes, async () => bytes), end: () => raw.emit('close') }
  }
}

describe('bytes that arrive', () => {
  it('are refused when those of all calls would be too many, until a call has ended', () => {
    const call = callsOf()
    const [first, second] = [call(), call()]
    first.arrived(600)
    first.arrived(300)
    expect(() => second.arrived(101)).toThrow(busy)
    second.arrived(100)
    first.end()
    expect(() => second.arrived(900)).not.toThrow()
  })

  it('count no longer once their values are there', async () => {
    const call = callsOf()
    const first = call()
    first.arrived(1000)
    await first.parse(10)
    expect(() => call().arrived(1000)).not.toThrow()
  })
})

describe('values', () => {
  it('wait until a call with others has been answered', async () => {
    const call = callsOf()
    const first = call()
    await first.parse(600)
    const waiting = call().parse(500)
    await expect(Promise.race([waiting, Promise.resolve('waits')])).resolves.toBe('waits')
    first.end()
    await expect(waiting).resolves.toBe(500)
  })

  it('wait for a bounded time', async () => {
    const call = callsOf({ waitMs: 1 })
    await call().parse(600)
    await expect(call().parse(500)).rejects.toEqual(busy)
  })

  it('are given up with their call, and take nothing then', async () => {
    const call = callsOf()
    const [first, left] = [call(), call()]
    await first.parse(600)
    const waiting = left.parse(500)
    left.end()
    await expect(waiting).rejects.toEqual(busy)
    await expect(left.parse(1)).rejects.toEqual(busy)
    first.end()
    await expect(call().parse(700)).resolves.toBe(700)
  })

  it('pass those that do not fit yet, and a flood of large ones leaves room for small ones', async () => {
    const call = callsOf()
    const first = call()
    await first.parse(500)
    const large = call().parse(400)
    await expect(call().parse(200)).resolves.toBe(200)
    await expect(call().parse(3)).resolves.toBe(3)
    first.end()
    await expect(large).resolves.toBe(400)
  })

  it('are refused at once when all of the memory is too little', async () => {
    await expect(callsOf()().parse(701)).rejects.toMatchObject({ code: 'payload_too_large' })
  })
})

describe('a server', () => {
  const MEGABYTE = 1024 * 1024
  let h: Harness
  beforeAll(async () => {
    h = await startHarness({ bodyRoom: { arrivingBytes: MEGABYTE, parsedBytes: 8 * MEGABYTE } })
  })
  afterAll(() => h.close())

  const readme = (length: number) => ({
    name: 'Long',
    graph: { version: 1, nodes: [], edges: [] },
    readme: 'x'.repeat(length),
  })

  /** Calls that announce 8 MiB and have sent so many bytes. */
  function begin(count: number, sent: number): ClientRequest[] {
    return Array.from({ length: count }, () => {
      const headers = { 'x-api-key': h.keys.owner, 'content-type': 'application/json', 'content-length': 8 * MEGABYTE }
      const begun = request(`${h.baseUrl}${DEVELOPER_PREFIX}/workflows/`, { method: 'POST', agent: false, headers })
      begun.on('error', () => undefined).write(' '.repeat(sent))
      return begun
    })
  }

  it('refuses a body while those of others on their way take the memory, and accepts it afterwards', async () => {
    const body = readme(100_000)
    const others = begin(2, 500_000)
    await eventually(async () => (await h.api('POST', '/workflows/', { body })).status === 503)
    const refused = await h.api('POST', '/workflows/', { body })
    expect(refused).toMatchObject({ status: 503, body: { error: { kind: 'ServerError', code: 'server_busy' } } })
    expect(refused.headers.get('retry-after')).toBe('1')
    for (const one of others) one.destroy()
    await eventually(async () => (await h.api('POST', '/workflows/', { body })).status === 201)
  })

  it('counts the bytes that have come, not those that are announced', async () => {
    const others = begin(20, 10)
    expect((await h.api('POST', '/workflows/', { body: readme(100_000) })).status).toBe(201)
    for (const one of others) one.destroy()
  })

  it('refuses a body whose values take more memory than it has', async () => {
    const config = `{"notes": [${'{},'.repeat(300_000)}{}]}`
    const body = `{"name": "W", "graph": {"nodes": [{"config": ${config}}]}}`
    const failed = await h.fail('POST', '/workflows/', { body })
    expect(failed).toMatchObject({ status: 413, error: { code: 'payload_too_large' } })
    expect(failed.error.message).toContain('more values')
  })
})
