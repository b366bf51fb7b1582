/** One run from its job to its outcome. */

import type { RunCounts } from '../../shared/domain/event.ts'
import type { EngineReport, RunJob, RunOutcome } from '../../shared/domain/job.ts'
import {
  type Artifact,
  emptyCounts,
  emptyProgress,
  type NodeFigures,
  type RunProgress,
} from '../../shared/domain/run.ts'
import type { Executor } from '../blocks/executor.ts'
import { createExecutor } from '../blocks/executors.ts'
import { createInferencePool, type InferencePool, type PooledModel } from '../inference/pool.ts'
import type { MediaReader } from '../media/frame.ts'
import { openMedia } from '../media/open-media.ts'
import { fileDigest } from '../sinks/digest.ts'
import { writeManifest } from '../sinks/manifest.ts'
import { createOutputFolder, type OutputFolder } from '../sinks/output-folder.ts'
import { type ResultHeader, resultHeader } from '../sinks/result-header.ts'
import { Credits } from './credits.ts'
import { expectedFrames, Pace, progressOf } from './figures.ts'
import { Pipeline } from './pipeline.ts'
import { type Plan, planOf, trainedModels } from './plan.ts'
import { asRunFailure, RunFailure, toRunError } from './run-failure.ts'
import { createRunLog, logArtifact, type RunLog } from './run-log.ts'
import { requireSupported } from './supported.ts'

export interface RunHooks {
  onReport(report: EngineReport): void
  /** Files of these names are about to appear in the output folder: to be removed if the process dies meanwhile. */
  onCommit(names: string[]): void
  /** Something moved on; a run that is silent for long is hung. */
  onActivity(): void
  signal: AbortSignal
  /** Path of the bundled inference.js; beside the running bundle by default. */
  inferenceEntry?: string
}

/** Frames under way beyond those that models work on. */
const SPARE_CREDITS = 4
const REPORT_EVERY_MS = 200

/** Never rejects: every failure is an outcome. */
export async function runJob(job: RunJob, hooks: RunHooks): Promise<RunOutcome> {
  const run = new Run(job, hooks)
  try {
    await run.open()
    await run.readFrames()
    if (hooks.signal.aborted) return await run.ended('cancelled', null)
    return await run.complete()
  } catch (error) {
    const failure = asRunFailure(error, null)
    return await run.ended(hooks.signal.aborted ? 'cancelled' : 'error', hooks.signal.aborted ? null : failure)
  }
}

class Run {
  readonly #job: RunJob
  readonly #hooks: RunHooks
  readonly #startedAt = new Date()
  #log: RunLog | null = null
  #plan: Plan | null = null
  #output: OutputFolder | null = null
  #pool: InferencePool | null = null
  #reader: MediaReader | null = null
  #header: ResultHeader | null = null
  #pipeline: Pipeline | null = null
  readonly #executors = new Map<string, Executor>()
  #progress: RunProgress = emptyProgress()
  #total: number | null = null
  #endS = 0
  readonly #pace = new Pace()
  #reportedAt = 0

  constructor(job: RunJob, hooks: RunHooks) {
    this.#job = job
    this.#hooks = hooks
  }

  /** Opens everything that the run needs; what fails here names the block that asked for it. */
  async open(): Promise<void> {
    const { source, outDir, runId, workflowName, graph } = this.#job
    this.#log = createRunLog(outDir, (line) => this.#hooks.onReport({ type: 'log', line }))
    this.#log.write('info', `Run ${runId} of “${workflowName}” on “${source.name}”`)
    const plan = planOf(graph)
    this.#plan = plan
    requireSupported(plan)
    this.#output = await createOutputFolder(outDir, runId)
    const sampleFps = source.sampleFps ?? plan.source.config.sample_fps ?? null
    this.#reader = await attributed(plan.source.id, openMedia(source.path, { sampleFps, durationS: source.durationS }))
    const { info } = this.#reader
    this.#total = expectedFrames(info, sampleFps, source.durationS)
    this.#hooks.onReport({
      type: 'started',
      media: {
        width: info.width,
        height: info.height,
        duration_seconds: info.durationS,
        native_fps: info.nativeFps,
        frame_count: info.frameCount,
      },
    })
    const [models, sha256] = await allOrFirst([
      this.#openModels(plan),
      fileDigest(source.path, () => this.#hooks.onActivity()),
    ] as const)
    this.#header = resultHeader(this.#job, info, sha256)
    await this.#createExecutors(plan, models)
    this.#pipeline = new Pipeline(
      plan.nodes.map((node) => ({ node, executor: this.#executors.get(node.id) as Executor })),
    )
    this.#log.write('info', `Reading ${info.width}x${info.height} ${info.codec}, ${this.#total ?? 'unknown'} frames`)
  }

  async #openModels(plan: Plan): Promise<Map<string, PooledModel>> {
    const pool = createInferencePool(this.#hooks.inferenceEntry)
    this.#pool = pool
    const models = new Map<string, PooledModel>()
    for (const { id, config } of trainedModels(plan)) {
      const file = this.#job.models[id]
      if (!file) {
        throw new RunFailure('model_missing', `The model “${config.model_id}” is not there. Choose another.`, id)
      }
      const opened = await attributed(id, pool.open(file))
      this.#hooks.onActivity()
      const { architecture, input, classes } = opened.inspection
      const what = `${architecture}, ${input.width}x${input.height}, ${classes.length} classes`
      this.#log?.write('info', `Model “${file.name}”: ${what}`, id)
      models.set(id, opened)
    }
    return models
  }

  async #createExecutors(plan: Plan, models: ReadonlyMap<string, PooledModel>): Promise<void> {
    for (const node of plan.nodes) {
      const executor = createExecutor({
        node,
        plan,
        media: (this.#reader as MediaReader).info,
        sourcePath: this.#job.source.path,
        model: (id) => models.get(id) as PooledModel,
        output: this.#output as OutputFolder,
        header: this.#header as ResultHeader,
        warn: (message) => this.#log?.write('warning', message, node.id),
      })
      this.#executors.set(node.id, await attributed(node.id, executor))
    }
  }

  async readFrames(): Promise<void> {
    const pipeline = this.#pipeline as Pipeline
    const reader = this.#reader as MediaReader
    const sourceId = (this.#plan as Plan).source.id
    const credits = new Credits((this.#pool?.workers ?? 0) + SPARE_CREDITS)
    const underWay = new Set<Promise<void>>()
    let failure: unknown = null
    const frames = reader.frames()[Symbol.asyncIterator]()
    try {
      for (;;) {
        await credits.take()
        // Decoding is synchronous: without this pause, messages (cancel, results) would wait for it to end.
        await new Promise(setImmediate)
        if (failure !== null || this.#hooks.signal.aborted) break
        const startedAt = performance.now()
        const next = await attributed(sourceId, frames.next())
        pipeline.tally(sourceId).busyMs += performance.now() - startedAt
        if (next.done) break
        const { ptsS } = next.value
        const work = pipeline
          .send(next.value)
          .then(() => this.#frameDone(ptsS))
          .catch((error: unknown) => {
            failure ??= error
          })
          .finally(() => {
            underWay.delete(work)
            credits.give()
          })
        underWay.add(work)
      }
    } finally {
      await Promise.allSettled(underWay)
      await frames.return?.()
    }
    if (failure !== null) throw failure
    if (this.#hooks.signal.aborted) return
    for (const warning of reader.warnings) this.#log?.write('warning', warning, sourceId)
    if (this.#progress.frames_done === 0) {
      const message = `“${this.#job.source.name}” holds no picture that can be decoded. Choose another file.`
      throw new RunFailure('source_empty', message, sourceId)
    }
  }

  #frameDone(ptsS: number): void {
    const done = this.#progress.frames_done + 1
    this.#endS = Math.max(this.#endS, ptsS)
    this.#pace.mark(done)
    this.#progress = progressOf(done, this.#total, this.#endS, this.#pace.fps())
    this.#hooks.onActivity()
    const now = performance.now()
    if (now - this.#reportedAt < REPORT_EVERY_MS) return
    this.#reportedAt = now
    this.#report()
  }

  #report(): void {
    this.#hooks.onReport({
      type: 'progress',
      progress: this.#progress,
      nodes: this.#figures(),
      counts: this.#counts(),
    })
  }

  async complete(): Promise<RunOutcome> {
    const output = this.#output as OutputFolder
    await (this.#pipeline as Pipeline).finish(this.#endS)
    this.#progress = { ...this.#progress, frames_total: this.#progress.frames_done, seconds_left: 0 }
    const described = await output.describe()
    await writeManifest(output, {
      job: this.#job,
      header: this.#header as ResultHeader,
      startedAt: this.#startedAt,
      frames: this.#progress.frames_done,
      counts: this.#counts(),
      artifacts: described,
    })
    const artifacts = await output.describe()
    if (this.#hooks.signal.aborted) return await this.ended('cancelled', null)
    await output.commit((names) => this.#hooks.onCommit(names))
    this.#report()
    return await this.ended('completed', null, artifacts)
  }

  async ended(
    status: RunOutcome['status'],
    failure: RunFailure | null,
    artifacts: readonly Artifact[] = [],
  ): Promise<RunOutcome> {
    await this.#close()
    if (status !== 'completed') await this.#output?.discard().catch(() => undefined)
    this.#sayEnd(status, failure)
    const log = this.#log ? await logArtifact(this.#job.outDir).catch(() => null) : null
    return {
      status,
      progress: this.#progress,
      nodes: this.#figures(),
      counts: this.#counts(),
      artifacts: log ? [...artifacts, log] : [...artifacts],
      error: failure ? toRunError(failure) : null,
    }
  }

  #sayEnd(status: RunOutcome['status'], failure: RunFailure | null): void {
    if (failure) {
      const cause = failure.cause instanceof Error ? failure.cause.message : failure.message
      this.#log?.write('error', cause === failure.message ? cause : `${failure.message} (${cause})`, failure.nodeId)
    } else if (status === 'cancelled') this.#log?.write('info', 'Cancelled')
    else this.#log?.write('info', `Completed: ${this.#progress.frames_done} frames`)
  }

  /** However the run ended; one thing that can't be closed does not keep the others open. */
  async #close(): Promise<void> {
    await Promise.allSettled([...this.#executors.values()].map((e) => e.close?.()))
    await Promise.allSettled([this.#reader?.close(), this.#pool?.close()])
  }

  #figures(): Record<string, NodeFigures> {
    const entries = [...this.#executors].map(([id, executor]) => [
      id,
      this.#pipeline?.tally(id).figures(executor.busyMs?.()),
    ])
    return this.#pipeline ? Object.fromEntries(entries) : {}
  }

  #counts(): RunCounts {
    const all = [...this.#executors.values()].map((e) => e.counts?.() ?? emptyCounts())
    return { lines: all.flatMap((c) => c.lines), zones: all.flatMap((c) => c.zones) }
  }
}

async function attributed<T>(nodeId: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw asRunFailure(error, nodeId)
  }
}

/** Like Promise.all, but only after all have settled: nothing goes on behind the back of a run that has failed. */
async function allOrFirst<A, B>([a, b]: readonly [Promise<A>, Promise<B>]): Promise<[A, B]> {
  await Promise.allSettled([a, b])
  return await Promise.all([a, b])
}
