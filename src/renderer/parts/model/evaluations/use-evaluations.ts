/** Reads evaluations, newest first, and again while one of them is under way. */
import { useCallback, useEffect, useState } from 'react'
import type { ModelEvaluation } from '../../../../shared/api/model-evaluations.ts'
import { type Host, useHost } from '../../../base/host/host-context.ts'
import { toastError } from '../../../base/ui/toast.tsx'
import { useResource } from '../../../base/ui/use-resource.ts'
import { texts } from '../../../texts/texts.ts'
import { isActive } from './evaluation-text.ts'
import { type KnownNames, readNames } from './known-names.ts'

const PAGE = 50
/** Rows per request. */
const MOST = 200
const ACTIVE_MS = 1_500
const IDLE_MS = 15_000

export interface Evaluations {
  /** Undefined until they have been read. */
  all: readonly ModelEvaluation[] | undefined
  names: KnownNames | undefined
  hasMore: boolean
  error: string | null
  reload(): Promise<void>
  showMore(): void
  cancel(evaluation: ModelEvaluation): Promise<void>
}

/** @param modelId only evaluations of this model */
export function useEvaluations(modelId?: string): Evaluations {
  const host = useHost()
  const [shown, setShown] = useState(PAGE)
  const [active, setActive] = useState(false)
  const load = useCallback(async () => {
    const [read, names] = await Promise.all([readUpTo(host, shown + 1, modelId), readNames(host)])
    return { read, names }
  }, [host, shown, modelId])
  const { value, error, reload } = useResource(load, active ? ACTIVE_MS : IDLE_MS)
  useEffect(() => setActive(value?.read.some(isActive) ?? false), [value])
  return {
    all: value?.read.slice(0, shown),
    names: value?.names,
    hasMore: (value?.read.length ?? 0) > shown,
    error,
    reload,
    showMore: () => setShown(shown + PAGE),
    async cancel({ id }) {
      try {
        await host.api('modelEvaluations.cancel', { params: { evaluation_id: id } })
      } catch (failure) {
        toastError(texts.evaluations.list.notCancelled, failure)
      }
      await reload()
    },
  }
}

async function readUpTo(host: Host, count: number, model_id: string | undefined): Promise<ModelEvaluation[]> {
  const read: ModelEvaluation[] = []
  while (read.length < count) {
    const limit = Math.min(MOST, count - read.length)
    const query = { limit, offset: read.length, ...(model_id && { model_id }) }
    const page = await host.api('modelEvaluations.list', { query })
    read.push(...page)
    if (page.length < limit) break
  }
  return read
}
