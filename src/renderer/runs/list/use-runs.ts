/** The run history, kept fresh: often while something is active, rarely otherwise. */
import { useCallback, useMemo, useState } from 'react'
import { isTerminal, type RunStatus } from '../../../shared/domain/run.ts'
import { useHost } from '../../shell/host.ts'
import { usePendingDeletes } from '../../ui/pending-deletes.ts'
import { useResource } from '../../ui/use-resource.ts'

export interface RunQuery {
  status: RunStatus | null
  workflowId: string | null
}

const PAGE = 200

export function useRuns({ status, workflowId }: RunQuery) {
  const host = useHost()
  const hidden = usePendingDeletes((s) => s.ids)
  const [pages, setPages] = useState(1)
  const [active, setActive] = useState(false)

  const load = useCallback(async () => {
    const filter = { ...(status ? { status } : {}), ...(workflowId ? { workflow: workflowId } : {}) }
    const read = (page: number) =>
      host.api('workflowRuns.list', { query: { ...filter, limit: PAGE, offset: page * PAGE } })
    const runs = (await Promise.all(Array.from({ length: pages }, (_, page) => read(page)))).flat()
    setActive(runs.some((run) => !isTerminal(run.status)))
    return { runs, more: runs.length === pages * PAGE }
  }, [host, status, workflowId, pages])
  const { value, error, reload } = useResource(load, active ? 1_000 : 5_000)

  const runs = useMemo(() => value?.runs.filter((run) => !hidden.has(run.id)), [value, hidden])
  return { runs, more: value?.more ?? false, error, reload, showMore: () => setPages((n) => n + 1) }
}

/** The workflows there are, for the filter. */
export function useWorkflowNames(): { value: string; label: string }[] {
  const host = useHost()
  const load = useCallback(() => host.api('workflows.list', { query: { limit: 1000 } }), [host])
  const { value } = useResource(load)
  return useMemo(() => value?.map(({ id, name }) => ({ value: id, label: name })) ?? [], [value])
}
