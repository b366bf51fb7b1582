/** The standby process of an engine: it is used, replaced when it is lost, and ended with the engine. */
import { afterEach, expect, it } from 'vitest'
import { type EngineChild, type ForkFn, forkChild } from '../../../src/engine/host/engine-child.ts'
import { createEngine } from '../../../src/engine/host/engine-host.ts'
import type { Engine } from '../../../src/shared/engine-contract/job.ts'
import { bundle, root } from '../support/bundles.ts'

const DEMO = `${root}/resources/demo/street-crossing.mp4`

let engine: Engine
afterEach(() => engine.close())

/** The engine, and its processes in the order in which they were started. */
function start(): { children: EngineChild[]; exits: Promise<string | null>[] } {
  const children: EngineChild[] = []
  const exits: Promise<string | null>[] = []
  const fork: ForkFn = (entry, env) => {
    const child = forkChild(entry, env)
    children.push(child)
    exits.push(new Promise((resolve) => child.onExit((_code, signal) => resolve(signal))))
    return child
  }
  engine = createEngine({ entry: bundle('engine.js'), fork, standby: true })
  return { children, exits }
}

it('gives the first work to the standby process', async () => {
  const { children } = start()
  expect(children).toHaveLength(1)
  const probing = engine.probe({ path: DEMO })
  // Counted before the result: the next one is started some seconds later.
  expect(children).toHaveLength(1)
  expect(await probing).toMatchObject({ ok: true, value: { width: 1280 } })
})

it('does not count the standby process as work', () => {
  start()
  expect(engine.load()).toEqual({ processes: 0, cpuShare: 0, memoryBytes: 0 })
})

it('works with another process when the standby one was lost', async () => {
  const { children, exits } = start()
  children[0]?.kill()
  await exits[0]
  const probing = engine.probe({ path: DEMO })
  expect(children).toHaveLength(2)
  expect(await probing).toMatchObject({ ok: true })
})

it('ends the standby process with the engine', async () => {
  const { exits } = start()
  engine.close()
  expect(await exits[0]).toBe('SIGKILL')
})
