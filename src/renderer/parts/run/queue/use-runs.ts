/** Polls the run history together with the engine state: often while a run is active, rarely otherwise. */
import { useCallback, useMemo, useState } from 'react'
import { isTerminal, type RunState, stateOfRun, type WorkflowRun } from '../../../../shared/domain/run.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { usePendingDeletes } from '../../../base/ui/pending-deletes.ts'
import { useResource } from '../../../base/ui/resource.tsx'
import { readEngineNow, readWaiting, useQueue } from './use-queue.ts'

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

interface RunReading {
  /** @param pages number of pages, newest first, or all of them */
  read(pages: number | 'all'): Promise<RunRows>
}

interface RunRows {
  /** Newest first. */
  runs: readonly WorkflowRun[]
  /** True when there may be older runs. */
  more: boolean
}

/** Age at which older runs are read again, for example to notice those deleted in other windows. */
const AGAIN_AFTER_MS = 60_000
const AT_ONCE = 4

/**
 * Reads runs in pages. For a search it reads all of them: the first page each time, older runs at intervals.
 * @param readPage reads a page by its number, from 0; run ids sort by age
 */
export function createRunReading(
  readPage: (page: number) => Promise<readonly WorkflowRun[]>,
  pageSize: number,
  now: () => number = Date.now,
): RunReading {
  let known: { runs: readonly WorkflowRun[]; at: number } | null = null

  const pagesFrom = (first: number, count: number) =>
    Promise.all(Array.from({ length: count }, (_, i) => readPage(first + i))).then((all) => all.flat())

  async function readOlder(): Promise<readonly WorkflowRun[]> {
    const found: WorkflowRun[] = []
    for (let page = 1; ; page += AT_ONCE) {
      const some = await pagesFrom(page, AT_ONCE)
      found.push(...some)
      if (some.length < AT_ONCE * pageSize) return found
    }
  }

  async function readAll(): Promise<RunRows> {
    const newest = await readPage(0)
    const last = newest.at(-1)
    if (newest.length < pageSize || !last) return { runs: newest, more: false }
    const isOlder = ({ id }: WorkflowRun) => id < last.id
    const stays =
      known !== null &&
      now() - known.at < AGAIN_AFTER_MS &&
      // Otherwise more new runs exist than fit on one page.
      !known.runs.slice(0, 1).some(isOlder) &&
      known.runs.every((run) => !isOlder(run) || isTerminal(run.status))
    const at = stays && known ? known.at : now()
    const rest = stays && known ? known.runs : await readOlder()
    // Pages overlap when a run is started between two requests.
    const runs = [...new Map([...newest, ...rest.filter(isOlder)].map((run) => [run.id, run])).values()]
    known = { runs, at }
    return { runs, more: false }
  }

  return {
    async read(pages) {
      if (pages === 'all') return readAll()
      const runs = await pagesFrom(0, pages)
      return { runs, more: runs.length === pages * pageSize }
    },
  }
}
