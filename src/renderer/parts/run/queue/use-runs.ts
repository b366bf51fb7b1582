/** Polls the run history together with the engine state: often while a run is active, rarely otherwise. */
import { useCallback, useMemo, useState } from 'react'
import { isTerminal, type RunState, stateOfRun } from '../../../../shared/domain/run.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { usePendingDeletes } from '../../../base/ui/pending-deletes.ts'
import { useResource } from '../../../base/ui/use-resource.ts'
import { createRunReading } from './all-runs.ts'
import { readEngineNow, readWaiting } from './engine-now.ts'
import { useQueue } from './use-queue.ts'

export interface RunQuery {
  status: RunState | null
  workflowId: string | null
}

const PAGE = 200
const OFTEN_MS = 1_000
const RARELY_MS = 5_000

export const pollMs = (active: boolean): number => (active ? OFTEN_MS : RARELY_MS)

/** @param all reads all runs, as a search requires, not only the pages shown */
export function useRuns({ status, workflowId }: RunQuery, all: boolean) {
  const host = useHost()
  const hidden = usePendingDeletes((s) => s.ids)
  const [pages, setPages] = useState(1)
  const [active, setActive] = useState(false)

  const reading = useMemo(() => {
    // The API reports an interrupted run as failed.
    const onWire = status === 'interrupted' ? 'error' : status
    const filter = { ...(onWire ? { status: onWire } : {}), ...(workflowId ? { workflow: workflowId } : {}) }
    const readPage = (page: number) =>
      host.api('workflowRuns.list', { query: { ...filter, limit: PAGE, offset: page * PAGE } })
    return createRunReading(readPage, PAGE)
  }, [host, status, workflowId])
  const load = useCallback(async () => {
    const reads = reading.read(all ? 'all' : pages)
    const rows = reads.then(({ runs }) => runs)
    const engine = await readEngineNow(host, rows)
    const [{ runs, more }, waiting] = await Promise.all([reads, readWaiting(host, engine.queue)])
    setActive(engine.load.run_id !== null || runs.some((run) => !isTerminal(run.status)))
    return { runs, engine, waiting, more }
  }, [host, reading, pages, all])
  const resource = useResource(load, pollMs(active))
  const { value, error, reload } = resource
  const queue = useQueue(resource)
  const runs = useMemo(
    () => value?.runs.filter((run) => !hidden.has(run.id) && (status === null || stateOfRun(run) === status)),
    [value, hidden, status],
  )
  const showMore = () => setPages((n) => n + 1)
  return { ...value, runs, more: value?.more ?? false, most: pages * PAGE, error, reload, queue, showMore }
}

/** The names of the existing workflows, for the filter. */
export function useWorkflowNames(): { value: string; label: string }[] {
  const host = useHost()
  const load = useCallback(() => host.api('workflows.list', { query: { limit: 1000 } }), [host])
  const { value } = useResource(load)
  return useMemo(() => value?.map(({ id, name }) => ({ value: id, label: name })) ?? [], [value])
}
