/** The processes that derive from images: one image that crashes or hangs them fails alone. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  type EngineChild,
  type ForkFn,
  type FromChild,
  forkChild,
  type ToChild,
} from '../../../src/engine/host/engine-child.ts'
import { createEngine } from '../../../src/engine/host/engine-host.ts'
import { parallelProcesses } from '../../../src/engine/host/memory-limit.ts'
import type { Engine } from '../../../src/shared/engine-contract/job.ts'
import { bundle } from '../support/bundles.ts'

const NO_USAGE = { cpuShare: 0, memoryBytes: 0 }
let dir: string
let image: string
let engine: Engine
let children: EngineChild[]
beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'sightline-derivations-'))
  image = join(dir, 'image.png')
  await sharp({ create: { width: 300, height: 200, channels: 3, background: '#123456' } })
    .png()
    .toFile(image)
  children = []
  engine = createEngine({ entry: bundle('engine.js'), fork, limits: { silentMs: 1000 } })
})
afterEach(() => {
  engine.close()
  rmSync(dir, { recursive: true })
})

/**
 * A process that is killed by the image `crash`, and stopped by the image `hang`. Until then there is a sign of life of it
 * several times a second, so that no process is silent that only starts slowly.
 */
const fork: ForkFn = (entry, env) => {
  const child = forkChild(entry, env)
  children.push(child)
  const listeners: ((sign: FromChild) => void)[] = []
  const signs = setInterval(() => {
    for (const listener of listeners) listener({ type: 'beat', activity: 0, node: null, usage: NO_USAGE })
  }, 100)
  child.onExit(() => clearInterval(signs))
  return {
    ...child,
    onMessage(listener) {
      listeners.push(listener)
      child.onMessage(listener)
    },
    send(message: ToChild) {
      child.send(message)
      if (message.type !== 'call' || message.call !== 'derive') return
      if (message.request.name === 'crash') process.kill(child.pid as number, 'SIGSEGV')
      if (message.request.name === 'hang') {
        clearInterval(signs)
        process.kill(child.pid as number, 'SIGSTOP')
      }
    },
  }
}
const derive = (name: string, background = true, path = image) =>
  engine.derive({
    path,
    name,
    background,
    thumbnails: { 256: join(dir, `${name}-256`), 1024: join(dir, `${name}-1024`) },
  })

it('derives images one after the other in a process, and those that somebody waits for in another', async () => {
  const results = [await derive('a'), await derive('b'), await derive('c', false)]
  const read = { ok: true, value: { codec: 'png', width: 300, height: 200, derived: { ok: true } } }
  expect(results).toMatchObject([read, read, read])
  expect(existsSync(join(dir, 'b-1024'))).toBe(true)
  expect(children).toHaveLength(2)
})

it('uses as many processes as cores and memory allow for images that arrive together', async () => {
  const names = Array.from({ length: 20 }, (_, i) => `image-${i}`)
  const results = await Promise.all(names.map((name) => derive(name)))
  expect(results.every(({ ok }) => ok)).toBe(true)
  expect(children).toHaveLength(parallelProcesses())
})

it('fails each image that crashes a process among many that arrive together, and no other', async () => {
  const names = Array.from({ length: 12 }, (_, i) => (i % 4 === 1 ? 'crash' : `image-${i}`))
  const results = await Promise.all(names.map((name) => derive(name)))
  expect(results.map(({ ok }) => ok)).toEqual(names.map((name) => name !== 'crash'))
})

it('fails an image that crashes the process, and no other', async () => {
  const results = await Promise.all([derive('a'), derive('crash'), derive('b')])
  expect(results).toMatchObject([{ ok: true }, { ok: false, error: { code: 'engine_died' } }, { ok: true }])
})

it('fails an image that hangs the process, and no other', async () => {
  const results = await Promise.all([derive('hang'), derive('a'), derive('b', false)])
  expect(results).toMatchObject([{ ok: false, error: { code: 'engine_hung' } }, { ok: true }, { ok: true }])
})

it('names an image that is missing', async () => {
  const result = await derive('missing', true, join(dir, 'missing.png'))
  expect(result).toMatchObject({ ok: false, error: { code: 'source_missing' } })
})
