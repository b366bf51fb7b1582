/** The containers of a deployment: how many there are, and what becomes of requests when they end. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { RetryLater } from '../../../../src/platform/http/errors.ts'
import {
  type ContainerSet,
  createContainerSet,
  QUEUED_PER_CONTAINER,
  type SetSettings,
} from '../../../../src/platform/models/deployments/container-set.ts'
import { ApiError } from '../../../../src/shared/api/errors.ts'
import type { ModelInspection } from '../../../../src/shared/engine-contract/job.ts'
import { englishOf, type Message } from '../../../../src/shared/messages/message.ts'
import { eventually } from '../../../setup/eventually.ts'
import { type ScriptedServer, scriptedServer } from '../../support/scripted-server.ts'

const folder = mkdtempSync(join(tmpdir(), 'sightline-containers-'))
const model = { path: join(folder, 'model'), name: 'model', sha256: 'a' }
const image = { path: join(folder, 'image'), name: 'image' }
beforeAll(() => {
  writeFileSync(model.path, 'MODEL car')
  writeFileSync(image.path, 'IMAGE')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Trial {
  set: ContainerSet
  servers: ScriptedServer[]
  /** Numbers of open containers, as they were reported. */
  running: number[]
  failures: Message[]
}
const sets: ContainerSet[] = []
const ended = new ApiError('wrong_state', 'Ended.')
afterEach(() => {
  for (const set of sets.splice(0)) set.stop(ended)
})

function begin(settings: Partial<SetSettings> = {}, { isHeld = true, waitMs = 30_000 } = {}): Trial {
  const trial = { servers: [] as ScriptedServer[], running: [] as number[], failures: [] as Message[] }
  const set = createContainerSet(
    { min: 0, max: 4, windowMs: 60_000, batch: 1, isProven: true, ...settings },
    {
      open() {
        const server = scriptedServer(model, {} as ModelInspection, () => isHeld)
        trial.servers.push(server)
        return server
      },
      opened: () => undefined,
      running: (containers) => trial.running.push(containers),
      failed: (reason) => trial.failures.push(reason),
    },
    waitMs,
  )
  sets.push(set)
  return { set, ...trial }
}

const ask = (set: ContainerSet, signal = new AbortController().signal) => set.predict(image, {}, signal)
/** The statuses of many calls. */
const outcomes = (calls: Promise<{ ok: boolean }>[]) =>
  Promise.all(calls.map((call) => call.then(({ ok }) => ok).catch((error: ApiError) => error.code)))
const busyWith = (servers: readonly ScriptedServer[]) => servers.reduce((sum, { pending }) => sum + pending, 0)

describe('the number of containers', () => {
  it('follows the requests that wait or run: one for every two of a batch, between the least and the most', async () => {
    const { set, servers } = begin({ min: 1, max: 3, batch: 2 })
    await eventually(() => set.containers === 1)
    const calls = Array.from({ length: 4 }, () => ask(set))
    await eventually(() => busyWith(servers) === 4)
    expect(servers).toHaveLength(1)
    calls.push(ask(set))
    await eventually(() => set.containers === 2)
    calls.push(...Array.from({ length: 40 }, () => ask(set)))
    await eventually(() => set.containers === 3)
    await eventually(() => busyWith(servers) === 12)
    expect([servers.length, set.queued]).toEqual([3, 45])
    while (set.queued > 0) {
      for (const server of servers) server.release()
      await new Promise(setImmediate)
    }
    expect(await outcomes(calls)).toEqual(calls.map(() => true))
  })

  it('falls to the least when containers were idle for the window, and rises with the next request', async () => {
    const { set, servers, running } = begin({ windowMs: 30, isProven: false }, { isHeld: false })
    await eventually(() => running.includes(1))
    await eventually(() => set.containers === 0)
    expect(servers.map(({ isClosed }) => isClosed)).toEqual([true])
    expect((await ask(set)).ok).toBe(true)
    expect(servers).toHaveLength(2)
    await eventually(() => set.containers === 0)
    expect(running).toEqual([1, 0, 1, 0])
  })

  it('is never below the least', async () => {
    const { set, servers } = begin({ min: 2, windowMs: 5 }, { isHeld: false })
    await eventually(() => set.containers === 2)
    await Promise.all(Array.from({ length: 9 }, () => ask(set)))
    await eventually(() => set.containers === 2 && servers.filter(({ isClosed }) => !isClosed).length === 2)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(set.containers).toBe(2)
  })
})

describe('a request', () => {
  it('is refused when too many wait for each container', async () => {
    const { set, servers } = begin({ max: 1 })
    const calls = Array.from({ length: QUEUED_PER_CONTAINER }, () => ask(set))
    await eventually(() => busyWith(servers) === 2)
    calls.push(ask(set), ask(set))
    expect(await ask(set).catch((error) => error)).toBeInstanceOf(RetryLater)
    const all = outcomes(calls)
    set.stop(ended)
    expect(new Set(await all)).toEqual(new Set(['wrong_state']))
  })

  it('is refused when none took it in time, and dropped when its caller is gone', async () => {
    const { set, servers } = begin({ max: 1 }, { waitMs: 1500 })
    const running = [ask(set), ask(set)]
    await eventually(() => busyWith(servers) === 2)
    const gone = new AbortController()
    const waiting = [ask(set), ask(set, gone.signal)]
    expect(set.queued).toBe(4)
    gone.abort()
    expect(set.queued).toBe(3)
    expect(await outcomes(waiting)).toEqual(['deployment_busy', 'deployment_busy'])
    expect(servers[0]?.options).toHaveLength(2)
    for (const server of servers) server.release()
    expect(await outcomes(running)).toEqual([true, true])
  })

  it('is given to another container once when its own ends', async () => {
    const { set, servers, running } = begin({ max: 1, min: 1 })
    const calls = [ask(set), ask(set)]
    await eventually(() => busyWith(servers) === 2)
    servers[0]?.die()
    await eventually(() => servers[1]?.pending === 2)
    servers[1]?.release()
    expect(await outcomes(calls)).toEqual([true, true])
    const unlucky = ask(set)
    await eventually(() => servers[1]?.pending === 1)
    servers[1]?.die()
    await eventually(() => servers[2]?.pending === 1)
    servers[2]?.die()
    expect(await outcomes([unlucky])).toEqual(['deployment_busy'])
    await eventually(() => set.containers === 1)
    expect(running).toEqual([1, 0, 1, 0, 1, 0, 1])
  })

  it('is not given to a container that ends together with its own', async () => {
    const { set, servers } = begin({ min: 2, max: 2 })
    await eventually(() => set.containers === 2)
    const calls = [ask(set), ask(set)]
    await eventually(() => busyWith(servers) === 2)
    servers[0]?.die()
    // The end of the second is known only after the first request was lost.
    await new Promise((resolve) => setImmediate(resolve))
    servers[1]?.die()
    await eventually(() => busyWith(servers.slice(2)) === 2)
    for (const server of servers.slice(2)) server.release()
    expect(await outcomes(calls)).toEqual([true, true])
  })
})

it('fails when five containers end within a minute, with the reason, and starts no more', async () => {
  const { set, servers, failures } = begin({ min: 1 })
  for (let i = 0; i < 5; i++) {
    await eventually(() => set.containers === 1)
    servers[i]?.die()
    await new Promise(setImmediate)
  }
  expect(failures.map((reason) => englishOf(reason))).toEqual([expect.stringMatching(/ended 5 times .+from outside/)])
  expect([servers.length, set.containers]).toEqual([5, 0])
  expect(await outcomes([ask(set)])).toEqual(['deployment_busy'])
})
