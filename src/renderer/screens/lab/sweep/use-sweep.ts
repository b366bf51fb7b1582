/** The state of a sweep: its queued, active and finished runs. Leaving the page ends the sweep. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Graph } from '../../../../shared/graph/graph.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { toastError } from '../../../base/ui/toast.tsx'
import type { EventRow } from '../../../parts/run/records/events/event-row.ts'
import { texts } from '../../../texts/texts.ts'
import { type Combination, combinations, type Tried, withValues } from './grid.ts'
import { removeOrphanedSweeps } from './orphaned-sweeps.ts'
import { runSweep } from './run-sweep.ts'
import { sweepGraph } from './sweep-graph.ts'

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
