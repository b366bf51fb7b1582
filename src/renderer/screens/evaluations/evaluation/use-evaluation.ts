/** Reads an evaluation with the names that it refers to, and again while it is under way. */
import { useCallback, useEffect, useState } from 'react'
import type { ModelEvaluation } from '../../../../shared/api/model-evaluations.ts'
import { type Host, HostError, useHost } from '../../../base/host/host-context.ts'
import { type Resource, useResource } from '../../../base/ui/resource.tsx'
import { isActive, type KnownNames, readNames } from '../../../parts/model/evaluations/evaluation-text.ts'

const ACTIVE_MS = 1_000

export interface NamedEvaluation {
  evaluation: ModelEvaluation
  names: KnownNames
  /** False when the export was deleted, and with it the images and annotations. */
  hasExport: boolean
}

export function useEvaluation(evaluationId: string): Resource<NamedEvaluation> {
  const host = useHost()
  const [active, setActive] = useState(true)
  const load = useCallback(async () => {
    const params = { evaluation_id: evaluationId }
    const [evaluation, names] = await Promise.all([host.api('modelEvaluations.get', { params }), readNames(host)])
    return { evaluation, names, hasExport: await isThere(host, evaluation.export_id) }
  }, [host, evaluationId])
  const resource = useResource(load, active ? ACTIVE_MS : undefined)
  const { value } = resource
  useEffect(() => setActive(value === undefined || isActive(value.evaluation)), [value])
  return resource
}

async function isThere(host: Host, exportId: string | null): Promise<boolean> {
  if (exportId === null) return false
  try {
    await host.api('exports.get', { params: { export_id: exportId } })
    return true
  } catch (error) {
    if (error instanceof HostError && error.code === 'not_found') return false
    throw error
  }
}
