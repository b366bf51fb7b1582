/** The updates of a live run: the newest state at once, then changes, each as fast as its follower reads. */
import type { LogLine, RunUpdate, WorkflowRun } from '../../../shared/domain/run.ts'
import type { ServerEvent } from '../../http/handler.ts'

/** Lines kept for late followers; older ones are in the run's log file. */
const KEPT_LINES = 1000

export interface RunFeed {
  readonly run: WorkflowRun
  readonly attempt: number
  /** Resolves with the run once it has ended. */
  readonly ended: Promise<WorkflowRun>
  /** Merges a change in. `as` selects the update for followers: the whole run, or only its progress. */
  update(change: Partial<WorkflowRun>, as: 'run' | 'progress'): void
  log(line: LogLine): void
  /** The lines that are kept, oldest first. */
  lines(): readonly NumberedLine[]
  /** Sends the last change to the followers and ends their streams. */
  end(change: Partial<WorkflowRun>): void
  /**
   * A snapshot, then the log lines after the last one that the follower has, then changes until the run ends or the
   * signal aborts. Progress that a slow follower has not read yet is replaced by newer progress.
   */
  follow(signal: AbortSignal, last: LastLine): AsyncIterable<ServerEvent<RunUpdate>>
}

export interface NumberedLine {
  /** From 1 in each attempt. */
  number: number
  line: LogLine
}

/** The last log line that a follower has, and the id of its event. */
export interface LastLine {
  /** Token of the attempt that wrote it. */
  attempt: number
  number: number
}

export const NO_LINE: LastLine = { attempt: 0, number: 0 }

export const eventIdOf = ({ attempt, number }: LastLine): string => `${attempt}:${number}`

/** The line that an event id names; none for an id that the platform did not make. */
export function lineOfEvent(id: string | undefined): LastLine {
  const [, attempt, number] = /^(\d+):(\d+)$/.exec(id ?? '') ?? []
  return attempt === undefined ? NO_LINE : { attempt: Number(attempt), number: Number(number) }
}

/** @param attempt token of the claim under which the run is executed */
export function createRunFeed(initial: WorkflowRun, attempt: number): RunFeed {
  let run = initial
  let runVersion = 0
  let progressVersion = 0
  let lineCount = 0
  let isEnded = false
  const lines: NumberedLine[] = []
  const wakers = new Set<() => void>()
  let resolveEnded: (run: WorkflowRun) => void
  const ended = new Promise<WorkflowRun>((resolve) => {
    resolveEnded = resolve
  })
  const wakeAll = () => {
    for (const wake of wakers) wake()
  }

  async function* follow(signal: AbortSignal, last: LastLine): AsyncGenerator<ServerEvent<RunUpdate>> {
    let toldRun = -1
    let toldProgress = progressVersion
    let toldLine = last.attempt === attempt ? last.number : 0
    let changed = Promise.resolve()
    let wake = () => {}
    const wakeMe = () => wake()
    wakers.add(wakeMe)
    signal.addEventListener('abort', wakeMe)
    try {
      while (!signal.aborted) {
        changed = new Promise((resolve) => {
          wake = resolve
        })
        const line = lines.find((l) => l.number > toldLine)
        if (toldRun < runVersion && (toldRun < 0 || !isEnded || !line)) {
          toldRun = runVersion
          toldProgress = progressVersion
          yield { data: { type: 'run', run } }
          if (isEnded && toldRun === runVersion) return
        } else if (line) {
          toldLine = line.number
          yield { id: eventIdOf({ attempt, number: line.number }), data: { type: 'log', line: line.line } }
        } else if (toldProgress < progressVersion) {
          toldProgress = progressVersion
          const { progress, nodes, counts } = run
          yield { data: { type: 'progress', progress, nodes, counts } }
        } else await changed
      }
    } finally {
      wakers.delete(wakeMe)
      signal.removeEventListener('abort', wakeMe)
    }
  }

  return {
    get run() {
      return run
    },
    attempt,
    ended,
    update(change, as) {
      run = { ...run, ...change }
      if (as === 'run') runVersion++
      else progressVersion++
      wakeAll()
    },
    log(line) {
      lines.push({ number: ++lineCount, line })
      if (lines.length > KEPT_LINES) lines.shift()
      wakeAll()
    },
    lines: () => lines,
    end(change) {
      run = { ...run, ...change }
      runVersion++
      isEnded = true
      resolveEnded(run)
      wakeAll()
    },
    follow,
  }
}
