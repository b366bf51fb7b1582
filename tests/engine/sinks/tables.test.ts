import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { NodeInput } from '../../../src/engine/nodes/executor.ts'
import { createOutputFolder } from '../../../src/engine/output/output-folder.ts'
import { csvSink } from '../../../src/engine/sinks/csv-sink.ts'
import { jsonSink } from '../../../src/engine/sinks/json-sink.ts'
import type { SinkContext } from '../../../src/engine/sinks/sink-writer.ts'
import { type ConfigOf, withDefaults } from '../../../src/shared/blocks/catalogue.ts'
import type { Detection } from '../../../src/shared/domain/detection.ts'
import type { MeasureEvent } from '../../../src/shared/domain/event.ts'
import { englishOf, type Message } from '../../../src/shared/messages/message.ts'
import { testFolder } from '../support/test-folder.ts'
import { noFindings, plainFrame } from '../support/test-frames.ts'

const folder = testFolder()

const detection: Detection = {
  box: { x1: 1.23456, y1: 2, x2: 30.5, y2: 40 },
  score: 0.87654321,
  classId: 2,
  className: 'truck, "big"\nred',
  modelNodeId: 'model',
  id: 4,
  trackId: 9,
}

const crossing: MeasureEvent = {
  type: 'line_crossing',
  node_id: 'count',
  geometry: 'Gate',
  time_s: 0.1234567,
  frame_index: 2,
  track_id: 9,
  class_name: 'truck',
  direction: 'a_to_b',
  box: [1, 2, 3, 4.567],
}

const shaped: Detection = {
  ...detection,
  rings: [
    [1.23456, 2, 30.5, 2, 15, 39.999],
    [4, 5, 6, 5, 5, 6],
  ],
  keypoints: [{ x: 10.456, y: 20, score: 0.123456 }],
}

const dwell: MeasureEvent = {
  type: 'zone_dwell',
  node_id: 'count',
  geometry: 'Yard',
  time_s: 1,
  frame_index: 3,
  track_id: 1,
  class_name: 'car',
  direction: null,
  box: null,
  dwell_s: 2.5,
  open_at_end: true,
}

const input = (detections: Detection[] | null, events: MeasureEvent[]): NodeInput => ({
  frame: plainFrame(2, 0.2),
  frames: [],
  detections,
  events: [{ type: 'events', from: 'count', events, geometries: [] }],
  found: noFindings,
})

async function contextOf(name: string, config: Partial<ConfigOf<'sink'>>, types: string[]): Promise<SinkContext> {
  const out = join(folder, name)
  mkdirSync(out)
  const inlets = types.map((type) => ({ from: 'x', output: 'x', type }))
  return {
    node: { id: 'out', kind: 'sink', config: withDefaults('sink', config), inlets },
    output: await createOutputFolder(out, 'r'),
    media: { kind: 'video' },
    header: { run_id: 'r', workflow: { name: 'W', graph_sha256: 'g' }, source: { sha256: 'v' }, models: [] },
  } as unknown as SinkContext
}

const textOf = (name: string, file: string) => readFileSync(join(folder, name, file), 'utf8')

test('CSV is one RFC 4180 file per kind of record', async () => {
  const context = await contextOf('csv', { kind: 'csv', filename: 'street' }, ['detections', 'events'])
  const sink = await csvSink(context)
  await sink.write(input([detection], [crossing]))
  await sink.write(input(null, []))
  await sink.finish([dwell])
  expect(await context.output.describe()).toMatchObject([
    { name: 'street-events.csv', kind: 'csv', node_id: 'out', records: 2 },
    { name: 'street-detections.csv', kind: 'csv', node_id: 'out', records: 1 },
  ])
  await context.output.commit(() => undefined)
  expect(textOf('csv', 'street-detections.csv')).toBe(
    'time_s,frame_index,track_id,class_name,class_id,confidence,x1,y1,x2,y2,id,parent_id,model_node_id\r\n' +
      '0.2,2,9,"truck, ""big""\nred",2,0.8765,1.23,2,30.5,40,4,,model\r\n',
  )
  const [header, ...rows] = textOf('csv', 'street-events.csv').trimEnd().split('\r\n')
  expect(header).toBe(
    'time_s,frame_index,type,geometry,direction,track_id,class_name,x1,y1,x2,y2,dwell_s,open_at_end,' +
      'occupancy_interval_s,occupancy_min,occupancy_mean,occupancy_max,node_id',
  )
  expect(rows).toEqual([
    '0.123457,2,line_crossing,Gate,a_to_b,9,truck,1,2,3,4.57,,,,,,,count',
    '1,3,zone_dwell,Yard,,1,car,,,,,2.5,true,,,,,count',
  ])
})

test('JSON Lines end at their limit, with a warning, and do not continue after a resume', async () => {
  const warnings: string[] = []
  const context = { ...(await contextOf('json-full', { kind: 'json' }, ['detections'])), saved: null }
  const warn = (message: Message) => void warnings.push(englishOf(message))
  const sink = await jsonSink({ ...context, warn }, { internal: true, maxBytes: 600 })
  for (let i = 0; i < 4; i++) await sink.write(input([detection], []))
  const saved = await sink.save?.()
  await sink.close()
  const resumed = await jsonSink({ ...context, warn, saved }, { internal: true, maxBytes: 600 })
  await resumed.write(input([detection], []))
  await resumed.finish([])
  expect(await context.output.describe()).toEqual([])
  expect(await context.output.describeInternal()).toMatchObject([{ name: 'out.jsonl', node_id: null, records: 2 }])
  await context.output.commit(() => undefined)
  const records = textOf('json-full', 'out.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).record)
  expect(records).toEqual(['header', 'frame', 'frame', 'cut'])
  expect(warnings).toEqual([expect.stringMatching(/^The inspector shows this run up to 0\.2 s only/)])
})

test('files are named for their content if neither file nor block has a name, and two get two names', async () => {
  const context = await contextOf('numbered', { kind: 'csv' }, ['detections', 'events'])
  const numbered = (id: string, config: Partial<ConfigOf<'sink'>>): SinkContext => ({
    ...context,
    node: { ...context.node, id, config: withDefaults('sink', config) },
  })
  for (const sink of [
    await csvSink(numbered('sink-1', { kind: 'csv' })),
    await csvSink(numbered('sink-2', { kind: 'csv' })),
    await jsonSink(numbered('sink', { kind: 'json' })),
    await jsonSink(numbered('sink-12', { kind: 'json', filename: 'mine' })),
    await jsonSink(numbered('crowd', { kind: 'json' })),
  ]) {
    await sink.finish([])
  }
  expect((await context.output.describe()).map(({ name }) => name)).toEqual([
    ...[
      'events.csv',
      'detections.csv',
      'events-2.csv',
      'detections-2.csv',
      'results.jsonl',
      'mine.jsonl',
      'crowd.jsonl',
    ],
  ])
})

test('CSV: shapes add neither columns nor cells', async () => {
  const tableOf = async (name: string, one: Detection) => {
    const context = await contextOf(name, { kind: 'csv' }, ['detections'])
    const sink = await csvSink(context)
    await sink.write(input([one], []))
    await sink.finish([])
    await context.output.commit(() => undefined)
    return textOf(name, 'out-detections.csv')
  }
  expect(await tableOf('csv-shaped', shaped)).toBe(await tableOf('csv-plain', detection))
})

test('CSV: only connected ports have a file, even if it stays empty', async () => {
  const context = await contextOf('csv-events', { kind: 'csv' }, ['events'])
  const sink = await csvSink(context)
  await sink.finish([])
  expect(await context.output.describe()).toMatchObject([{ name: 'out-events.csv', records: 0 }])
})

test('JSON Lines have a header, a record for each frame that arrives, a record for each event', async () => {
  const context = await contextOf('json', { kind: 'json' }, ['detections', 'events'])
  const sink = await jsonSink(context)
  await sink.write(input([detection], [crossing]))
  await sink.write(input(null, []))
  await sink.write(input([], []))
  await sink.finish([dwell])
  expect(await context.output.describe()).toMatchObject([{ name: 'out.jsonl', kind: 'json', records: 4 }])
  await context.output.commit(() => undefined)
  const records = textOf('json', 'out.jsonl')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(records[0]).toMatchObject({
    record: 'header',
    format: 'sightline-results',
    version: 1,
    workflow: { graph_sha256: 'g' },
    source: { sha256: 'v' },
  })
  expect(records.slice(1)).toMatchObject([
    { record: 'frame', frame_index: 2, time_s: 0.2, detections: [{ track_id: 9, confidence: 0.8765, x1: 1.23 }] },
    { record: 'event', ...crossing },
    { record: 'frame', detections: [] },
    { record: 'event', type: 'zone_dwell', open_at_end: true },
  ])
})

test('JSON Lines: shapes and keypoints are written beside the boxes that have them', async () => {
  const context = await contextOf('json-shaped', { kind: 'json' }, ['detections'])
  const sink = await jsonSink(context)
  await sink.write(input([detection, shaped], []))
  await sink.finish([])
  await context.output.commit(() => undefined)
  const [, line = ''] = textOf('json-shaped', 'out.jsonl').split('\n')
  const [plain, whole] = JSON.parse(line).detections
  expect(Object.keys(plain)).not.toContain('rings')
  expect(Object.keys(plain)).not.toContain('keypoints')
  expect(whole).toEqual({
    ...plain,
    rings: [
      [1.23, 2, 30.5, 2, 15, 40],
      [4, 5, 6, 5, 5, 6],
    ],
    keypoints: [[10.46, 20, 0.1235]],
  })
})
