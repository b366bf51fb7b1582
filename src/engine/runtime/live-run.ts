/** The live state of a run for its reports. */
import { markOf } from '../../shared/domain/conversion.ts'
import type { RunCounts } from '../../shared/domain/event.ts'
import { type LittleFound, littleFoundOf } from '../../shared/domain/little-found.ts'
import { emptyCounts, emptyProgress, type NodeFigures, type RunProgress } from '../../shared/domain/run.ts'
import type { RunOutcome } from '../../shared/engine-contract/job.ts'
import { NodeTally, thresholdOf } from '../nodes/node-tally.ts'
import { type AnyPlannedNode, upstream } from '../nodes/plan.ts'
import { devicesOf } from './open-networks.ts'
import type { OpenRun } from './open-run.ts'
import type { RunHooks } from './run-hooks.ts'

const REPORT_EVERY_MS = 200

const WINDOW_MS = 3000
/** Marks closer than this are merged. */
const MARK_MS = 50

/** Speed over the last few seconds. */
class Pace {
  #marks: { at: number; frames: number }[] = []

  mark(frames: number): void {
    const at = performance.now()
    const before = this.#marks.at(-2)
    if (before && at - before.at < MARK_MS) this.#marks.pop()
    this.#marks.push({ at, frames })
    while (this.#marks.length > 2 && at - (this.#marks[1] as { at: number }).at > WINDOW_MS) this.#marks.shift()
  }

  fps(): number {
    const [first, last] = [this.#marks[0], this.#marks.at(-1)]
    if (!first || !last || last.at <= first.at) return 0
    return ((last.frames - first.frames) * 1000) / (last.at - first.at)
  }
}

/** Progress of a run: speed and time left. */
export function progressOf(done: number, total: number | null, mediaTimeS: number, fps: number): RunProgress {
  const expected = total === null ? null : Math.max(total, done)
  return {
    frames_done: done,
    frames_total: expected,
    media_time_s: mediaTimeS,
    fps: Math.round(fps * 100) / 100,
    seconds_left: expected === null || fps <= 0 ? null : Math.round(((expected - done) / fps) * 10) / 10,
  }
}

/**
 * The figures of a run by node id. Nodes whose results are reused, and those that did not have to run, have the figures of a
 * full run.
 */
function nodeFigures({ plan, stages, pipeline, reuse, networks, header }: OpenRun): Record<string, NodeFigures> {
  const nodes = new Map(plan.nodes.map((node) => [node.id, node]))
  /** A model on crops finds nothing where there is nothing to crop, so its frames do not judge it. */
  const isOnCrops = (node: AnyPlannedNode) => [...upstream(node, nodes)].some(({ kind }) => kind === 'crop')
  const littleFound = (node: AnyPlannedNode, tally: NodeTally): LittleFound | null => {
    const threshold = thresholdOf(node)
    if (threshold === null || isOnCrops(node)) return null
    const { framesOut, framesWith, framesSure } = tally.state()
    return littleFoundOf({ frames: framesOut, framesWith, framesSure }, threshold)
  }
  const executors = new Map(stages.map(({ node, executor }) => [node.id, executor]))
  const devices = devicesOf(networks)
  const marks = new Map(header.models.map(({ node_id, conversion }) => [node_id, markOf(conversion)]))
  const figures = plan.nodes.map((node): [string, NodeFigures] => {
    const { id } = node
    const reused = reuse?.reused.get(id)
    const executor = executors.get(id)
    const tally = executor ? pipeline.tally(id) : new NodeTally(thresholdOf(node), reused?.tally)
    const device = devices.get(id) ?? reused?.device
    const little = littleFound(node, tally)
    const mark = marks.get(id)
    return [
      id,
      {
        ...tally.figures(executor?.busyMs?.()),
        ...(device && { device }),
        ...(mark && { conversion_mark: mark }),
        ...(little && { little_found: little }),
        ...(reused?.madeAt && { reused: { made_at: reused.madeAt } }),
      },
    ]
  })
  return Object.fromEntries(figures)
}

export class LiveRun {
  progress: RunProgress = emptyProgress()
  readonly #hooks: Pick<RunHooks, 'onReport' | 'onActivity'>
  readonly #pace = new Pace()
  #run: OpenRun | null = null
  #reportedAt = 0

  constructor(hooks: Pick<RunHooks, 'onReport' | 'onActivity'>) {
    this.#hooks = hooks
  }

  begin(run: OpenRun): void {
    this.#run = run
    const done = run.checkpoint?.position.index ?? 0
    this.#pace.mark(done)
    if (run.checkpoint) this.progress = progressOf(done, run.expected, run.checkpoint.mediaTimeS, 0)
  }

  /** `ptsS`: time of the latest of them. */
  framesDone(frames: number, ptsS: number): void {
    const done = this.progress.frames_done + frames
    this.#pace.mark(done)
    const mediaTimeS = Math.max(this.progress.media_time_s, ptsS)
    this.progress = progressOf(done, this.#run?.expected ?? null, mediaTimeS, this.#pace.fps())
    this.#hooks.onActivity()
    if (performance.now() - this.#reportedAt >= REPORT_EVERY_MS) this.#report()
  }

  /** No more frames follow: the total is known. */
  end(): void {
    this.progress = { ...this.progress, frames_total: this.progress.frames_done, seconds_left: 0 }
    this.#report()
  }

  outcome(): Pick<RunOutcome, 'progress' | 'nodes' | 'counts'> {
    return { progress: this.progress, nodes: this.figures(), counts: this.counts() }
  }

  figures(): Record<string, NodeFigures> {
    return this.#run ? nodeFigures(this.#run) : {}
  }

  counts(): RunCounts {
    const all = this.#run?.stages.map(({ executor }) => executor.counts?.() ?? emptyCounts()) ?? []
    return { lines: all.flatMap((c) => c.lines), zones: all.flatMap((c) => c.zones) }
  }

  #report(): void {
    this.#reportedAt = performance.now()
    const { progress } = this
    this.#hooks.onReport({ type: 'progress', progress, nodes: this.figures(), counts: this.counts() })
  }
}
