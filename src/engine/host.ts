/** Starts and supervises engine children, one for each run; media and models are opened nowhere else. */
import { appendFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type {
  Engine,
  EngineReport,
  EngineRun,
  Inspected,
  ModelInspection,
  RunJob,
  RunOutcome,
} from '../shared/domain/job.ts'
import {
  emptyCounts,
  emptyProgress,
  type LogLine,
  type MediaSummary,
  type RunError,
  type RunErrorCode,
} from '../shared/domain/run.ts'
import { engineEnvironment, type ForkFn, forkChild } from './engine-child.ts'
import type { ToChild } from './runtime/child-messages.ts'
import { LOG_NAME, logArtifact, logLine, logText } from './runtime/run-log.ts'
import { workFolderOf } from './sinks/output-folder.ts'
import { type Answer, type End, LIMITS, type Limits, supervise } from './supervise.ts'

export interface EngineOptions {
  /** Path of the bundled engine.js; inference.js lies beside it. */
  entry: string
  /** How a process is started; child_process.fork by default. */
  fork?: ForkFn
  limits?: Partial<Limits>
}

export function createEngine({ entry, fork = forkChild, limits: given = {} }: EngineOptions): Engine {
  const limits = { ...LIMITS, ...given }
  const begin = (first: ToChild) => {
    const child = fork(entry, engineEnvironment())
    child.send(first)
    return child
  }
  const ask = async <T>(request: ToChild, type: Answer['type']): Promise<Inspected<T>> => {
    const end = await supervise(begin(request), limits, () => undefined)
    if (end.type === 'answered' && end.answer.type === type && 'result' in end.answer) {
      return end.answer.result as Inspected<T>
    }
    return { ok: false, error: lossOf(end) }
  }
  return {
    start: (job, onReport) => startRun(job, onReport, begin, limits),
    probe: (path, name = basename(path)) => ask<MediaSummary>({ type: 'probe', path, name }, 'probed'),
    inspectModel: (path, name = basename(path)) => ask<ModelInspection>({ type: 'inspect', path, name }, 'inspected'),
  }
}

function startRun(
  job: RunJob,
  onReport: (report: EngineReport) => void,
  begin: (first: ToChild) => ReturnType<ForkFn>,
  limits: Limits,
): EngineRun {
  const child = begin({ type: 'run', job })
  let committed: string[] = []
  let cancelling: NodeJS.Timeout | null = null
  let latest: Pick<RunOutcome, 'progress' | 'nodes' | 'counts'> = {
    progress: emptyProgress(),
    nodes: {},
    counts: emptyCounts(),
  }
  const done = async (): Promise<RunOutcome> => {
    const end = await supervise(child, limits, (message) => {
      if (message.type === 'commit') committed = message.names
      else if (message.type === 'report') {
        if (message.report.type === 'progress') latest = message.report
        onReport(message.report)
      }
    })
    if (cancelling) clearTimeout(cancelling)
    if (end.type === 'answered' && end.answer.type === 'outcome') return end.answer.outcome
    const error = cancelling ? null : lossOf(end)
    await cleanUp(job, committed)
    const said = error ? [logLine('error', withStderr(error.message, end))] : [logLine('info', 'Cancelled')]
    for (const line of said) onReport({ type: 'log', line })
    const log = await closeLog(job.outDir, said)
    const { progress, nodes, counts } = latest
    return {
      status: error ? 'error' : 'cancelled',
      progress,
      nodes,
      counts,
      artifacts: log ? [log] : [],
      error,
    }
  }
  return {
    done: done(),
    pid: child.pid,
    cancel() {
      if (cancelling) return
      child.send({ type: 'cancel' })
      cancelling = setTimeout(() => child.kill(), limits.cancelMs)
    },
  }
}

/** Removes what a child that died has left half-done. */
async function cleanUp({ outDir, runId }: RunJob, committed: readonly string[]): Promise<void> {
  const paths = [workFolderOf(outDir, runId), ...committed.map((name) => join(outDir, name))]
  await Promise.allSettled(paths.map((path) => rm(path, { recursive: true, force: true })))
}

async function closeLog(outDir: string, lines: readonly LogLine[]) {
  try {
    await appendFile(join(outDir, LOG_NAME), lines.map(logText).join(''))
    return await logArtifact(outDir)
  } catch {
    return null
  }
}

const withStderr = (message: string, end: End) =>
  end.type === 'died' && end.stderr ? `${message} Its last words: ${end.stderr}` : message

function lossOf(end: End): RunError {
  const code: RunErrorCode = end.type === 'hung' ? 'engine_hung' : 'engine_died'
  const message = end.type === 'answered' ? 'The engine answered something else than it was asked.' : end.reason
  return { code, message, node_id: null }
}
