import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { OutboxLine } from '../../../src/shared/domain/outbox-line.ts'
import type { RunJob } from '../../../src/shared/engine-contract/job.ts'
import { runKilled } from '../support/killed-run.ts'
import { graphOf, jobOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'
import { writeVideo } from '../support/test-frames.ts'

const folder = testFolder()
const video = join(folder, 'walk.mp4')
const points = [
  [0.5, 0],
  [0.5, 1],
]
const hook = ['sink', { kind: 'webhook', url: 'https://example.com/hook' }] as [string, object]
const graph = graphOf(
  {
    find: ['model', { model_id: 'colours', iou_threshold: 0.1 }],
    follow: ['track', {}],
    count: ['measure', { geometries: [{ kind: 'line', name: 'Gate', points }] }],
    detections: hook,
    events: hook,
  },
  ['source>find', 'find>follow', 'follow>count', 'follow>detections', 'count>events'],
)

beforeAll(async () => {
  await writeVideo(video, 400, (i) => [{ x: 2 * Math.round(36 * (1 - Math.cos(i / 20))), y: 32, color: 'red' }])
})

/** Messages by delivery id; a run that was killed may have left a partial line, or no folder when it had not sent any yet. */
function messagesIn(dirs: readonly string[]): Map<string, { bodies: string[] }> {
  const messages = new Map<string, { bodies: string[] }>()
  for (const path of dirs.filter(existsSync).flatMap((dir) => readdirSync(dir).map((name) => join(dir, name)))) {
    for (const line of readFileSync(path, 'utf8').split('\n').slice(0, -1)) {
      const { delivery_id, body } = JSON.parse(line) as OutboxLine
      const message = messages.get(delivery_id) ?? { bodies: [] }
      messages.set(delivery_id, message)
      // Each run states its own id.
      message.bodies.push(JSON.stringify({ ...JSON.parse(body), run_id: null }))
    }
  }
  return messages
}

/** A run's job as the platform makes it: a resumed run has an id, a folder and an outbox of its own. */
const part = (runId: string, resume: RunJob['resume']): RunJob => {
  const outDir = join(folder, runId)
  return { ...jobOf(graph, video, outDir), runId, outboxDir: join(folder, 'outbox', runId), resume }
}

test('a run that was killed and resumed sends the messages of an uninterrupted one, each with its id', async () => {
  const origin = 'first'
  const whole = part(origin, null)
  expect((await runHere(whole)).error).toBeNull()
  const expected = messagesIn([whole.outboxDir])
  expect(expected.size).toBeGreaterThan(45)

  const parts: RunJob[] = []
  let resume: RunJob['resume'] = null
  for (const [i, ms] of [0, 20, 40].entries()) {
    // Ids are derived from the run that began first.
    const runId = i === 0 ? origin : `part-${i}`
    const job: RunJob = {
      ...part(runId, resume),
      outDir: join(folder, `killed-${i}`),
      outboxDir: join(folder, 'sent', runId),
    }
    const killed = await runKilled(job, { after: 'checkpoint', ms }, 20)
    expect(killed).toMatchObject({ status: 'error', resumable: true })
    parts.push(job)
    resume = { outDir: job.outDir, runId }
  }
  const last = { ...part('last', resume), outboxDir: join(folder, 'sent', 'last') }
  expect((await runHere(last)).error).toBeNull()

  const sent = messagesIn([...parts, last].map((job) => job.outboxDir))
  expect(new Set(sent.keys())).toEqual(new Set(expected.keys()))
  for (const [id, { bodies }] of sent) {
    // Messages that are sent twice are identical.
    expect(new Set(bodies)).toEqual(new Set(expected.get(id)?.bodies))
  }
})
