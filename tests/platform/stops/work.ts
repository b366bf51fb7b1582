/** The work of a host that is stopped: a run, one that waits behind it, a batch of auto-annotation, and an evaluation. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { ApiClient } from '../../../src/client/client.ts'
import { CHECKPOINT_EVERY_MS } from '../../../src/engine/runtime/checkpointer.ts'
import { isTerminal, type WorkflowRun } from '../../../src/shared/domain/run.ts'
import { CHECKPOINT_NAME, WORK_FOLDER_PREFIX } from '../../../src/shared/domain/work-folder.ts'
import type { Graph } from '../../../src/shared/graph/graph.ts'
import { modelFixture } from '../../engine/support/bundles.ts'
import { graphOf } from '../../engine/support/run.ts'
import { writeVideo } from '../../engine/support/test-frames.ts'
import { eventually } from '../../setup/eventually.ts'
import { annotationsOf, removeAnnotations } from '../labelling/auto-annotation/killed-batch.ts'
import { ended as endedEvaluation, exported } from '../models/evaluations/evaluation-calls.ts'
import { MODEL } from '../support/graphs.ts'
import { allJobsEnded, createStreet, imagesOf, STREET, WHOLE_JOB_MS } from '../work/jobs/killed-job.ts'
import type { Host } from './host.ts'

/** The workflow of the run that waits, which has few frames. */
const SHORT = 'Count in few frames'
const FRAMES = 150
/** The lowest confidence: the model scores every square higher, and finds all of them. */
const THRESHOLD = 0.3
const FPS = 25

export interface Work {
  run: string
  waiting: string
  batch: string
  evaluation: string
}

/** What the work has led to on a host that nobody has stopped. */
export interface Undisturbed {
  squares: Squares
  images: string[]
  model: string
  exported: string
  run: Results
  waiting: Results
  annotations: Awaited<ReturnType<typeof annotationsOf>>
  annotated: number
  evaluation: Figures
}

/** The video of the workflows, and their model. */
interface Squares {
  video: string
  net: string
}

/** Checksums of the files of results by name, and the counts. */
type Results = Record<string, unknown>
type Figures = Awaited<ReturnType<typeof figuresOf>>

async function upload(client: ApiClient, place: { upload_url: string }, path: string, contentType: string) {
  await client.upload(place, { path }, { contentType })
}

/** `folder` is for the video. */
async function uploadSquares(client: ApiClient, folder: string): Promise<Squares> {
  const path = join(folder, 'squares.mp4')
  await writeVideo(path, FRAMES, (i) => [{ x: 2 * (i % 60), y: 32, side: 32, color: 'red' }], {
    fps: FPS,
    size: { width: 320, height: 192 },
  })
  const video = await client.workflows.uploadUrl({ body: { filename: 'squares.mp4', content_type: 'video/mp4' } })
  await upload(client, video, path, 'video/mp4')
  const binary = 'application/octet-stream'
  const net = await client.models.uploadUrl({ body: { filename: 'colours.onnx', content_type: binary } })
  await upload(client, net, modelFixture('colours-v8'), binary)
  const { id } = await client.models.import({ body: { gcs_uri: net.gcs_uri } })
  return { video: video.gcs_uri, net: id }
}

/** Every kind of file that a run resumes in the middle: an annotated video, lines of JSON and a table. */
function countingSquares({ video, net }: Squares, confidence_threshold: number, sample_fps?: number): Graph {
  const points = [
    [0.25, 1],
    [0.25, 0],
  ]
  const graph = graphOf(
    {
      find: ['model', { model_id: net, confidence_threshold, iou_threshold: 0.1 }],
      follow: ['track', {}],
      count: ['measure', { geometries: [{ kind: 'line', name: 'Gate', points }] }],
      draw: ['visualize', {}],
      video: ['sink', { kind: 'annotated_video' }],
      lines: ['sink', { kind: 'json' }],
      table: ['sink', { kind: 'csv' }],
    },
    ['source>find', 'find>follow', 'follow>count', 'follow>draw', 'draw>video', 'find>lines', 'count>table'],
  )
  const source = { kind: 'video', gcs_uri: video, ...(sample_fps !== undefined && { sample_fps }) }
  return { ...graph, nodes: graph.nodes.map((node) => (node.type === 'source' ? { ...node, config: source } : node)) }
}

let thresholds = 0

/** Starts a run that processes all frames: by its threshold, the detections of no earlier run are those that it needs. */
export async function startLongRun(client: ApiClient, squares: Squares): Promise<string> {
  const graph = countingSquares(squares, THRESHOLD + ++thresholds / 1e6)
  const { id } = await client.workflows.create({ body: { name: `Count ${thresholds}`, graph } })
  return startRun(client, id)
}

const startRun = async (client: ApiClient, workflow: string): Promise<string> =>
  (await client.workflows.run({ params: { workflow } })).run_id

export async function endedRun(client: ApiClient, run_id: string): Promise<WorkflowRun> {
  const read = () => client.workflowRuns.get({ params: { run_id } })
  await eventually(async () => isTerminal((await read()).status), WHOLE_JOB_MS)
  return read()
}

/** The head of JSON Lines names the run, and is left out. */
export async function resultsOf(client: ApiClient, run: WorkflowRun): Promise<Results> {
  const results: Results = { counts: run.counts }
  for (const { id, name } of run.artifacts) {
    if (!/\.(csv|jsonl|mp4)$/.test(name)) continue
    const file = await client.workflowRuns.artifact({ params: { run_id: run.id, artifact_id: id } })
    const bytes = Buffer.from(await file.arrayBuffer())
    const compared = name.endsWith('.jsonl') ? bytes.subarray(bytes.indexOf(0x0a)) : bytes
    results[name] = createHash('sha256').update(compared).digest('hex')
  }
  return results
}

async function undisturbedRun(client: ApiClient, id: string): Promise<Results> {
  const run = await endedRun(client, id)
  expect(run.error).toBeNull()
  return resultsOf(client, run)
}

async function startBatch(client: ApiClient, { images, model }: Pick<Undisturbed, 'images' | 'model'>) {
  await removeAnnotations(client, images)
  const body = { dataset_name: STREET, image_filenames: images, model_id: model }
  return (await client.autoAnnotate.batch({ body })).job_id
}

const batchOf = (client: ApiClient, job_id: string) => client.autoAnnotate.batchStatus({ params: { job_id } })

export async function endedBatch(client: ApiClient, id: string) {
  await eventually(async () => !['pending', 'running'].includes((await batchOf(client, id)).status), WHOLE_JOB_MS)
  return batchOf(client, id)
}

export async function figuresOf(client: ApiClient, id: string) {
  const { status, error_message, evaluated_images, failed_images, ...all } = await endedEvaluation(client, id)
  const { overall_metrics, per_class_metrics, confusion_matrix, worst_images, best_images } = all
  const figures = { overall_metrics, per_class_metrics, confusion_matrix, worst_images, best_images }
  return { status, error_message, evaluated_images, failed_images, figures }
}

/** Makes what the work needs, and does all of it once. */
export async function prepareWork(client: ApiClient, folder: string): Promise<Undisturbed> {
  const squares = await uploadSquares(client, folder)
  await client.workflows.create({ body: { name: SHORT, graph: countingSquares(squares, THRESHOLD, 2) } })
  await createStreet(client)
  const { id: model } = await client.models.get({ params: { model: MODEL } })
  const images = (await imagesOf(client, STREET)).map(({ id }) => id)
  const run = await undisturbedRun(client, await startLongRun(client, squares))
  expect(Object.keys(run).sort()).toEqual(['counts', 'evidence.jsonl', 'lines.jsonl', 'table-events.csv', 'video.mp4'])
  const waiting = await undisturbedRun(client, await startRun(client, SHORT))
  const { total_annotations_added: annotated } = await endedBatch(client, await startBatch(client, { images, model }))
  expect(annotated).toBeGreaterThan(20)
  const annotations = await annotationsOf(client, images)
  const export_id = await exported(client, STREET)
  const { id } = await client.modelEvaluations.create({ body: { model_id: model, export_id } })
  const evaluation = await figuresOf(client, id)
  expect(evaluation).toMatchObject({ status: 'completed', evaluated_images: images.length, failed_images: 0 })
  return { squares, images, model, exported: export_id, run, waiting, annotations, annotated, evaluation }
}

/** Starts work, and pauses its engine as soon as it is under way; returns what `start` did. */
async function heldWork<T>(host: Host, start: () => Promise<T>, isUnderWay: (started: T) => Promise<boolean>) {
  const others = host.engines()
  const started = await start()
  await eventually(() => isUnderWay(started), WHOLE_JOB_MS)
  const engines = host.engines().filter((pid) => !others.includes(pid))
  host.hold(engines)
  return { started, engines }
}

/** Resolves when the first frames are done. */
async function hasFrames(client: ApiClient, run_id: string): Promise<boolean> {
  for await (const update of client.workflowRuns.events({ params: { run_id } })) {
    if (update.type === 'progress' && (update.progress.frames_done ?? 0) > 0) return true
  }
  throw new Error(`Run ${run_id} has ended before it was stopped.`)
}

/** The folder of a run in progress, with the names of its files; null before it has one. */
function workFolder({ dataDir }: Host, run: string): string[] | null {
  const results = join(dataDir, 'runs', run)
  const name = existsSync(results) && readdirSync(results).find((entry) => entry.startsWith(WORK_FOLDER_PREFIX))
  return name ? readdirSync(join(results, name)) : null
}

/** Waits for the next checkpoint of a run in progress. */
async function checkpointed(host: Host, run: string): Promise<void> {
  await eventually(async () => {
    if (workFolder(host, run)?.includes(CHECKPOINT_NAME)) return true
    const { status, progress } = await host.client.workflowRuns.get({ params: { run_id: run } })
    if (isTerminal(status)) throw new Error(`The run was ${status} without a checkpoint: ${JSON.stringify(progress)}`)
    return false
  }, WHOLE_JOB_MS)
}

/** Starts all of the work, and leaves it in the middle. `isResumed`: the run has a checkpoint. */
export async function beginWork(host: Host, prepared: Undisturbed, isResumed: boolean): Promise<Work> {
  const { client } = host
  await allJobsEnded(client)
  const run = await heldWork(
    host,
    () => startLongRun(client, prepared.squares),
    async (id) => (isResumed ? hasFrames(client, id) : workFolder(host, id) !== null),
  )
  // The engine checks the clock before each frame.
  const due = sleep(CHECKPOINT_EVERY_MS)
  const waiting = await startRun(client, SHORT)
  const batch = await heldWork(
    host,
    () => startBatch(client, prepared),
    async (id) => (await batchOf(client, id)).processed_images > 0,
  )
  const { model: model_id, exported: export_id } = prepared
  const evaluation = await heldWork(
    host,
    async () => (await client.modelEvaluations.create({ body: { model_id, export_id } })).id,
    async (evaluation_id) => (await client.modelEvaluations.get({ params: { evaluation_id } })).evaluated_images > 0,
  )
  if (isResumed) {
    await due
    host.release(run.engines)
    await checkpointed(host, run.started)
    host.hold(run.engines)
  }
  const statusOf = async (run_id: string) => (await client.workflowRuns.get({ params: { run_id } })).status
  expect([await statusOf(run.started), await statusOf(waiting)]).toEqual(['processing', 'queued'])
  expect((await batchOf(client, batch.started)).status).toBe('running')
  const params = { evaluation_id: evaluation.started }
  expect((await client.modelEvaluations.get({ params })).status).toBe('running')
  return { run: run.started, waiting, batch: batch.started, evaluation: evaluation.started }
}
