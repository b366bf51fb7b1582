/** The state of a followed run: reduces the host's updates to the data that the page shows. */
import { type LiveRun, reduceRun as reduceUpdate } from '../../../../shared/domain/live-run.ts'
import type { RunUpdate } from '../../../../shared/domain/run.ts'

export type RunAction = RunUpdate | { type: 'following' }

/** An ended run has its log as an artifact. */
export const NO_RUN: LiveRun = { run: null, log: [] }
export const LOG_LIMIT = 2_000

export const reduceRun = (state: LiveRun, action: RunAction): LiveRun =>
  action.type === 'following' ? { ...state, log: [] } : reduceUpdate(state, action, LOG_LIMIT)
