/** The live figures of a deployment. */
import { useCallback } from 'react'
import type { DeploymentMetrics } from '../../../shared/api/deployments.ts'
import { useHost } from '../../base/host/host-context.ts'
import { useResource } from '../../base/ui/use-resource.ts'

/** Null until they are read, and while they are not followed: only active deployments on the screen are. */
export function useMetrics(id: string, isFollowed: boolean, everyMs: number): DeploymentMetrics | null {
  const host = useHost()
  const read = useCallback(
    async () => (isFollowed ? host.api('deployments.metrics', { params: { deployment: id } }) : null),
    [host, id, isFollowed],
  )
  return useResource(read, isFollowed ? everyMs : undefined).value ?? null
}
