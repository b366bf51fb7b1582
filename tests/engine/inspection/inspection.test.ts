import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RunPicture } from '../../../src/shared/domain/run.ts'
import type { RunJob, RunOutcome } from '../../../src/shared/engine-contract/job.ts'
import { makeLongVideo } from '../media/long-video.ts'
import { runKilled } from '../support/killed-run.ts'
import { engine, graphOf, jobOf, recordsOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'
import { writeVideo } from '../support/test-frames.ts'

const folder = testFolder()
const video = join(folder, 'walk.mp4')
const SIZE = { width: 320, height: 192 }
const line = {
  kind: 'line',
  name: 'middle',
  points: [
    [0.5, 0],
    [0.5, 1],
  ],
}
const blocks: Parameters<typeof graphOf>[0] = {
  find: ['model', { model_id: 'colours' }],
  follow: ['track', {}],
  count: ['measure', { geometries: [line] }],
  table: ['sink', { kind: 'csv' }],
}
const wires = ['source>find', 'find>follow', 'follow>count', 'count>table']
const withoutJson = graphOf(blocks, wires)
const withJson = graphOf({ ...blocks, lines: ['sink', { kind: 'json', filename: 'lines' }] }, [
  ...wires,
  'follow>lines',
  'count>lines',
])

beforeAll(async () => {
  const there = (i: number) => 2 * Math.round(120 * (1 - Math.cos(i / 20)))
  await writeVideo(video, 300, (i) => [{ x: there(i), y: 32, side: 32, color: 'red' }], { fps: 25, size: SIZE })
})

const inspected = (job: RunJob): RunJob => ({ ...job, inspected: true })
const text = (outDir: string, name = '') => readFileSync(join(outDir, name), 'utf8')

describe('the inspection records of a run', () => {
  const own = join(folder, 'own')
  let whole: RunOutcome
  beforeAll(async () => {
    whole = await runHere(inspected(jobOf(withoutJson, video, own)))
  })

  test('hold the frames and events that a JSON sink would write, whatever the sinks', async () => {
    const written = join(folder, 'written')
    const { inspection, artifacts, nodes } = whole
    await runHere(jobOf(withJson, video, written))
    const records = recordsOf(written, 'lines.jsonl')
    expect(recordsOf(own, inspection?.frames?.name ?? '')).toEqual(records.filter((r) => r.record === 'frame'))
    expect(recordsOf(own, inspection?.events?.name ?? '')).toEqual(records.filter((r) => r.record === 'event'))
    expect(records.some((r) => r.record === 'event')).toBe(true)
    expect(inspection?.frames).toMatchObject({ node_id: null, records: 300, size_bytes: expect.any(Number) })
    // Neither a result nor a block of the graph.
    expect(artifacts.map((a) => a.kind).sort()).toEqual(['csv', 'evidence', 'log', 'manifest'])
    expect(text(own, 'manifest.json')).not.toContain('inspection')
    expect(Object.keys(nodes).sort()).toEqual(['count', 'find', 'follow', 'source', 'table'])
  })

  test('are the same to the byte after the engine was killed and the run resumed', async () => {
    const [killed, resumed] = [join(folder, 'killed'), join(folder, 'resumed')]
    const { inspection } = whole
    const job = inspected(jobOf(withoutJson, video, killed))
    const first = await runKilled(job, { after: 'checkpoint', ms: 1 }, 30)
    expect(first).toMatchObject({ status: 'error', resumable: true })
    const next = { ...job, outDir: resumed, resume: { outDir: killed, runId: job.runId } }
    expect(await runHere(next)).toMatchObject({ status: 'completed', inspection: { frames: { records: 300 } } })
    for (const file of [inspection?.frames, inspection?.events]) {
      expect(text(resumed, file?.name)).toBe(text(own, file?.name))
    }
  })

  test('are not written by a run without inspector', async () => {
    const outDir = join(folder, 'plain')
    const job = jobOf(withoutJson, video, outDir)
    expect((await runHere({ ...job, source: { ...job.source, durationS: 1 } })).inspection).toBeUndefined()
    expect(existsSync(join(outDir, 'inspection-frames.jsonl'))).toBe(false)
  })
})

test('a running run returns an image of its current frame, an ended one none', async () => {
  // Long enough to still run when the second image is requested.
  const long = join(folder, 'long.h264')
  await makeLongVideo(long, SIZE, 120)
  let moving: () => void = () => undefined
  const moved = new Promise<void>((resolve) => {
    moving = resolve
  })
  const run = engine().start(inspected(jobOf(withoutJson, long, join(folder, 'live'))), ({ type }) => {
    if (type === 'progress') moving()
  })
  await moved
  const pictures: (RunPicture | null)[] = [await run.picture(), await run.picture()]
  run.cancel()
  const { status } = await run.done
  expect(status).toBe('cancelled')
  const [first, second] = pictures
  expect(first).toMatchObject(SIZE)
  expect(Buffer.from(first?.jpeg ?? '', 'base64').subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
  expect(second?.frame_index).toBeGreaterThan(first?.frame_index as number)
  expect(await run.picture()).toBeNull()
})
