/** The live state of a run for its reports. */
import type { RunCounts } from '../../shared/domain/event.ts'
import { emptyCounts, emptyProgress, type NodeFigures, type RunProgress } from '../../shared/domain/run.ts'
import type { RunOutcome } from '../../shared/engine-contract/job.ts'
import type { OpenRun } from './open-run.ts'
import { Pace, progressOf } from './progress.ts'
import { nodeFigures } from './reported-figures.ts'
import type { RunHooks } from './run-hooks.ts'

const REPORT_EVERY_MS = 200

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
