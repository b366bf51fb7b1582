/** Reads an evaluation with the names that it refers to, and again while it is under way. */
import { useCallback, useEffect, useState } from 'react'
import type { ModelEvaluation } from '../../../../shared/api/model-evaluations.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { type Resource, useResource } from '../../../base/ui/use-resource.ts'
import { isActive } from '../../../parts/evaluations/evaluation-text.ts'
import { type KnownNames, readNames } from '../../../parts/evaluations/known-names.ts'

const ACTIVE_MS = 1_000

export interface NamedEvaluation {
  evaluation: ModelEvaluation
  names: KnownNames
}

export function useEvaluation(evaluationId: string): Resource<NamedEvaluation> {
  const host = useHost()
  const [active, setActive] = useState(true)
  const load = useCallback(async () => {
    const params = { evaluation_id: evaluationId }
    const [evaluation, names] = await Promise.all([host.api('modelEvaluations.get', { params }), readNames(host)])
    return { evaluation, names }
  }, [host, evaluationId])
  const resource = useResource(load, active ? ACTIVE_MS : undefined)
  const { value } = resource
  useEffect(() => setActive(value === undefined || isActive(value.evaluation)), [value])
  return resource
}
