import fc from 'fast-check'
import { Type } from 'typebox'
import { describe, expect, it } from 'vitest'
import { call, type Impl, type StopSignal, stream } from '../../src/shared/bridge/contract.ts'
import { CREDIT_WINDOW } from '../../src/shared/bridge/credit-queue.ts'
import { BridgeFailure } from '../../src/shared/bridge/failure.ts'
import { connectBridge, serveBridge } from '../../src/shared/bridge/wire.ts'
import { portPair, settle } from './port-pair.ts'

const Text = Type.Object({ text: Type.String() }, { additionalProperties: false })
const CONTRACT = {
  echo: call(Text, Type.String()),
  hang: call(Type.Object({}), Type.Null()),
  fail: call(Type.Object({ how: Type.String() }), Type.Null()),
  count: stream(Type.Object({ to: Type.Integer() }), Type.Integer()),
}
type TestImpl = Impl<typeof CONTRACT>

const until = (signal: StopSignal) =>
  new Promise<void>((resolve) => (signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve())))

function connected(own: Partial<TestImpl> = {}) {
  const { host, page, close } = portPair()
  const aborted: string[] = []
  const internal: unknown[] = []
  const impl: TestImpl = {
    echo: async ({ text }) => text,
    hang: async (_, signal) => {
      await until(signal)
      aborted.push('hang')
      return null
    },
    fail: async ({ how }) => {
      if (how === 'typed') throw new BridgeFailure({ code: 'not_found', message: 'There is no such run.' })
      throw new Error(`ENOENT /secret/path`)
    },
    count: async ({ to }, emit) => {
      for (let i = 0; i < to; i++) await emit(i)
    },
    ...own,
  }
  serveBridge(CONTRACT, impl, host, { onInternalError: (_, error) => internal.push(error) })
  return { client: connectBridge(CONTRACT, page), host, page, close, aborted, internal }
}

describe('calls', () => {
  it('each return their own result, whatever order they finish in', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.string(), fc.nat(6)), { maxLength: 30 }), async (asked) => {
        let turn = 0
        const { client } = connected({
          echo: async ({ text }) => {
            const [, ticks] = asked[turn++] ?? ['', 0]
            for (let i = 0; i < ticks; i++) await Promise.resolve()
            return text
          },
        })
        expect(await Promise.all(asked.map(([text]) => client.echo({ text })))).toEqual(asked.map(([text]) => text))
      }),
      { numRuns: 50 },
    )
  })

  it('are rejected with the name of the wrong field', async () => {
    const { client } = connected()
    const refused = client.echo({ text: 3 } as never)
    await expect(refused).rejects.toMatchObject({ code: 'malformed_request', details: [{ field: '/text' }] })
    await expect(refused).rejects.toThrow('/text')
  })

  it('reach only methods of the contract', async () => {
    const { page } = connected()
    const answers: unknown[] = []
    page.onMessage((m) => answers.push(m))
    for (const [id, method] of ['toString', '__proto__', 'constructor', 'nope'].entries())
      page.post({ t: 'req', id, method, input: {} })
    await settle()
    expect(answers).toHaveLength(4)
    for (const answer of answers) expect(answer).toMatchObject({ t: 'err', error: { code: 'not_supported' } })
  })

  it('report a typed failure unchanged, and hide the message of an unexpected one', async () => {
    const { client, internal } = connected()
    await expect(client.fail({ how: 'typed' })).rejects.toMatchObject({
      code: 'not_found',
      message: 'There is no such run.',
    })
    const hidden = await client.fail({ how: 'crash' }).catch((e: Error & { code: string }) => e)
    expect(hidden).toMatchObject({ code: 'internal' })
    expect(JSON.stringify([String(hidden), { ...(hidden as object) }])).not.toContain('secret')
    expect(internal).toHaveLength(1)
  })

  it('abort the handler when the caller gives up', async () => {
    const { client, aborted } = connected()
    const stop = new AbortController()
    const answer = client.hang({}, stop.signal)
    stop.abort()
    await expect(answer).rejects.toMatchObject({ code: 'cancelled' })
    await settle()
    expect(aborted).toEqual(['hang'])
  })

  it('reject as unreachable when the port closes, and the handlers are aborted', async () => {
    const { client, close, aborted } = connected()
    const answer = client.hang({})
    await settle()
    close()
    await expect(answer).rejects.toMatchObject({ code: 'unreachable' })
    await settle()
    expect(aborted).toEqual(['hang'])
    await expect(client.echo({ text: 'later' })).rejects.toMatchObject({ code: 'unreachable' })
  })

  it('ignore messages outside the protocol', async () => {
    const { client, page } = connected()
    await fc.assert(
      fc.asyncProperty(fc.anything(), async (junk) => {
        page.post(junk)
        expect(await client.echo({ text: 'still here' })).toBe('still here')
      }),
      { numRuns: 100 },
    )
  })

  it('reject with the error that the page creates', async () => {
    const { host, page } = portPair()
    serveBridge({ echo: CONTRACT.echo }, { echo: async () => 'x' }, host)
    class Own extends Error {}
    const client = connectBridge({ echo: CONTRACT.echo }, page, { toError: (e) => new Own(e.code) })
    await expect(client.echo({} as never)).rejects.toBeInstanceOf(Own)
  })
})

describe('streams', () => {
  it('deliver every event in order and then end', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(400), fc.boolean(), async (to, waits) => {
        const { client } = connected({
          count: async (input, emit) => {
            for (let i = 0; i < input.to; i++) {
              const sent = emit(i)
              if (waits) await sent
            }
          },
        })
        const seen: number[] = []
        for await (const n of client.count({ to })) seen.push(n)
        expect(seen).toEqual(Array.from({ length: to }, (_, i) => i))
      }),
      { numRuns: 40 },
    )
  })

  it('never run further ahead of the reader than the window', async () => {
    let emitted = 0
    const { client } = connected({
      count: async ({ to }, emit) => {
        for (let i = 0; i < to; i++) {
          await emit(i)
          emitted++
        }
      },
    })
    let read = 0
    let furthest = 0
    for await (const _ of client.count({ to: 500 })) {
      read++
      await settle()
      furthest = Math.max(furthest, emitted - read)
    }
    expect(read).toBe(500)
    expect(furthest).toBeLessThanOrEqual(CREDIT_WINDOW)
    expect(furthest).toBeGreaterThan(CREDIT_WINDOW / 2)
  })

  it('stop their handler when the loop is left, even one that waits for room', async () => {
    let stopped = false
    const { client } = connected({
      count: async (_, emit) => {
        try {
          for (let i = 0; ; i++) await emit(i)
        } finally {
          stopped = true
        }
      },
    })
    for await (const n of client.count({ to: 0 })) if (n === 3) break
    await settle()
    expect(stopped).toBe(true)
  })

  it('end quietly when the signal aborts, and throw when the port closes', async () => {
    const quiet: Partial<TestImpl> = { count: async (_, emit, signal) => emit(1).then(() => until(signal)) }
    const stop = new AbortController()
    const seen: number[] = []
    for await (const n of connected(quiet).client.count({ to: 0 }, stop.signal)) {
      seen.push(n)
      queueMicrotask(() => stop.abort())
    }
    expect(seen).toEqual([1])

    const { client, close } = connected(quiet)
    const reading = (async () => {
      for await (const _ of client.count({ to: 0 })) close()
    })()
    await expect(reading).rejects.toMatchObject({ code: 'unreachable' })
  })

  it("throw the host's failure, after the events before it", async () => {
    const { client } = connected({
      count: async (_, emit) => {
        await emit(7)
        throw new BridgeFailure({ code: 'not_found', message: 'Gone.' })
      },
    })
    const seen: number[] = []
    const reading = (async () => {
      for await (const n of client.count({ to: 0 })) seen.push(n)
    })()
    await expect(reading).rejects.toMatchObject({ code: 'not_found' })
    expect(seen).toEqual([7])
  })
})
