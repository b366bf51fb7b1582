/** A page follows a run on a server while connections break: its own to the server, and the host's to the platform. */
import { connect, createServer, type Server, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import WebSocket from 'ws'
import { keepConnected } from '../../src/renderer/base/host/connection.ts'
import { HostError } from '../../src/renderer/base/host/host-context.ts'
import { followRun } from '../../src/renderer/parts/run/progress/follow-run.ts'
import { STUDIO } from '../../src/shared/bridge/studio.ts'
import { connectBridge } from '../../src/shared/bridge/wire.ts'
import type { RunUpdate } from '../../src/shared/domain/run.ts'
import { socketPort } from '../../src/web/node-http.ts'
import { createStudioDoor } from '../../src/web/studio-door.ts'
import { type Harness, startHarness } from '../platform/support/harness.ts'
import { eventually } from '../setup/eventually.ts'

const OWNER = { full_name: 'Ada Lovelace', email: 'ada@example.com', password: 'correct horse' }
const LINES = Array.from({ length: 60 }, (_, i) => `Line ${i + 1}`)

let h: Harness
let cookie = ''
/** Between the host and the platform. */
let wire: Server
const wires = new Set<Socket>()

beforeAll(async () => {
  wire = createServer((near) => {
    const far = connect(Number(new URL(h.baseUrl).port), '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      wires.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        wires.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  await new Promise<void>((resolve) => wire.listen(0, '127.0.0.1', resolve))
  const address = wire.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const studio = createStudioDoor({
    version: '0.0.0-test',
    rendererDir: '/none',
    origin: () => `http://127.0.0.1:${port}`,
    log: () => {},
  })
  h = await startHarness({ studio })
  const created = await fetch((await h.platform.firstOwnerLink()) ?? '', {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(OWNER),
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  cookie = created.headers.get('set-cookie')?.split(';')[0] ?? ''
})
afterAll(async () => {
  for (const socket of wires) socket.destroy()
  wire.close()
  await h.close()
})

it('yields every log line once and in order, whichever connection breaks, until the run has ended', async () => {
  let socket: WebSocket | undefined
  let opened = 0
  const connection = keepConnected(
    async () => {
      const url = `${h.baseUrl.replace('http', 'ws')}/bridge`
      const next = new WebSocket(url, { headers: { cookie, origin: h.baseUrl } })
      await new Promise((resolve, reject) => next.once('open', resolve).once('error', reject))
      socket = next
      opened++
      const port = socketPort(next)
      return {
        client: connectBridge(STUDIO, port, { toError: (error) => new HostError(error) }),
        onClose: (listener) => port.onClose(listener),
      }
    },
    { backoffMs: () => 1 },
  )
  const runId = await h.startRun(await h.createWorkflow('Counting'))
  const run = await h.engine.run(0)
  const seen: RunUpdate[] = []
  const logged = () => seen.flatMap((update) => (update.type === 'log' ? [update.line.message] : []))
  const stop = new AbortController()
  const following = (async () => {
    const options = { signal: stop.signal, pausesMs: [1] }
    for await (const update of followRun(connection, runId, options)) seen.push(update)
  })()

  let broken = 0
  for (const [index, line] of LINES.entries()) {
    run.log(line)
    if (index % 10 === 4) socket?.terminate()
    if (index % 10 === 8) {
      broken += wires.size
      for (const one of wires) one.destroy()
    }
    if (index % 5 === 0) await eventually(() => logged().length > index)
  }
  // A page that connects after the end gets the run alone: its log is an artifact by then.
  await eventually(() => logged().length === LINES.length)
  run.finish()
  await following

  expect(logged()).toEqual(LINES)
  expect(seen.at(-1)).toMatchObject({ type: 'run', run: { id: runId, status: 'completed' } })
  expect(opened).toBeGreaterThan(3)
  expect(broken).toBeGreaterThan(3)
  socket?.terminate()
})
