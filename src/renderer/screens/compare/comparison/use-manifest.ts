/** Reads a run's manifest: content hashes, versions, limits. */
import { useCallback } from 'react'
import { useResource } from '../../../base/ui/use-resource.ts'
import type { Side } from './use-side.ts'

export interface Manifest {
  source?: { name?: string; sha256?: string }
  models?: readonly { node_id: string; name: string; sha256: string }[]
  settings?: { sample_fps?: number | null; duration_s?: number | null }
  versions?: { sightline?: string }
}

/** Undefined until it is read; null when there is none, as for runs that did not complete. */
export function useManifest({ artifacts, urlOf }: Pick<Side, 'artifacts' | 'urlOf'>): Manifest | null | undefined {
  const artifact = artifacts.find((a) => a.kind === 'manifest')
  const url = artifact ? urlOf(artifact) : null
  const load = useCallback(async (): Promise<Manifest | null> => {
    const response = url === null ? null : await fetch(url)
    if (!response?.ok) return null
    const value: unknown = await response.json().catch(() => null)
    return typeof value === 'object' && value !== null ? (value as Manifest) : null
  }, [url])
  return useResource(load).value
}
