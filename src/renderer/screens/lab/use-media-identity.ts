/** Identifies the video of a run by the content hash in the run's manifest. */
import { useCallback } from 'react'
import type { Artifact } from '../../../shared/domain/run.ts'
import { useResource } from '../../base/ui/use-resource.ts'

export interface MediaIdentity {
  /** Null when the run recorded none. */
  sha256: string | null
  name: string
  /** The run processed this much of the video from its start; null for all of it. */
  untilS: number | null
}

export function useMediaIdentity(artifacts: readonly Artifact[], urlOf: (artifact: Artifact) => string) {
  const manifest = artifacts.find((a) => a.kind === 'manifest')
  const url = manifest ? urlOf(manifest) : null
  const load = useCallback(async (): Promise<MediaIdentity> => {
    if (url === null) return { sha256: null, name: '', untilS: null }
    const response = await fetch(url)
    if (!response.ok) throw new Error(String(response.status))
    return identityOf(await response.json())
  }, [url])
  return useResource(load)
}

/** Reads the identity from a parsed manifest; only videos have times to mark. */
export function identityOf(manifest: unknown): MediaIdentity {
  const { source, settings } = (manifest ?? {}) as {
    source?: { kind?: unknown; name?: unknown; sha256?: unknown }
    settings?: { duration_s?: unknown }
  }
  const isVideo = source?.kind === 'video' && typeof source.sha256 === 'string'
  return {
    sha256: isVideo && /^[0-9a-f]{64}$/.test(String(source.sha256)) ? String(source.sha256) : null,
    name: typeof source?.name === 'string' ? source.name : '',
    untilS: typeof settings?.duration_s === 'number' ? settings.duration_s : null,
  }
}
