/** One run, followed while it is active. */
import { useEffect, useReducer, useState } from 'react'
import { isTerminal } from '../../../../shared/domain/run.ts'
import { useConnectionState } from '../../../base/host/connection-context.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { errorText } from '../../../base/ui/error-text.ts'
import { NO_RUN, reduceRun } from './run-state.ts'

export function useRun(runId: string) {
  const host = useHost()
  const { generation } = useConnectionState()
  const [state, dispatch] = useReducer(reduceRun, NO_RUN)
  const [error, setError] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection or attempt needs a new subscription
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
      for await (const update of host.studio.followRun({ run_id: runId }, signal)) {
        if (signal.aborted) return
        dispatch(update)
      }
      if (!signal.aborted) await read()
    }
    follow().catch((failure: unknown) => !signal.aborted && setError(errorText(failure)))
    return () => aborter.abort()
  }, [host, runId, generation, attempt])

  return { ...state, error, retry: () => setAttempt((n) => n + 1) }
}
