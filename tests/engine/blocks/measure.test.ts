import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { measure } from '../../../src/engine/blocks/measure.ts'
import type { EventsPacket, Executor, NodeContext, NodeInput } from '../../../src/engine/nodes/executor.ts'
import { createOutputFolder, type OutputFolder } from '../../../src/engine/output/output-folder.ts'
import { withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import type { Detection } from '../../../src/shared/domain/detection.ts'
import type { MeasureEvent } from '../../../src/shared/domain/event.ts'
import { Evidence } from '../../../src/shared/domain/evidence.ts'
import { testFolder } from '../support/test-folder.ts'
import { noFindings, plainFrame } from '../support/test-frames.ts'

const folder = testFolder()

const geometries = [
  {
    kind: 'line',
    name: 'Gate',
    points: [
      [0.5, 1],
      [0.5, 0],
    ],
  },
  {
    kind: 'zone',
    name: 'Yard',
    points: [
      [0.5, 0],
      [1, 0],
      [1, 1],
      [0.5, 1],
    ],
  },
]

const at = (x: number, trackId?: number): Detection => ({
  box: { x1: x, y1: 20, x2: x + 10, y2: 60 },
  score: 0.9,
  classId: 0,
  className: 'car',
  modelNodeId: 'm',
  id: 0,
  ...(trackId !== undefined && { trackId }),
})

const input = (index: number, detections: Detection[] | null): NodeInput => {
  return { frame: plainFrame(index, index / 5), frames: [], detections, events: [], found: noFindings }
}

async function outputOf(name: string): Promise<OutputFolder> {
  mkdirSync(join(folder, name))
  return createOutputFolder(join(folder, name), 'r')
}

async function executorOf(output: OutputFolder, saved: unknown = null): Promise<Executor> {
  const node = { id: 'count', config: withDefaults('measure', { geometries }) }
  return measure({ node, output, saved, header: { run_id: 'r' } } as unknown as NodeContext<'measure'>)
}

/** Across the gate and to its left again, settling only once. */
const WALK = [10, 40, 70, 76, 74, 70, 100, 130, 140, 145, 60, 140]

test('each frame carries the lines and zones with their current counts, without untracked detections', async () => {
  const executor = await executorOf(await outputOf('labels'))
  const labels: (string | undefined)[] = []
  for (const [i, x] of [10, 40, 70, 100, 130, 140, 145].entries()) {
    const { events } = (await executor.process(input(i, [at(x, 1), at(150 - x)]))) as Record<string, EventsPacket>
    labels.push(events?.geometries.map((g) => g.label).join(', '))
  }
  expect(labels[0]).toBe('A→B 0  B→A 0, 0 inside')
  // The overlay adds the name in front.
  expect(labels.join()).not.toMatch(/Gate|Yard/)
  expect(labels.at(-1)).toBe('A→B 1  B→A 0, 1 inside')
  const late = await executor.finish?.([], 1.2)
  expect(late).toContainEqual(expect.objectContaining({ type: 'zone_exit', open_at_end: true }))
  expect(executor.counts?.()).toMatchObject({ lines: [{ a_to_b: 1 }], zones: [{ visits: 1 }] })
})

test('a frame that took another branch is not measured', async () => {
  const executor = await executorOf(await outputOf('branch'))
  expect(await executor.process(input(0, null))).toEqual({})
  await executor.close?.()
})

/** Runs the walk; before frame `stopAt` all but the saved state is discarded, and the walk resumes from there. */
async function walked(name: string, stopAt: number | null) {
  const output = await outputOf(name)
  let executor = await executorOf(output)
  const events: MeasureEvent[] = []
  for (const [i, x] of WALK.entries()) {
    if (i === stopAt) {
      const saved = deserialize(serialize(await executor.save?.()))
      // Work after the save is lost, and cut off in the file.
      await executor.process(input(i, [at(150, 1), at(10, 2)]))
      await executor.finish?.([], 99)
      await executor.close?.()
      executor = await executorOf(output, saved)
    }
    const packets = (await executor.process(input(i, [at(x, 1), at(x + 2, 3)]))) as Record<string, EventsPacket>
    events.push(...(packets.events?.events ?? []))
  }
  events.push(...((await executor.finish?.([], (WALK.length - 1) / 5)) ?? []))
  await executor.close?.()
  const text = readFileSync(join(output.manifestPath, '..', 'evidence.jsonl'), 'utf8')
  return { events, counts: executor.counts?.(), text }
}

test('the evidence of every count and near miss is written to a file that is identical in every run', async () => {
  const { events, text } = await walked('whole', null)
  const [header, ...records] = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(header).toEqual({ record: 'header', format: 'sightline-evidence', version: 1, run_id: 'r' })
  const evidence = records.filter((r) => r.record === 'evidence').map(({ record: _, ...one }) => one)
  for (const one of evidence) expect([...Value.Errors(Evidence, one)]).toEqual([])
  const crossings = events.filter((e) => e.type === 'line_crossing')
  expect(crossings.length).toBeGreaterThan(1)
  const explained = evidence.filter((e) => e.kind === 'line' && e.counted)
  expect(explained.map((e) => e.event_id).toSorted()).toEqual(crossings.map((e) => e.id).toSorted())
  expect(evidence.some((e) => !e.counted)).toBe(true)
  expect(records.at(-1)).toMatchObject({ record: 'near_misses', node_id: 'count' })
  expect((await walked('again', null)).text).toBe(text)
})

test.each(WALK.map((_, i) => i))('writes the same bytes when it is stopped before frame %d and resumed', async (i) => {
  const whole = await walked(`whole-${i}`, null)
  expect(await walked(`stopped-${i}`, i)).toEqual(whole)
})

test('the evidence file is an artifact that names its block; a second block has another one', async () => {
  const output = await outputOf('artifact')
  const [first, second] = [await executorOf(output), await executorOf(output)]
  await first.finish?.([], 1)
  await second.finish?.([], 1)
  expect(await output.describe()).toMatchObject([
    { name: 'evidence.jsonl', kind: 'evidence', node_id: 'count', media_type: 'application/x-ndjson', records: 0 },
    { name: 'evidence-2.jsonl' },
  ])
})
