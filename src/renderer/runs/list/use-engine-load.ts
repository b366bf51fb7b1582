/** What the engine does now, what it takes of the computer, and how long all that waits will take. */
import { useCallback, useState } from 'react'
import type { RunLoad } from '../../../shared/api/workflow-runs.ts'
import type { WorkflowRun } from '../../../shared/domain/run.ts'
import { useHost } from '../../shell/host.ts'
import { useResource } from '../../ui/use-resource.ts'
import { type QueueEstimate, queueEstimate } from './queue-estimate.ts'

export interface EngineNow {
  load: RunLoad
  running: WorkflowRun | null
  estimate: QueueEstimate
}

const OFTEN_MS = 1_000
const RARELY_MS = 5_000
const PAGE = 200

/** @param waiting runs wait, so that one is about to begin */
export function useEngineNow(waiting: boolean): EngineNow | undefined {
  const host = useHost()
  const [going, setGoing] = useState(false)
  const load = useCallback(async (): Promise<EngineNow> => {
    const taken = await host.api('workflowRuns.load', {})
    setGoing(taken.run_id !== null)
    if (taken.run_id === null && !waiting) return { load: taken, running: null, estimate: queueEstimate(null, [], []) }
    const list = (status: WorkflowRun['status']) =>
      host.api('workflowRuns.list', { query: { status, limit: PAGE, offset: 0 } })
    const [now, queued, completed] = await Promise.all([list('processing'), list('queued'), list('completed')])
    const running = now.find((run) => run.id === taken.run_id) ?? null
    return { load: taken, running, estimate: queueEstimate(running, queued, completed) }
  }, [host, waiting])
  return useResource(load, going || waiting ? OFTEN_MS : RARELY_MS).value
}
