import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { openMedia } from '../../../src/engine/media/open-media.ts'
import type { RunHooks } from '../../../src/engine/runtime/run-hooks.ts'
import type { RunJob, RunOutcome } from '../../../src/shared/engine-contract/job.ts'
import { modelFixture } from '../support/bundles.ts'
import { graphOf, jobOf } from '../support/run.ts'
import { runHere } from '../support/run-here.ts'
import { testFolder } from '../support/test-folder.ts'
import { type Square, writeVideo } from '../support/test-frames.ts'

const folder = testFolder()
const video = join(folder, 'walk.mp4')
const FRAMES = 20
/** A red square moves from left to right; a green one is present from the tenth frame on. */
const walk = (i: number): Square[] => [
  { x: 8 + 6 * i, y: 32, color: 'red' },
  ...(i >= 10 ? [{ x: 136, y: 72, color: 'green' } as const] : []),
]

beforeAll(async () => {
  await writeVideo(video, FRAMES, walk)
})

let runs = 0
interface Run extends RunOutcome {
  /** SHA-256 of each file except log and manifest, which contain the time; of a video, that of its frames. */
  files: Record<string, string>
  manifest: { reused?: { node_id: string; made_at: string }[] }
  /** Ids of the nodes that were reused, in the order of the graph. */
  reused: string[]
  log: string
}

async function run(job: RunJob, hooks: Partial<RunHooks> = {}): Promise<Run> {
  const outDir = join(folder, `run-${runs++}`)
  const outcome = await runHere({ ...job, outDir, outboxDir: join(outDir, 'outbox') }, hooks)
  const content = outcome.artifacts.filter((a) => a.kind !== 'log' && a.kind !== 'manifest')
  const path = join(outDir, 'manifest.json')
  return {
    ...outcome,
    files: await digests(content.map((a) => join(outDir, a.name))),
    manifest: existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {},
    reused: Object.keys(outcome.nodes).filter((id) => outcome.nodes[id]?.reused),
    log: outcome.reports.flatMap((report) => (report.type === 'log' ? [report.line.message] : [])).join('\n'),
  }
}

async function digests(paths: readonly string[]): Promise<Record<string, string>> {
  const all: Record<string, string> = {}
  for (const path of paths) {
    const hash = createHash('sha256')
    if (path.endsWith('.mp4')) {
      const reader = await openMedia(path)
      for await (const frame of reader.frames()) {
        hash.update(`${frame.ptsS}`).update(frame.image.y).update(frame.image.u).update(frame.image.v)
        frame.close()
      }
      await reader.close()
    } else hash.update(readFileSync(path))
    all[basename(path)] = hash.digest('hex')
  }
  return all
}

const cacheOf = (name: string): string => join(folder, `cache-${name}`)
const tapesIn = (cacheDir: string): string[] =>
  existsSync(join(cacheDir, 'tapes')) ? readdirSync(join(cacheDir, 'tapes')) : []

const gate = (x: number) => ({
  kind: 'line',
  name: 'Gate',
  points: [
    [x, 1],
    [x, 0],
  ],
})
const yard = {
  kind: 'zone',
  name: 'Yard',
  points: [
    [0.3, 0.1],
    [0.7, 0.1],
    [0.7, 0.9],
    [0.3, 0.9],
  ],
}
type Nodes = Record<string, [string, object?]>
const FIND = { model_id: 'colours', confidence_threshold: 0.3, iou_threshold: 0.1 }
const nodes: Nodes = {
  find: ['model', FIND],
  keep: ['filter', { min_confidence: 0.2 }],
  follow: ['track'],
  count: ['measure', { geometries: [gate(0.5)] }],
  many: ['condition', { rules: [{ subject: 'class_count', operator: '>=', threshold: 2 }] }],
  table: ['sink', { kind: 'csv' }],
  lines: ['sink', { kind: 'json' }],
  both: ['sink', { kind: 'json' }],
}
const wires = [
  ...['source>find', 'find>keep', 'keep>follow', 'follow>count', 'follow>many', 'follow>table', 'count>table'],
  ...['follow>lines', 'count>lines', 'many.true>both'],
]
const jobWith = (changed: Nodes, cacheDir: string | null, moreWires: string[] = []): RunJob => ({
  ...jobOf(graphOf({ ...nodes, ...changed }, [...wires, ...moreWires]), video, folder),
  cacheDir,
})

const UPSTREAM = ['find', 'keep', 'follow']
const annotated: Nodes = { draw: ['visualize', {}], video: ['sink', { kind: 'annotated_video' }] }
const VIDEO_WIRES = ['follow>draw', 'draw>video']

describe('after a change, only the results upstream of it are reused', () => {
  const cacheDir = cacheOf('edits')
  beforeAll(async () => {
    const first = await run(jobWith({}, cacheDir))
    expect(first).toMatchObject({ status: 'completed', reused: [] })
    expect(first.manifest.reused).toBeUndefined()
    expect(tapesIn(cacheDir)).toHaveLength(3)
  })

  const edits: [string, Nodes, string[], string[], RegExp][] = [
    ['nothing', {}, [], UPSTREAM, /Reused: tracks of “follow” \(made 20.*; decoded nothing/],
    ['a line', { count: ['measure', { geometries: [gate(0.6)] }] }, [], UPSTREAM, /decoded nothing/],
    ['a zone', { count: ['measure', { geometries: [gate(0.5), yard] }] }, [], UPSTREAM, /decoded nothing/],
    ['a filter', { keep: ['filter', { min_confidence: 0.5 }] }, [], ['find'], /detections of “find”.*decoded nothing/],
    [
      'a condition',
      { many: ['condition', { rules: [{ subject: 'class_count', operator: '<', threshold: 2 }] }] },
      [],
      UPSTREAM,
      /decoded nothing/,
    ],
    ['a tracker', { follow: ['track', { lost_after_s: 0.2 }] }, [], ['find'], /detections of “find”.*decoded nothing/],
    [
      'a tracker with camera motion',
      { follow: ['track', { tracker: 'botsort' }] },
      [],
      ['find'],
      /detections of “find” .*\)$/m,
    ],
    ['a sink', { table: ['sink', { kind: 'webhook', url: 'https://example.com' }] }, [], UPSTREAM, /decoded nothing/],
    ['a video sink', annotated, VIDEO_WIRES, UPSTREAM, /tracks of “follow” .*\)$/m],
    [
      'colours',
      { ...annotated, find: ['model', { ...FIND, draw: { red: { label: 'R' } } }] },
      VIDEO_WIRES,
      UPSTREAM,
      /tracks/,
    ],
    ['a device that is the same', { find: ['model', { ...FIND, device: 'cpu' }] }, [], UPSTREAM, /decoded nothing/],
    [
      'a video sink with blurred classes',
      { ...annotated, draw: ['visualize', { blur_classes: ['red'] }] },
      VIDEO_WIRES,
      UPSTREAM,
      /detections of “find”.*tracks of “follow”/,
    ],
    ['the model', { find: ['model', { ...FIND, confidence_threshold: 0.4 }] }, [], [], /^(?!.*Reused)/],
  ]
  test.each(edits)(
    'reuses the unaffected results after a change: %s',
    async (_name, changed, moreWires, reused, sentence) => {
      const fresh = await run(jobWith(changed, null, moreWires))
      const again = await run(jobWith(changed, cacheDir, moreWires))
      expect(fresh.error).toBeNull()
      expect(again.error).toBeNull()
      expect(again.files).toEqual(fresh.files)
      expect(again.counts).toEqual(fresh.counts)
      expect(again.reused).toEqual(reused)
      expect(again.manifest.reused?.map((r) => r.node_id).sort() ?? []).toEqual([...reused].sort())
      expect(again.log).toMatch(sentence)
      expect(fresh.log).not.toMatch(/Reused/)
      const figures = ({ nodes }: Run) =>
        Object.entries(nodes).map(([id, { ms_per_frame: _, reused: __, ...rest }]) => [id, rest])
      expect(figures(again)).toEqual(figures(fresh))
      expect(again.progress).toMatchObject({ frames_done: FRAMES, frames_total: FRAMES })
    },
  )
})

describe('changed inputs are computed again', () => {
  const cacheDir = cacheOf('others')
  beforeAll(async () => {
    await run(jobWith({}, cacheDir))
  })

  test('another model file is not reused', async () => {
    const job = jobWith({}, cacheDir)
    const models = { find: { path: modelFixture('colours-v8'), name: 'colours', sha256: 'b2' } }
    expect(await run({ ...job, models })).toMatchObject({ status: 'completed', reused: [] })
  })

  test('other frames are not reused', async () => {
    const job = jobWith({}, cacheDir)
    const sampled = await run({ ...job, source: { ...job.source, sampleFps: 5 } })
    expect(sampled).toMatchObject({ reused: [], progress: { frames_done: 10 } })
    const short = await run({ ...job, source: { ...job.source, durationS: 1 } })
    expect(short).toMatchObject({ reused: [], progress: { frames_done: 10 } })
  })

  test('frames that are read in another way are not reused', async () => {
    const job = jobWith({}, cacheDir)
    const graph = structuredClone(job.graph)
    for (const node of graph.nodes) if (node.type === 'source') node.config = { ...node.config, deinterlace: 'auto' }
    expect(await run({ ...job, graph })).toMatchObject({ status: 'completed', reused: [] })
  })

  test('another video is not reused, even under the same name; the same one is recognised under any name', async () => {
    const path = join(folder, 'changing.mp4')
    copyFileSync(video, path)
    // Old enough that its digest is cached.
    utimesSync(path, 1e9, 1e9)
    const job = jobWith({}, cacheDir)
    const ofCopy = { ...job, source: { ...job.source, path } }
    expect((await run(ofCopy)).reused).toEqual(UPSTREAM)
    expect((await run(ofCopy)).reused).toEqual(UPSTREAM)
    await writeVideo(join(folder, 'other.mp4'), FRAMES, (i) => walk(FRAMES - 1 - i))
    copyFileSync(join(folder, 'other.mp4'), path)
    utimesSync(path, 1e9, 1e9)
    const changed = await run(ofCopy)
    expect(changed.reused).toEqual([])
    expect(changed.counts.lines).toMatchObject([{ a_to_b: 0, b_to_a: 1 }])
  })
})

test('a damaged tape is removed, and its results are computed again', async () => {
  const cacheDir = cacheOf('damaged')
  const first = await run(jobWith({}, cacheDir))
  for (const name of tapesIn(cacheDir)) {
    const path = join(cacheDir, 'tapes', name)
    const bytes = readFileSync(path)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1
    writeFileSync(path, bytes)
  }
  const again = await run(jobWith({}, cacheDir))
  expect(again).toMatchObject({ status: 'completed', reused: [], files: first.files })
  expect((await run(jobWith({}, cacheDir))).reused).toEqual(UPSTREAM)
})

test('a cache that can’t be written does not fail a run', async () => {
  const file = join(folder, 'no-folder')
  writeFileSync(file, '')
  expect(await run(jobWith({}, file))).toMatchObject({ status: 'completed', reused: [] })
})

test('two concurrent runs each leave results that a third one reuses', async () => {
  const cacheDir = cacheOf('two')
  const both = await Promise.all([run(jobWith({}, cacheDir)), run(jobWith({}, cacheDir))])
  expect(both.map((r) => r.status)).toEqual(['completed', 'completed'])
  expect(tapesIn(cacheDir).filter((n) => !n.endsWith('.tape'))).toEqual([])
  const third = await run(jobWith({}, cacheDir))
  expect(third).toMatchObject({ reused: UPSTREAM, files: both[0]?.files })
})

test('a run that is cancelled leaves no tape', async () => {
  const cacheDir = cacheOf('cancelled')
  const stop = new AbortController()
  let done = 0
  const outcome = await run(jobWith({}, cacheDir), {
    signal: stop.signal,
    onActivity: () => void (++done > 15 && stop.abort()),
  })
  expect(outcome.status).toBe('cancelled')
  expect(tapesIn(cacheDir)).toEqual([])
})

test('leftovers of dead runs are removed', async () => {
  const cacheDir = cacheOf('dead')
  mkdirSync(join(cacheDir, 'tapes'), { recursive: true })
  writeFileSync(join(cacheDir, 'tapes', '.new-999999999-0-abc'), 'half')
  await run(jobWith({}, cacheDir))
  expect(tapesIn(cacheDir).filter((n) => n.startsWith('.new-'))).toEqual([])
})

test('models on the crops of another one are each reused separately', async () => {
  const cacheDir = cacheOf('cascade')
  const cascade = (closer: object, draw: object = {}): RunJob => ({
    ...jobOf(
      graphOf(
        {
          find: ['model', FIND],
          cut: ['crop', { source_classes: ['green'], min_crop_size: 8 }],
          closer: ['model', { ...FIND, ...closer }],
          parts: ['sink', { kind: 'json' }],
          draw: ['visualize', draw],
          video: ['sink', { kind: 'annotated_video' }],
        },
        ['source>find', 'find>cut', 'cut>closer', 'closer>parts', 'closer>draw', 'draw>video'],
      ),
      video,
      folder,
    ),
    cacheDir,
  })
  await run(cascade({}))
  const changed = cascade({ max_detections: 3 })
  const again = await run(changed)
  expect(again.reused).toEqual(['find'])
  expect(again.files).toEqual((await run({ ...changed, cacheDir: null })).files)
  // Blurring covers the detections of both models.
  const blurred = cascade({}, { blur_classes: ['green', 'red'] })
  const covered = await run(blurred)
  expect(covered.reused).toEqual(['find', 'cut', 'closer'])
  expect(covered.log).toMatch(/detections of “find”.*detections of “closer”/)
  expect(covered.files).toEqual((await run({ ...blurred, cacheDir: null })).files)
})
