/** One run, followed while it is active. */
import { useCallback, useEffect, useReducer, useRef, useState } from 'react'
import { type LiveRun, reduceRun as reduceUpdate } from '../../../../shared/domain/live-run.ts'
import { isTerminal, type RunUpdate } from '../../../../shared/domain/run.ts'
import { useConnectionState } from '../../../base/host/connection-context.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { followRun } from './follow-run.ts'

type RunAction = RunUpdate | { type: 'following' }

/** An ended run has its log as an artifact. */
export const NO_RUN: LiveRun = { run: null, log: [] }
export const LOG_LIMIT = 2_000

export const reduceRun = (state: LiveRun, action: RunAction): LiveRun =>
  action.type === 'following' ? { ...state, log: [] } : reduceUpdate(state, action, LOG_LIMIT)

export function useRun(runId: string) {
  const host = useHost()
  const { generation } = useConnectionState()
  const [state, dispatch] = useReducer(reduceRun, NO_RUN)
  const [error, setError] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const retry = useCallback(() => setAttempt((n) => n + 1), [])
  const isFollowing = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt needs a new subscription
  useEffect(() => {
    const aborter = new AbortController()
    const { signal } = aborter
    const read = async () => {
      const run = await host.api('workflowRuns.get', { params: { run_id: runId } })
      if (!signal.aborted) dispatch({ type: 'run', run })
      return run
    }
    const follow = async () => {
      setError(null)
      const run = await read()
      if (isTerminal(run.status)) return
      dispatch({ type: 'following' })
      for await (const update of followRun(host, runId, { signal })) {
        if (signal.aborted) return
        dispatch(update)
      }
      if (!signal.aborted) await read()
    }
    isFollowing.current = true
    follow()
      .catch((failure: unknown) => !signal.aborted && setError(errorText(failure)))
      .finally(() => {
        if (!signal.aborted) isFollowing.current = false
      })
    return () => aborter.abort()
  }, [host, runId, attempt])

  // A run that is followed is found again by itself; all others are read again over a new connection.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each connection counts
  useEffect(() => {
    if (!isFollowing.current) retry()
  }, [retry, generation])

  return { ...state, error, retry }
}
