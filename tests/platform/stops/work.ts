/** The work of a host that is stopped: a run, one that waits behind it, a batch of auto-annotation, and an evaluation. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { ApiClient } from '../../../src/client/client.ts'
import { CHECKPOINT_EVERY_MS } from '../../../src/engine/runtime/checkpointer.ts'
import { isTerminal, type WorkflowRun } from '../../../src/shared/domain/run.ts'
import { CHECKPOINT_NAME } from '../../../src/shared/domain/work-folder.ts'
import type { Graph } from '../../../src/shared/graph/graph.ts'
import { modelFixture } from '../../engine/support/bundles.ts'
import { graphOf } from '../../engine/support/run.ts'
import { writeVideo } from '../../engine/support/test-frames.ts'
import { eventually } from '../../setup/eventually.ts'
import { annotationsOf, removeAnnotations } from '../auto-annotation/killed-batch.ts'
import { ended as endedEvaluation, exported } from '../evaluations/evaluation-calls.ts'
import { allJobsEnded, createStreet, imagesOf, STREET, WHOLE_JOB_MS } from '../jobs/killed-job.ts'
import { MODEL } from '../support/graphs.ts'
import type { Host } from './host.ts'

/** Runs of it have a checkpoint long before their end. */
const LONG = 'Count in a long video'
/** Runs of it are short. */
const SHORT = 'Count in few frames'
const FRAMES = 150
const FPS = 25

export interface Work {
  run: string
  waiting: string
  batch: string
  evaluation: string
}

/** What the work has led to on a host that nobody has stopped. */
export interface Undisturbed {
  images: string[]
  model: string
  exported: string
  run: Results
  waiting: Results
  annotations: Awaited<ReturnType<typeof annotationsOf>>
  annotated: number
  evaluation: Figures
}

/** Checksums of the files of results by name, and the counts. */
type Results = Record<string, unknown>
type Figures = Awaited<ReturnType<typeof figuresOf>>

async function upload(client: ApiClient, place: { upload_url: string }, path: string, contentType: string) {
  await client.upload(place, { path }, { contentType })
}

/** `folder` is for the video of the workflows. */
async function createWorkflows(client: ApiClient, folder: string): Promise<void> {
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
  const { id: model_id } = await client.models.import({ body: { gcs_uri: net.gcs_uri } })
  await client.workflows.create({ body: { name: LONG, graph: countingSquares(video.gcs_uri, model_id) } })
  await client.workflows.create({ body: { name: SHORT, graph: countingSquares(video.gcs_uri, model_id, 2) } })
}

/** Every kind of file that a run resumes in the middle: an annotated video, lines of JSON and a table. */
function countingSquares(gcs_uri: string, model_id: string, sample_fps?: number): Graph {
  const points = [
    [0.25, 1],
    [0.25, 0],
  ]
  const graph = graphOf(
    {
      find: ['model', { model_id, confidence_threshold: 0.3, iou_threshold: 0.1 }],
      follow: ['track', {}],
      count: ['measure', { geometries: [{ kind: 'line', name: 'Gate', points }] }],
      draw: ['visualize', {}],
      video: ['sink', { kind: 'annotated_video' }],
      lines: ['sink', { kind: 'json' }],
      table: ['sink', { kind: 'csv' }],
    },
    ['source>find', 'find>follow', 'follow>count', 'follow>draw', 'draw>video', 'find>lines', 'count>table'],
  )
  const source = { kind: 'video', gcs_uri, ...(sample_fps !== undefined && { sample_fps }) }
  return { ...graph, nodes: graph.nodes.map((node) => (node.type === 'source' ? { ...node, config: source } : node)) }
}

export const startRun = async (client: ApiClient, workflow = LONG): Promise<string> =>
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

async function undisturbedRun(client: ApiClient, workflow: string): Promise<Results> {
  const run = await endedRun(client, await startRun(client, workflow))
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
  const { status, evaluated_images, failed_images, ...all } = await endedEvaluation(client, id)
  const { overall_metrics, per_class_metrics, confusion_matrix, worst_images, best_images } = all
  const figures = { overall_metrics, per_class_metrics, confusion_matrix, worst_images, best_images }
  return { status, evaluated_images, failed_images, figures }
}

/** Makes what the work needs, and does all of it once. */
export async function prepareWork(client: ApiClient, folder: string): Promise<Undisturbed> {
  await createWorkflows(client, folder)
  await createStreet(client)
  const { id: model } = await client.models.get({ params: { model: MODEL } })
  const images = (await imagesOf(client, STREET)).map(({ id }) => id)
  const run = await undisturbedRun(client, LONG)
  expect(Object.keys(run).sort()).toEqual(['counts', 'evidence.jsonl', 'lines.jsonl', 'table-events.csv', 'video.mp4'])
  const waiting = await undisturbedRun(client, SHORT)
  const { total_annotations_added: annotated } = await endedBatch(client, await startBatch(client, { images, model }))
  expect(annotated).toBeGreaterThan(20)
  const annotations = await annotationsOf(client, images)
  const export_id = await exported(client, STREET)
  const { id } = await client.modelEvaluations.create({ body: { model_id: model, export_id } })
  const evaluation = await figuresOf(client, id)
  expect(evaluation).toMatchObject({ status: 'completed', evaluated_images: images.length, failed_images: 0 })
  return { images, model, exported: export_id, run, waiting, annotations, annotated, evaluation }
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

const hasFrames = async (client: ApiClient, run_id: string) =>
  ((await client.workflowRuns.get({ params: { run_id } })).progress.frames_done ?? 0) > 0

export const hasCheckpoint = ({ dataDir }: Host, run: string): boolean =>
  readdirSync(join(dataDir, 'runs', run)).some((name) => existsSync(join(dataDir, 'runs', run, name, CHECKPOINT_NAME)))

/** Starts all of the work, and leaves it in the middle: the run has a checkpoint. */
export async function beginWork(host: Host, prepared: Undisturbed): Promise<Work> {
  const { client } = host
  await allJobsEnded(client)
  const run = await heldWork(
    host,
    () => startRun(client),
    (id) => hasFrames(client, id),
  )
  // The engine looks at the time before each frame.
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
  await due
  host.release(run.engines)
  await eventually(() => hasCheckpoint(host, run.started), WHOLE_JOB_MS)
  host.hold(run.engines)
  const statusOf = async (run_id: string) => (await client.workflowRuns.get({ params: { run_id } })).status
  expect([await statusOf(run.started), await statusOf(waiting)]).toEqual(['processing', 'queued'])
  expect((await batchOf(client, batch.started)).status).toBe('running')
  const params = { evaluation_id: evaluation.started }
  expect((await client.modelEvaluations.get({ params })).status).toBe('running')
  return { run: run.started, waiting, batch: batch.started, evaluation: evaluation.started }
}
