/** The process that a command starts before it needs it: it is used once, replaced when it is lost, and ended. */
import { afterEach, expect, it } from 'vitest'
import { type EngineChild, type ForkFn, forkChild } from '../../../src/engine/host/engine-child.ts'
import { createEngine } from '../../../src/engine/host/engine-host.ts'
import type { Engine } from '../../../src/shared/engine-contract/job.ts'
import { bundle, root } from '../support/bundles.ts'

const DEMO = `${root}/resources/demo/street-crossing.mp4`

let engine: Engine
afterEach(() => engine.close())

function start(): { children: EngineChild[]; exits: Promise<string | null>[] } {
  const children: EngineChild[] = []
  const exits: Promise<string | null>[] = []
  const fork: ForkFn = (entry, env) => {
    const child = forkChild(entry, env)
    children.push(child)
    exits.push(new Promise((resolve) => child.onExit((_code, signal) => resolve(signal))))
    return child
  }
  engine = createEngine({ entry: bundle('engine.js'), fork, ahead: true })
  return { children, exits }
}

it('gives the first work to the process that was started ahead, and later work to new ones', async () => {
  const { children } = start()
  expect(children).toHaveLength(1)
  expect(await engine.probe({ path: DEMO })).toMatchObject({ ok: true, value: { width: 1280 } })
  expect(children).toHaveLength(1)
  expect(await engine.probe({ path: DEMO })).toMatchObject({ ok: true })
  expect(children).toHaveLength(2)
})

it('works with another process when the one that was started ahead was lost', async () => {
  const { children, exits } = start()
  children[0]?.kill()
  await exits[0]
  expect(await engine.probe({ path: DEMO })).toMatchObject({ ok: true })
  expect(children).toHaveLength(2)
})

it('ends an unused process with the engine', async () => {
  const { exits } = start()
  engine.close()
  expect(await exits[0]).toBe('SIGKILL')
})
