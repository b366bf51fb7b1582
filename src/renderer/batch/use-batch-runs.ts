/** The runs of a batch, read often while one of them is active. Ended ones never change and are read once. */
import { useCallback, useMemo, useRef, useState } from 'react'
import type { Batch } from '../../shared/bridge/batch.ts'
import { isTerminal, type WorkflowRun } from '../../shared/domain/run.ts'
import { type Host, HostError, useHost } from '../shell/host.ts'
import { usePendingDeletes } from '../ui/pending-deletes.ts'
import { type Resource, useResource } from '../ui/use-resource.ts'
import type { KnownRuns } from './batch-rows.ts'

/** From here on the newest runs are asked for together. */
const FEW = 3
const PAGE = 200
const AT_ONCE = 8

export function useBatchRuns(batch: Batch | undefined): Resource<KnownRuns> {
  const host = useHost()
  const hidden = usePendingDeletes((s) => s.ids)
  const ended = useRef(new Map<string, WorkflowRun | null>())
  const [active, setActive] = useState(false)
  const ids = JSON.stringify(batch?.items.flatMap((item) => item.run_id ?? []) ?? [])

  const load = useCallback(async () => {
    const wanted = JSON.parse(ids) as string[]
    const found = await readRuns(
      host,
      wanted.filter((id) => !ended.current.has(id)),
    )
    for (const [id, run] of found) if (run === null || isTerminal(run.status)) ended.current.set(id, run)
    setActive([...found.values()].some((run) => run !== null && !isTerminal(run.status)))
    return new Map(wanted.map((id) => [id, found.get(id) ?? ended.current.get(id) ?? null]))
  }, [host, ids])
  const resource = useResource<KnownRuns>(load, active ? 1_000 : 5_000)

  const value = useMemo(
    () => resource.value && new Map([...resource.value].map(([id, run]) => [id, hidden.has(id) ? null : run])),
    [resource.value, hidden],
  )
  return { ...resource, value }
}

/** Each run by its id; null for those that are not there any more. */
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
