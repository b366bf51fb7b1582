/** The deployments of the organization, newest first, with the names of their models. */
import { useCallback, useMemo } from 'react'
import type { Deployment } from '../../../../shared/api/deployments.ts'
import { type Host, useHost } from '../../../base/host/host-context.ts'
import { readModels } from '../../../base/host/read-models.ts'
import { useResource } from '../../../base/ui/use-resource.ts'

/** A deployment starts within seconds. */
const EVERY_MS = 3_000
const PAGE = 200

export function useDeployments() {
  const host = useHost()
  const models = useResource(useCallback(() => readModels(host), [host]))
  const deployments = useResource(
    useCallback(() => readDeployments(host), [host]),
    EVERY_MS,
  )
  const names = useMemo(() => models.value && new Map(models.value.map(({ id, name }) => [id, name])), [models.value])
  return { ...deployments, names }
}

/** Deleted ones are left out. */
async function readDeployments(host: Host): Promise<Deployment[]> {
  const found = new Map<string, Deployment>()
  for (let offset = 0; ; offset += PAGE) {
    const page = await host.api('deployments.list', { query: { limit: PAGE, offset } })
    for (const one of page) if (one.status !== 'terminated') found.set(one.id, one)
    if (page.length < PAGE) return [...found.values()]
  }
}
