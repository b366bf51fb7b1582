/** The state of a followed run: reduces the host's updates to the data that the page shows. */
import type { LogLine, RunUpdate, WorkflowRun } from '../../../shared/domain/run.ts'
import { isTerminal } from '../../../shared/domain/run.ts'

export interface RunState {
  run: WorkflowRun | null
  /** Oldest first; only lines received live. An ended run has its log as an artifact. */
  log: readonly LogLine[]
}

export type RunAction = RunUpdate | { type: 'following' }

export const NO_RUN: RunState = { run: null, log: [] }
export const LOG_LIMIT = 2_000

export function reduceRun(state: RunState, action: RunAction): RunState {
  switch (action.type) {
    case 'following':
      return { ...state, log: [] }
    case 'run':
      // Terminal states never change: a late snapshot from before the end is ignored.
      if (state.run && isTerminal(state.run.status) && !isTerminal(action.run.status)) return state
      return { ...state, run: action.run }
    case 'progress': {
      if (!state.run || isTerminal(state.run.status)) return state
      const { progress, nodes, counts } = action
      const status = state.run.status === 'queued' && progress.frames_done > 0 ? 'processing' : state.run.status
      return { ...state, run: { ...state.run, status, progress, nodes, counts } }
    }
    case 'log':
      return { ...state, log: [...state.log, action.line].slice(-LOG_LIMIT) }
  }
}
