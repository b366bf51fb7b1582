import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, expect, test } from 'vitest'
import { MediaError, RunFailure } from '../../../src/engine/core/run-failure.ts'
import type { FromChild, ToChild } from '../../../src/engine/host/engine-child.ts'
import { messageOf } from '../../../src/engine/host/supervise.ts'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import { planOf } from '../../../src/engine/nodes/plan.ts'
import { RUN_ERROR_CODES } from '../../../src/shared/domain/run.ts'
import type { Inspected } from '../../../src/shared/engine-contract/job.ts'
import type { Graph } from '../../../src/shared/graph/graph.ts'
import { validate } from '../../../src/shared/graph/validate.ts'
import { bundle, modelFixture, root } from '../support/bundles.ts'
import { testFolder } from '../support/test-folder.ts'
import { mutate, type Random, randomOf } from './mutate.ts'

const SEED = Number(process.env.SIGHTLINE_FUZZ_SEED ?? 20_260)
const folder = testFolder()

/** An engine process that handles requests one at a time, with a count of its deaths. */
function createAsker() {
  let child: ChildProcess | null = null
  let deaths = 0
  return {
    get deaths() {
      return deaths
    },
    ask(request: ToChild): Promise<Inspected<unknown> | null> {
      child ??= fork(bundle('engine.js'), [], {
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      const asked = child
      return new Promise((resolve) => {
        const settle = (result: Inspected<unknown> | null) => {
          asked.off('message', onMessage).off('exit', onExit)
          resolve(result)
        }
        const onMessage = (message: FromChild) => {
          if (message.type === 'result') settle(message.result)
        }
        const onExit = () => {
          deaths++
          child = null
          settle(null)
        }
        asked.on('message', onMessage).on('exit', onExit)
        asked.send(request)
      })
    },
    stop: () => child?.kill('SIGKILL'),
  }
}

const asker = createAsker()
afterAll(() => asker.stop())

function expectSentence(error: { code: string; message: string }, about: string) {
  expect(RUN_ERROR_CODES, about).toContain(error.code)
  expect(error.message.length, about).toBeGreaterThan(10)
  expect(error.message, about).not.toMatch(/undefined|\[object|NaN|TypeError|Cannot read/)
}

async function readToEnd(path: string, about: string): Promise<'read' | 'refused'> {
  try {
    const reader = await openMedia(path)
    const tensor = new Float32Array(3 * 32 * 32)
    let lastS = -1
    try {
      for await (const frame of reader.frames()) {
        frame.letterbox(tensor, { width: 32, height: 32 })
        expect(frame.ptsS, about).toBeGreaterThan(lastS)
        lastS = frame.ptsS
        frame.close()
      }
    } finally {
      await reader.close()
    }
    return 'read'
  } catch (error) {
    if (!(error instanceof MediaError)) throw new Error(`${about}: ${error}`, { cause: error })
    expectSentence(error, about)
    return 'refused'
  }
}

const torture = (name: string) => readFileSync(join(root, 'tests', 'fixtures', 'torture', name))

function picture(type: 'image/png' | 'image/jpeg'): Buffer {
  const canvas = createCanvas(90, 60)
  const context = canvas.getContext('2d')
  for (let i = 0; i < 40; i++) {
    context.fillStyle = `hsl(${i * 37} 80% ${20 + i}%)`
    context.fillRect((i * 13) % 90, (i * 29) % 60, 20, 15)
  }
  return type === 'image/png' ? canvas.toBuffer('image/png') : canvas.toBuffer('image/jpeg')
}

const MEDIA: [ending: string, count: number, originals: () => Buffer[]][] = [
  ['mp4', 110, () => ['b-frames.mp4', 'edit-list.mp4', 'hevc-10-bit.mp4', 'turned-90.mp4'].map(torture)],
  ['mkv', 100, () => ['late-start.mkv', 'huge-times.mkv', 'vp9-hidden-frames.webm'].map(torture)],
  ['jpg', 70, () => [picture('image/jpeg')]],
  ['png', 70, () => [picture('image/png')]],
]

test.each(MEDIA)('damaged %s files are read or rejected with a message', async (ending, count, originals) => {
  const random = randomOf(SEED + ending.length * 1000 + count)
  const whole = originals()
  const outcomes = { read: 0, refused: 0 }
  for (let i = 0; i < count; i++) {
    const about = `${ending} ${i} of seed ${SEED}`
    const path = join(folder, `${i}.${ending}`)
    writeFileSync(path, mutate(whole[i % whole.length] as Buffer, random))
    outcomes[await readToEnd(path, about)]++
    // Every fifth is inspected as hosts do, in an engine process.
    if (i % 5 > 0) continue
    const answer = await asker.ask(messageOf('probe', { path, name: 'My file' }))
    expect(answer, `${about}: the engine died`).not.toBeNull()
    if (answer && !answer.ok) expectSentence(answer.error, about)
  }
  // Damage of all degrees: a fuzzer that always destroys the file, or never damages it, tests nothing. PNG has
  // checksums everywhere.
  if (ending !== 'png') expect(outcomes.read).toBeGreaterThan(0)
  expect(outcomes.refused).toBeGreaterThan(0)
})

test('damaged models are opened or rejected with a message', async () => {
  const random = randomOf(SEED)
  const originals = ['colours-v8', 'colours-v5', 'colours-end-to-end', 'colours-v8-half'].map((n) =>
    readFileSync(modelFixture(n)),
  )
  let refused = 0
  for (let i = 0; i < 70; i++) {
    const path = join(folder, `${i}.onnx`)
    writeFileSync(path, mutate(originals[i % originals.length] as Buffer, random))
    const answer = await asker.ask(
      messageOf('inspectModel', { path, name: 'My model.onnx', measure: false, conversion: null }),
    )
    expect(answer, `model ${i} of seed ${SEED}: the engine died`).not.toBeNull()
    if (!answer || answer.ok) continue
    refused++
    expectSentence(answer.error, `model ${i} of seed ${SEED}`)
  }
  expect(refused).toBeGreaterThan(0)
  expect(refused).toBeLessThan(70)
})

/** Replaces, removes or duplicates a random part of a JSON value. */
function mutateJson(value: unknown, random: Random): unknown {
  const odd = [null, true, -1, 1e308, '', '__proto__', 'x'.repeat(5000), [], {}, [[]], 'source', 0.5]
  const pick = () => odd[Math.floor(random() * odd.length)]
  if (random() < 0.04 || typeof value !== 'object' || value === null) return random() < 0.12 ? pick() : value
  if (Array.isArray(value)) {
    const out = value.map((v) => mutateJson(v, random))
    if (out.length > 0 && random() < 0.08) out.splice(Math.floor(random() * out.length), 1)
    if (out.length > 0 && random() < 0.08) out.push(out[Math.floor(random() * out.length)])
    return out
  }
  const entries = Object.entries(value).map(([k, v]) => [k, mutateJson(v, random)] as const)
  const kept = entries.filter(() => random() > 0.03)
  return Object.fromEntries(random() < 0.05 ? [...kept, ['surplus', pick()]] : kept)
}

test('damaged graphs are planned or rejected with a message', () => {
  const random = randomOf(SEED)
  const file = join(root, 'resources', 'templates', 'count-at-a-line.sightline.json')
  const { graph } = JSON.parse(readFileSync(file, 'utf8')) as { graph: Graph }
  let planned = 0
  for (let i = 0; i < 80; i++) {
    const damaged = mutateJson(graph, random)
    const about = `graph ${i} of seed ${SEED}`
    for (const issue of validate(damaged)) expect(issue.message, about).not.toMatch(/undefined|\[object|TypeError/)
    try {
      planOf(damaged as Graph)
      planned++
    } catch (error) {
      if (!(error instanceof RunFailure)) throw new Error(about, { cause: error })
      expect(error.code, about).toBe('graph_invalid')
      expectSentence(error, about)
    }
  }
  expect(planned).toBeGreaterThan(0)
  expect(planned).toBeLessThan(80)
})
