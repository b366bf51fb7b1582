/** A followed run: reduces its updates to its newest state and its latest log lines. */
import { isTerminal, type LogLine, type NodeFigures, type RunUpdate, type WorkflowRun } from './run.ts'

export interface LiveRun {
  /** Null until the first snapshot. */
  readonly run: WorkflowRun | null
  /** Oldest first; only lines received live. */
  readonly log: readonly LogLine[]
}

/** Returns the state after an update, with at most the `maxLines` latest log lines. */
export function reduceRun<State extends LiveRun>(state: State, update: RunUpdate, maxLines: number): State {
  const { run, log } = state
  switch (update.type) {
    case 'run': {
      // A terminal status never changes: a late snapshot from before the end is ignored.
      const isLate = run?.id === update.run.id && isTerminal(run.status) && !isTerminal(update.run.status)
      return isLate ? state : { ...state, run: { ...update.run, nodes: reusedFigures(run?.nodes, update.run.nodes) } }
    }
    case 'progress': {
      if (!run || isTerminal(run.status)) return state
      const { progress, counts } = update
      const status = run.status === 'queued' && progress.frames_done > 0 ? 'processing' : run.status
      return { ...state, run: { ...run, status, progress, counts, nodes: reusedFigures(run.nodes, update.nodes) } }
    }
    case 'log':
      return { ...state, log: [...log, update.line].slice(-maxLines) }
  }
}

/** The new figures, as the old objects where nothing changed: a page only renders busy blocks again. */
function reusedFigures(old: WorkflowRun['nodes'] | undefined, next: WorkflowRun['nodes']): WorkflowRun['nodes'] {
  if (!old) return next
  return Object.fromEntries(
    Object.entries(next).map(([id, figures]) => {
      const before = old[id]
      return [id, before && sameFigures(before, figures) ? before : figures]
    }),
  )
}

const sameFigures = (a: NodeFigures, b: NodeFigures): boolean =>
  a.frames_in === b.frames_in &&
  a.frames_out === b.frames_out &&
  a.detections === b.detections &&
  a.events === b.events &&
  a.ms_per_frame === b.ms_per_frame &&
  a.doubt?.near === b.doubt?.near &&
  a.doubt?.threshold === b.doubt?.threshold &&
  a.little_found?.frames === b.little_found?.frames &&
  a.little_found?.frames_with === b.little_found?.frames_with &&
  a.little_found?.frames_sure === b.little_found?.frames_sure &&
  a.reused?.made_at === b.reused?.made_at
