/** A run of a video in parts has the results of one machine. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { ModelFile, RunJob, RunOutcome } from '../../../src/shared/engine-contract/job.ts'
import type { PartPlan } from '../../../src/shared/engine-contract/parts.ts'
import { makeClip, movingSquare } from '../media/make-clip.ts'
import { makeVideo, steady } from '../media/make-video.ts'
import { here, inProcesses, type PartEngine } from '../support/part-engine.ts'
import { graphOf, jobOf } from '../support/run.ts'
import { testFolder } from '../support/test-folder.ts'
import { writeVideo } from '../support/test-frames.ts'

const folder = testFolder()
const video = join(folder, 'walk.mp4')

const FRAMES = 90
/** Seconds of the shortest part: the video has four of them. */
const PART_S = 2

beforeAll(async () => {
  await writeVideo(video, FRAMES, (i) => [
    { x: 8 + ((5 * i) % 140), y: 32, color: 'red' },
    ...(i >= 40 ? [{ x: 136 - i, y: 72, color: 'green' } as const] : []),
  ])
})

const gate = {
  kind: 'line',
  name: 'Gate',
  points: [
    [0.5, 1],
    [0.5, 0],
  ],
}
const graph = graphOf(
  {
    find: ['model', { model_id: 'colours', confidence_threshold: 0.3, iou_threshold: 0.1 }],
    follow: ['track'],
    count: ['measure', { geometries: [gate] }],
    draw: ['visualize', { trails: true, trail_s: 3, blur_classes: ['green'] }],
    video: ['sink', { kind: 'annotated_video' }],
    table: ['sink', { kind: 'csv' }],
    lines: ['sink', { kind: 'json' }],
  },
  [
    ...['source>find', 'find>follow', 'follow>count', 'follow>draw', 'count>draw', 'draw>video'],
    ...['follow>table', 'count>table', 'follow>lines', 'count>lines'],
  ],
)

let folders = 0
const newFolder = (name: string): string => {
  const path = join(folder, `${name}-${folders++}`)
  mkdirSync(path)
  return path
}
const jobFor = (outDir: string, media = video, given = graph): RunJob => ({
  ...jobOf(given, media, outDir),
  cacheDir: newFolder('cache'),
  inspected: true,
})

const planned = (job: RunJob, partS = PART_S, host: PartEngine = here): Promise<PartPlan | null> =>
  host.planParts(job, { leastS: partS, atOnce: 3, rounds: 4 })

type Joined = RunOutcome & { plan: PartPlan; regular: boolean[] }

/** Each part as on a machine of its own: with another cache. */
async function inParts(job: RunJob, partS = PART_S, host: PartEngine = here): Promise<Joined> {
  const plan = (await planned(job, partS, host)) as PartPlan
  const regular: boolean[] = []
  const done = async (step: 'detect' | 'draw', detected: readonly string[]) => {
    const made: string[] = []
    // The last one first: parts don't wait for each other.
    for (const part of [...(step === 'detect' ? plan.detected : plan.drawn)].reverse()) {
      const outDir = newFolder(step)
      const elsewhere = { ...job, cacheDir: newFolder('cache'), outDir: join(outDir, 'unused') }
      const given = { step, job: elsewhere, sha256: plan.sha256, part, outDir, detected }
      regular.push((await host.executePart(given)).isRegular)
      made.unshift(outDir)
    }
    return made
  }
  const detected = await done('detect', [])
  // Videos are drawn while the run measures.
  const isDrawn = plan.drawn.length > 0
  const run = host.start({ ...job, parts: { detected, drawn: isDrawn ? 'later' : null } })
  if (isDrawn) run.drawn(await done('draw', detected))
  return { ...(await run.done), plan, regular }
}

const alone = (job: RunJob) => here.start(job).done

/** Digests of all files but those that name times: the log and the manifest. */
const filesOf = ({ artifacts, inspection }: RunOutcome) =>
  [...artifacts, ...Object.values(inspection ?? {}).flatMap((file) => file ?? [])]
    .filter(({ kind }) => kind !== 'log' && kind !== 'manifest')
    .map(({ name, sha256, records }) => [name, sha256, records])
    .sort()

const figuresOf = ({ nodes }: RunOutcome) =>
  Object.fromEntries(Object.entries(nodes).map(([id, { ms_per_frame: _, ...figures }]) => [id, figures]))

test('tables, evidence, videos and figures of a run in parts are those of one machine', async () => {
  const whole = await alone(jobFor(newFolder('whole')))
  expect(whole.error).toBeNull()
  const outDir = newFolder('joined')
  const joined = await inParts(jobFor(outDir), PART_S, inProcesses)
  expect(joined.error).toBeNull()
  expect(joined.plan.detected.length).toBeGreaterThan(3)
  expect(joined.plan).toMatchObject({ frames: FRAMES })
  expect(filesOf(joined)).toEqual(filesOf(whole))
  expect(filesOf(joined).length).toBeGreaterThan(4)
  expect(figuresOf(joined)).toEqual(figuresOf(whole))
  expect(joined.counts).toEqual(whole.counts)
  expect(readFileSync(join(outDir, 'run.log'), 'utf8')).toMatch(
    /Joined the detections and annotated videos of \d+ parts/,
  )
  const manifest = JSON.parse(readFileSync(join(outDir, 'manifest.json'), 'utf8'))
  expect(manifest.reused ?? []).toEqual([])
}, 120_000)

const detecting = graphOf(
  {
    find: ['model', { model_id: 'colours', confidence_threshold: 0.3 }],
    follow: ['track'],
    draw: ['visualize', {}],
    video: ['sink', { kind: 'annotated_video' }],
    table: ['sink', { kind: 'csv' }],
  },
  ['source>find', 'find>follow', 'follow>draw', 'draw>video', 'follow>table'],
)

async function expectSame(job: RunJob, partS = PART_S): Promise<PartPlan> {
  const whole = await alone({ ...job, outDir: newFolder('whole'), cacheDir: newFolder('cache') })
  expect(whole.error).toBeNull()
  const joined = await inParts(job, partS)
  expect(joined.regular).not.toContain(false)
  expect(filesOf(joined)).toEqual(filesOf(whole))
  expect(joined.progress.frames_done).toBe(whole.progress.frames_done)
  return joined.plan
}

const uneven = (count: number) => steady(count, 25, 90_000).map((t, i) => t + (i % 3) * 300)

test.for(['mp4', 'mkv', 'ts'])(
  'a video with B-frames, uneven times and sound has the same results in parts, as %s',
  { timeout: 120_000 },
  async (ending) => {
    const path = join(folder, `uneven.${ending}`)
    await makeVideo({
      path,
      width: 160,
      height: 96,
      ticks: ending === 'ts' ? steady(200, 25, 90_000) : uneven(200),
      timescale: 90_000,
      bFrames: 2,
      sound: 'aac',
    })
    const plan = await expectSame(jobFor(newFolder('joined'), path, detecting))
    expect(plan.detected.length).toBeGreaterThan(2)
  },
)

test('an interlaced video that is deinterlaced has the same results in parts', async () => {
  const path = join(folder, 'fields.mkv')
  await makeClip({
    path,
    frames: 160,
    isInterlaced: () => true,
    picture: (x, y, time) => movingSquare(x, y, time % 20),
  })
  const graph = structuredClone(detecting)
  for (const node of graph.nodes) if (node.type === 'source') node.config = { ...node.config, deinterlace: 'auto' }
  const plan = await expectSame(jobFor(newFolder('joined'), path, graph), 1.5)
  expect(plan.detected.length).toBeGreaterThan(2)
}, 120_000)

test.for([
  ['a sample rate', { sampleFps: 4, durationS: null }],
  ['a length', { sampleFps: null, durationS: 6.5 }],
  ['a sample rate that does not divide that of the video, and a length', { sampleFps: 7, durationS: 5 }],
] as const)('a run with %s has the same results in parts', { timeout: 120_000 }, async ([, limits]) => {
  const job = jobFor(newFolder('joined'))
  const plan = await expectSame({ ...job, source: { ...job.source, ...limits } }, 1.5)
  expect(plan.detected.length).toBeGreaterThan(2)
})

test('a video with a damaged middle is found to be irregular, and has the same results by one machine', async () => {
  const path = join(folder, 'damaged.mp4')
  await makeVideo({ path, width: 160, height: 96, ticks: steady(200, 25, 90_000), timescale: 90_000, bFrames: 2 })
  const bytes = readFileSync(path)
  // The pictures are in front of the index, the first of them in front of the damage.
  const index = bytes.indexOf('moov')
  for (let at = index >> 1; at < index - 100; at += 60) bytes[at] = 255 - (bytes[at] as number)
  writeFileSync(path, bytes)
  const job = jobFor(newFolder('joined'), path, detecting)
  const whole = await alone({ ...job, outDir: newFolder('whole'), cacheDir: newFolder('cache') })
  const joined = await inParts(job)
  expect(joined.regular).toContain(false)
  expect(filesOf(joined)).toEqual(filesOf(whole))
}, 120_000)

test('parts that do not follow each other are not used', async () => {
  const job = jobFor(newFolder('joined'), video, detecting)
  const plan = (await planned(job)) as PartPlan
  const detected: string[] = []
  for (const part of plan.detected.slice(0, -1)) {
    const outDir = newFolder('detect')
    await here.executePart({ step: 'detect', job, sha256: plan.sha256, part, outDir, detected: [] })
    detected.push(outDir)
  }
  const swapped = [detected[1], detected[0], ...detected.slice(2)] as string[]
  const outcome = await here.start({ ...job, parts: { detected: swapped, drawn: null } }).done
  expect(outcome).toMatchObject({ status: 'completed', progress: { frames_done: FRAMES } })
  expect(readFileSync(join(job.outDir, 'run.log'), 'utf8')).toContain('do not fit together')
}, 120_000)

const filtered = graphOf(
  { find: ['model', { model_id: 'colours' }], follow: ['track'], table: ['sink', { kind: 'csv' }] },
  ['source>find', 'find>follow', 'follow>table'],
)
const gpu = (job: RunJob): RunJob => ({
  ...job,
  models: { find: { ...(job.models.find as ModelFile), device: 'cuda:0' } },
})
test.for([
  // The host determines the devices of a run.
  ['a run on a graphics card', PART_S, gpu, inProcesses],
  ['a video of less than two parts', 60, (job: RunJob) => job, here],
  [
    'a run that resumes another one',
    PART_S,
    (job: RunJob) => ({ ...job, resume: { outDir: job.outDir, runId: 'other' } }),
    here,
  ],
  ['a run of images', PART_S, (job: RunJob) => ({ ...job, source: { ...job.source, images: [] } }), here],
] as const)('%s is executed by one machine', async ([, partS, change, host]) => {
  expect(await planned(change(jobFor(newFolder('alone'), video, filtered)), partS, host)).toBeNull()
})

test.for([2, 3])('videos are drawn in a multiple of %d slots, and the detected parts stay the same', async (atOnce) => {
  const plan = (slots: number) => here.planParts(jobFor(newFolder('planned')), { leastS: 1, atOnce: slots, rounds: 8 })
  const [one, several] = [await plan(1), await plan(atOnce)]
  expect(several?.detected).toEqual(one?.detected)
  expect((several?.drawn.length ?? 1) % atOnce).toBe(0)
})

test('a run with a tracker that reads pixels finds its detections in parts, and draws by itself', async () => {
  const stills = graphOf(
    {
      find: ['model', { model_id: 'colours' }],
      follow: ['track', { tracker: 'botsort' }],
      draw: ['visualize', {}],
      video: ['sink', { kind: 'annotated_video' }],
    },
    ['source>find', 'find>follow', 'follow>draw', 'draw>video'],
  )
  const job = jobFor(newFolder('joined'), video, stills)
  const plan = await expectSame(job)
  expect(plan.drawn).toEqual([])
}, 120_000)
