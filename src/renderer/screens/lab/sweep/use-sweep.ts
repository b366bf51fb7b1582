/** Runs a sweep: its queued, active and finished runs. Leaving the page ends it; runs left by a closed page go. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { freeName } from '../../../../shared/domain/free-name.ts'
import { emptyProgress, isTerminal, type RunProgress } from '../../../../shared/domain/run.ts'
import type { Graph } from '../../../../shared/graph/graph.ts'
import { type Host, useHost } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { toastError } from '../../../base/ui/toast.tsx'
import { followRun } from '../../../parts/run/progress/follow-run.ts'
import { type EventRow, jsonEvents } from '../../../parts/run/records/events/event-row.ts'
import { parserOf } from '../../../parts/run/records/files/parse-body.ts'
import { streamRecords } from '../../../parts/run/records/files/stream-records.ts'
import { texts } from '../../../texts/texts.ts'
import { type Combination, combinations, type Tried, withValues } from './sweepable.ts'

interface SweepJob {
  host: Host
  /** Name of the temporary workflow that carries the runs; it is deleted at the end. */
  name: string
  /** One for each combination. */
  graphs: readonly Graph[]
  onProgress(index: number, progress: RunProgress): void
  onDone(index: number, events: readonly EventRow[]): void
  onFailed(index: number, message: string): void
  signal: AbortSignal
}

const MAX_EVENTS = 500_000

/**
 * Runs combinations of settings one at a time through the regular queue, and keeps only their events.
 * Resolves when all runs are done or the signal aborts. @throws the reason when the sweep can't start
 */
async function runSweep(job: SweepJob): Promise<void> {
  const { host, graphs, signal } = job
  const [first] = graphs
  if (!first) return
  const { name } = job
  const workflow = await host.api('workflows.create', {
    body: { name, graph: first, description: texts.lab.sweep.carrier },
  })
  const params = { workflow: workflow.id }
  const mine = claim(workflow.id)
  try {
    for (const [index, graph] of graphs.entries()) {
      if (signal.aborted) return
      try {
        await host.api('workflows.update', { params, body: { graph } })
        const { run_id } = await host.api('workflows.run', { params })
        mine.runs(run_id)
        job.onProgress(index, emptyProgress())
        try {
          job.onDone(index, await eventsOf(run_id, index, job))
        } finally {
          await removeRun(host, run_id)
          mine.runs(null)
        }
      } catch (error) {
        if (signal.aborted) return
        job.onFailed(index, errorText(error))
      }
    }
  } finally {
    await host.api('workflows.delete', { params }).catch(() => {})
    mine.release()
  }
}

async function eventsOf(runId: string, index: number, { host, onProgress, signal }: SweepJob): Promise<EventRow[]> {
  for await (const update of followRun(host, runId, { signal })) {
    signal.throwIfAborted()
    if (update.type === 'progress') onProgress(index, update.progress)
  }
  signal.throwIfAborted()
  const run = await host.api('workflowRuns.get', { params: { run_id: runId } })
  if (run.status !== 'completed') throw new Error(run.error?.message ?? texts.lab.sweep.notCompleted)
  const file = run.artifacts.find((a) => a.kind === 'json')
  if (!file) throw new Error(texts.lab.sweep.notCompleted)
  const events: EventRow[] = []
  await streamRecords(`${host.info.files_base}/runs/${encodeURIComponent(runId)}/${encodeURIComponent(file.id)}`, {
    parser: parserOf(jsonEvents),
    limit: MAX_EVENTS,
    signal,
    onRecords: (batch) => {
      for (const event of batch) events.push(event)
    },
  })
  return events
}

/** The graph of a sweep: the blocks upstream of the counts and one file sink. Nothing else is drawn or sent. */
export function sweepGraph(graph: Graph, measureIds: ReadonlySet<string>): Graph {
  const kept = new Set(measureIds)
  const open = [...measureIds]
  for (const id of open) {
    for (const { source, target } of graph.edges) {
      if (target !== id || kept.has(source)) continue
      kept.add(source)
      open.push(source)
    }
  }
  const nodes = graph.nodes.filter((n) => kept.has(n.id))
  const edges = graph.edges.filter((e) => kept.has(e.source) && kept.has(e.target))
  const sinkId = freeName('counts', (id) => kept.has(id))
  return {
    ...graph,
    nodes: [...nodes, { id: sinkId, type: 'sink', config: { kind: 'json', filename: 'counts' } }],
    edges: [...edges, ...[...measureIds].map((source) => ({ source, target: sinkId }))],
  }
}

export interface SweepRow {
  combination: Combination
  state: 'waiting' | 'running' | 'done' | 'failed'
  /** Progress of an active run, 0 to 1. */
  share: number
  /** Kept instead of a score, so that later marks are scored too. */
  events: readonly EventRow[]
  problem: string
}

export interface Sweep {
  tried: readonly Tried[]
  rows: readonly SweepRow[]
  running: boolean
  start(options: { tried: readonly Tried[]; graph: Graph; measureIds: ReadonlySet<string>; name: string }): void
  cancel(): void
}

export function useSweep(): Sweep {
  const host = useHost()
  const [tried, setTried] = useState<readonly Tried[]>([])
  const [rows, setRows] = useState<readonly SweepRow[]>([])
  const [running, setRunning] = useState(false)
  const aborter = useRef<AbortController | null>(null)
  useEffect(() => {
    void removeOrphanedSweeps(host)
    return () => aborter.current?.abort()
  }, [host])

  const start: Sweep['start'] = useCallback(
    ({ tried: next, graph, measureIds, name }) => {
      aborter.current?.abort()
      const mine = new AbortController()
      aborter.current = mine
      const all = combinations(next)
      const change = (at: number, part: Partial<SweepRow>) => {
        if (!mine.signal.aborted) setRows((now) => now.map((row, i) => (i === at ? { ...row, ...part } : row)))
      }
      setTried(next)
      setRows(all.map((combination) => ({ combination, state: 'waiting', share: 0, events: [], problem: '' })))
      setRunning(true)
      const graphs = all.map((combination) => sweepGraph(withValues(graph, next, combination), measureIds))
      runSweep({
        host,
        name,
        graphs,
        signal: mine.signal,
        onProgress: (at, { frames_done, frames_total }) =>
          change(at, { state: 'running', share: frames_total ? Math.min(1, frames_done / frames_total) : 0 }),
        onDone: (at, events) => change(at, { state: 'done', share: 1, events }),
        onFailed: (at, problem) => change(at, { state: 'failed', problem }),
      })
        .catch((error: unknown) => !mine.signal.aborted && toastError(texts.lab.sweep.notStarted, error))
        .finally(() => {
          if (aborter.current === mine) setRunning(false)
        })
    },
    [host],
  )
  const cancel = useCallback(() => {
    aborter.current?.abort()
    aborter.current = null
    setRunning(false)
    setRows((now) => now.filter((row) => row.state === 'done'))
  }, [])
  return { tried, rows, running, start, cancel }
}

const KEY = 'sightline.sweeps'
/** An active sweep renews its record more often than this. */
const DEAD_AFTER_MS = 20_000
const SAY_EVERY_MS = 4_000

interface OrphanedSweep {
  workflowId: string
  runId: string | null
  /** When its page last renewed the record; milliseconds. */
  at: number
}

function read(): OrphanedSweep[] {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(value) ? (value as OrphanedSweep[]) : []
  } catch {
    return []
  }
}

function write(all: readonly OrphanedSweep[]): void {
  try {
    window.localStorage.setItem(KEY, JSON.stringify(all))
  } catch {
    // An interrupted sweep is not cleaned up when the browser refuses storage.
  }
}

/** A record in local storage of the workflow and run of a sweep, so that those of a closed page can be deleted. */
interface Claim {
  /** Records the active run. */
  runs(runId: string | null): void
  release(): void
}

function claim(workflowId: string): Claim {
  let runId: string | null = null
  const say = () => write([...read().filter((l) => l.workflowId !== workflowId), { workflowId, runId, at: Date.now() }])
  say()
  const timer = setInterval(say, SAY_EVERY_MS)
  return {
    runs(id) {
      runId = id
      say()
    },
    release() {
      clearInterval(timer)
      write(read().filter((l) => l.workflowId !== workflowId))
    },
  }
}

/** Deletes the workflows and runs of sweeps whose pages were closed. */
async function removeOrphanedSweeps(host: Host, now: number = Date.now()): Promise<void> {
  const dead = read().filter(({ at }) => now - at > DEAD_AFTER_MS)
  if (dead.length === 0) return
  write(read().filter((l) => !dead.some((d) => d.workflowId === l.workflowId)))
  for (const { workflowId, runId } of dead) {
    if (runId !== null) await removeRun(host, runId)
    await host.api('workflows.delete', { params: { workflow: workflowId } }).catch(() => {})
  }
}

const ASK_EVERY_MS = 150
const ASK_TIMES = 100

/**
 * Cancels a run if it is active, and deletes it.
 * Never rejects: a run that is gone or can't be deleted now does not stop the sweep.
 */
async function removeRun(host: Host, runId: string): Promise<void> {
  const params = { run_id: runId }
  try {
    const run = await host.api('workflowRuns.get', { params })
    if (!isTerminal(run.status)) {
      await host.api('workflowRuns.cancel', { params }).catch(() => {})
      for (let i = 0; i < ASK_TIMES; i++) {
        if (isTerminal((await host.api('workflowRuns.get', { params })).status)) break
        await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))
      }
    }
    await host.api('workflowRuns.delete', { params })
  } catch {
    // The user may have deleted it.
  }
}
