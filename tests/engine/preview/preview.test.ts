/** Previews a time of a video, on the built engine. */
import { mkdirSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Preview, PreviewJob } from '../../../src/shared/engine-contract/preview.ts'
import type { Graph } from '../../../src/shared/graph/graph.ts'
import { engine as createEngine, graphOf, jobOf, recordsOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'
import { writeVideo } from '../support/test-frames.ts'

const folder = testFolder()
const video = join(folder, 'walk.mp4')
const engine = createEngine()
afterAll(() => engine.close())

/** Six seconds at ten frames a second: a red square moves to the right, a green one stays. */
beforeAll(async () => {
  await writeVideo(video, 60, (i) => [
    { x: 8 + 2 * i, y: 32, color: 'red' },
    { x: 136, y: 72, color: 'green' },
  ])
})

const find: [string, object] = ['model', { model_id: 'colours', confidence_threshold: 0.3, iou_threshold: 0.1 }]
const line = { kind: 'line', name: 'Gate', points: [[0.5, 1], [0.5, 0]] } // biome-ignore format: a point a pair
const counting = (filter: object = {}) =>
  graphOf(
    {
      find,
      keep: ['filter', filter],
      follow: ['track'],
      count: ['measure', { geometries: [line] }],
      lines: ['sink', { kind: 'json' }],
    },
    ['source>find', 'find>keep', 'keep>follow', 'follow>count', 'keep>lines'],
  )

const jobAt = (graph: Graph, atS: number, windowS = 0): PreviewJob => {
  const { source, models } = jobOf(graph, video, folder)
  return { graph, source, models, atS, windowS }
}
async function look(job: PreviewJob): Promise<Preview> {
  const looked = await engine.preview(job)
  if (!looked.ok) throw new Error(looked.error.message)
  return looked.value
}

test('displays one frame just as in a run', async () => {
  const graph = counting()
  const job = jobOf(graph, video, join(folder, 'run'))
  await runHere(job)
  const frames = recordsOf(job.outDir, 'lines.jsonl').filter((r) => r.record === 'frame')
  for (const index of [0, 17, 18, 59, 5, 42]) {
    const { time_s, detections } = frames[index] as { time_s: number; detections: Record<string, number>[] }
    const preview = await look(jobAt(graph, time_s))
    expect(preview.frames).toHaveLength(1)
    expect(preview.frames[0]?.time_s).toBe(time_s)
    const shown = preview.frames[0]?.nodes.keep?.detections
    expect(shown?.map((d) => [d.class_name, d.confidence, ...d.box])).toEqual(
      detections.map((d) => [d.class_name, d.confidence, d.x1, d.y1, d.x2, d.y2]),
    )
  }
})

test('displays what a filter drops, by the same ids before and after it', async () => {
  const { frames } = await look(jobAt(counting({ keep_classes: ['green'] }), 1))
  const { find: found, keep } = frames[0]?.nodes ?? {}
  expect(found?.detections?.map((d) => d.class_name).sort()).toEqual(['green', 'red'])
  expect(keep?.received).toEqual(found?.detections?.map((d) => d.id))
  expect(keep?.detections?.map((d) => d.class_name)).toEqual(['green'])
})

test('tracks and counts within a window', async () => {
  // The red square reaches the middle of the frame after 3.2 seconds.
  const { frames, counts } = await look(jobAt(counting(), 2.5, 2))
  expect(frames.length).toBe(21)
  const ids = new Set(frames.flatMap((f) => f.nodes.follow?.detections?.map((d) => d.track_id) ?? []))
  expect(ids).toEqual(new Set([1, 2]))
  expect(counts.lines).toMatchObject([{ name: 'Gate', a_to_b: 1, b_to_a: 0 }])
  expect(frames.flatMap((f) => f.nodes.count?.events ?? [])).toHaveLength(1)
})

test('runs an unfinished graph, and reports the parts that it skipped', async () => {
  const graph = counting()
  const unfinished = {
    ...graph,
    nodes: graph.nodes.map((n) => (n.id === 'count' ? { ...n, config: { geometries: [{ kind: 'line' }] } } : n)),
  }
  const { frames, left_out } = await look(jobAt(unfinished, 1))
  expect(left_out).toEqual(['count', 'lines'])
  expect(Object.keys(frames[0]?.nodes ?? {}).sort()).toEqual(['find', 'follow', 'keep', 'source'])
})

test('needs no inference when a slider behind the model moves', async () => {
  const first = await look(jobAt(counting({ min_confidence: 0.1 }), 4, 2))
  const again = await look(jobAt(counting({ min_confidence: 0.99 }), 4, 2))
  expect(again.frames.map((f) => f.nodes.find)).toEqual(first.frames.map((f) => f.nodes.find))
  expect(again.frames.flatMap((f) => f.nodes.keep?.detections)).toEqual([])
})

test('reports why there is nothing to display', async () => {
  const late = await engine.preview(jobAt(counting(), 99))
  expect(late).toMatchObject({ ok: false, error: { code: 'source_empty', node_id: 'source' } })
  const gone = jobAt(counting(), 0)
  const missing = await engine.preview({ ...gone, source: { ...gone.source, path: join(folder, 'gone.mp4') } })
  expect(missing).toMatchObject({ ok: false, error: { code: 'source_missing', node_id: 'source' } })
  const blind = await engine.preview({ ...gone, models: {} })
  expect(blind).toMatchObject({ ok: false, error: { code: 'model_missing', node_id: 'find' } })
  expect((await look(gone)).frames).toHaveLength(1)
})

test('names the wrong setting of the source, and not its file', async () => {
  const graph = counting()
  const nodes = graph.nodes.map((n) => (n.type === 'source' ? { ...n, config: { ...n.config, sample_fps: -3 } } : n))
  await expect(look(jobAt({ ...graph, nodes }, 1))).rejects.toThrow('“Sample rate” must be more than 0.')
})

test('makes no file or folder', async () => {
  const temporary = join(folder, 'temporary')
  mkdirSync(temporary)
  for (const name of ['TMPDIR', 'TMP', 'TEMP']) vi.stubEnv(name, temporary)
  const apart = createEngine()
  const graph = graphOf(
    {
      find,
      follow: ['track'],
      count: ['measure', { geometries: [line] }],
      cut: ['crop', { emit_crops: true }],
      closer: find,
      lines: ['sink', { kind: 'json' }],
    },
    ['source>find', 'find>follow', 'follow>count', 'find>cut', 'cut>closer', 'closer>lines'],
  )
  const touched: string[] = []
  const watchers = [folder, temporary].map((path) => watch(path, (_, name) => touched.push(`${name}`)))
  try {
    const { value } = (await apart.preview(jobAt(graph, 1, 1))) as { value: Preview }
    expect(value.left_out).toEqual(['lines'])
    expect(value.frames[0]?.nodes.cut?.regions).toHaveLength(2)
    // Changes are reported in order: this one after all others.
    writeFileSync(join(temporary, 'last'), '')
    await expect.poll(() => touched).toContain('last')
    expect(touched.filter((name) => name !== 'last')).toEqual([])
  } finally {
    for (const watcher of watchers) watcher.close()
    apart.close()
    vi.unstubAllEnvs()
  }
})
