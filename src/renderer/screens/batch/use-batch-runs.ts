/** The runs of a batch with the engine's state. Ended runs never change and are read once. */
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Batch } from '../../../shared/domain/batch.ts'
import { isTerminal, type WorkflowRun } from '../../../shared/domain/run.ts'
import { type Host, HostError, useHost } from '../../base/host/host-context.ts'
import { usePendingDeletes } from '../../base/ui/pending-deletes.ts'
import { useResource } from '../../base/ui/use-resource.ts'
import { readEngineNow, useQueue } from '../../parts/run/queue/use-queue.ts'
import { pollMs } from '../../parts/run/queue/use-runs.ts'
import type { KnownRuns } from './batch-rows.ts'

/** Beyond this number of runs, the newest ones are read with a single request. */
const FEW = 3
const PAGE = 200
const AT_ONCE = 8

export function useBatchRuns(batch: Batch) {
  const host = useHost()
  const hidden = usePendingDeletes((s) => s.ids)
  const ended = useRef(new Map<string, WorkflowRun | null>())
  const [active, setActive] = useState(false)
  const ids = JSON.stringify(batch.items.flatMap((item) => item.run_id ?? []))

  const load = useCallback(async () => {
    const wanted = JSON.parse(ids) as string[]
    const open = wanted.filter((id) => !ended.current.has(id))
    const reading = readRuns(host, open)
    const rows = reading.then((all) => [...all.values()].filter((run) => run !== null))
    const [found, engine] = await Promise.all([reading, readEngineNow(host, rows)])
    for (const [id, run] of found) if (run === null || isTerminal(run.status)) ended.current.set(id, run)
    setActive([...found.values()].some((run) => run !== null && !isTerminal(run.status)))
    const runs = new Map(wanted.map((id) => [id, found.get(id) ?? ended.current.get(id) ?? null]))
    return { runs, engine }
  }, [host, ids])
  const resource = useResource(load, pollMs(active))
  const { value, error, reload } = resource
  const queue = useQueue(resource)
  const runs = useMemo(
    (): KnownRuns | undefined =>
      value && new Map([...value.runs].map(([id, run]) => [id, hidden.has(id) ? null : run])),
    [value, hidden],
  )
  return { runs, engine: value?.engine, error, reload, queue }
}

/** Returns each run by its id; null for runs that no longer exist. */
export async function readRuns(host: Host, ids: readonly string[]): Promise<Map<string, WorkflowRun | null>> {
  const newest = ids.length > FEW ? await host.api('workflowRuns.list', { query: { limit: PAGE, offset: 0 } }) : []
  const wanted = new Set(ids)
  const found = new Map<string, WorkflowRun | null>(newest.filter((r) => wanted.has(r.id)).map((r) => [r.id, r]))
  const rest = ids.filter((id) => !found.has(id))
  for (let from = 0; from < rest.length; from += AT_ONCE) {
    const some = rest.slice(from, from + AT_ONCE)
    const runs = await Promise.all(some.map((id) => readRun(host, id)))
    for (const [i, id] of some.entries()) found.set(id, runs[i] ?? null)
  }
  return found
}

async function readRun(host: Host, id: string): Promise<WorkflowRun | null> {
  try {
    return await host.api('workflowRuns.get', { params: { run_id: id } })
  } catch (error) {
    if (error instanceof HostError && error.code === 'not_found') return null
    throw error
  }
}
