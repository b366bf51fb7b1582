/** The messages of a webhook sink in the outbox. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createOutputFolder } from '../../../src/engine/output/output-folder.ts'
import type { SinkContext } from '../../../src/engine/sinks/sink-writer.ts'
import { webhookSink } from '../../../src/engine/sinks/webhook-sink.ts'
import type { OutboxLine } from '../../../src/shared/domain/outbox-line.ts'
import { graphOf, jobOf, recordsOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'
import { plainFrame, writeVideo } from '../support/test-frames.ts'

const folder = testFolder()
const video = join(folder, 'squares.mp4')
const url = 'https://example.com/hook'
const graph = graphOf(
  {
    find: ['model', { model_id: 'colours', confidence_threshold: 0.3, iou_threshold: 0.1 }],
    hook: ['sink', { kind: 'webhook', url }],
    lines: ['sink', { kind: 'json' }],
  },
  ['source>find', 'find>hook', 'find>lines'],
)

const linesIn = (dir: string): OutboxLine[] =>
  readdirSync(dir).flatMap((name) =>
    readFileSync(join(dir, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  )
const recordsIn = (lines: readonly OutboxLine[]) => lines.flatMap((line) => JSON.parse(line.body).records)

beforeAll(async () => {
  // Three seconds at ten frames a second.
  await writeVideo(video, 30, (i) => [{ x: 8 + 2 * i, y: 32, color: 'red' }])
})

test('writes the same records as JSON results, one message per second', async () => {
  const job = jobOf(graph, video, join(folder, 'whole'))
  const run = await runHere(job)
  expect(run.error).toBeNull()
  const lines = linesIn(job.outboxDir)
  expect(lines.map((line) => [line.url, JSON.parse(line.body).sequence])).toEqual([0, 1, 2].map((n) => [url, n]))
  expect(new Set(lines.map((line) => line.delivery_id)).size).toBe(3)
  const frames = recordsOf(job.outDir, 'lines.jsonl').filter((r) => (r.detections as unknown[]).length > 0)
  expect(recordsIn(lines)).toEqual(frames)
  expect(frames).toHaveLength(30)
})

test('continues the ids of the run that is resumed', async () => {
  const write = async (runId: string, saved: unknown, from: number, to: number) => {
    const outboxDir = join(folder, `outbox-${runId}`)
    const context = {
      node: { id: 'hook', kind: 'sink', config: { kind: 'webhook', url }, inlets: [] },
      output: await createOutputFolder(join(folder, runId), runId),
      header: { run_id: runId, workflow: { name: 'W' } },
      outboxDir,
      saved,
    } as unknown as SinkContext
    const sink = await webhookSink(context)
    let state: unknown = null
    for (let i = from; i < to; i++) {
      const detection = {
        box: { x1: i, y1: 0, x2: i + 5, y2: 5 },
        score: 0.5,
        classId: 0,
        className: 'red',
        modelNodeId: 'm',
        id: 0,
      }
      await sink.write({
        frame: plainFrame(i, i / 10),
        frames: [],
        detections: [detection],
        events: [],
        found: async () => [],
      })
      if (i === 24) state = structuredClone(await sink.save?.())
    }
    await sink.finish([])
    await sink.close()
    return { lines: linesIn(outboxDir), state }
  }
  const whole = await write('whole-run', null, 0, 50)
  const again = await write('second-run', whole.state, 25, 50)
  const idsOf = (lines: readonly OutboxLine[]) => lines.map((line) => line.delivery_id)
  expect(idsOf(again.lines)).toEqual(idsOf(whole.lines).slice(-again.lines.length))
  expect(recordsIn(again.lines)).toEqual(recordsIn(whole.lines.slice(-again.lines.length)))
  expect(again.lines).toHaveLength(3)
})
