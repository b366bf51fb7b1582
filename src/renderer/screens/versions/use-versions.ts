/** The versions of the open workflow, and the content of the versions on display. */
import { useCallback, useEffect, useState } from 'react'
import type { StudioVersion, StudioVersionInfo } from '../../../shared/api/studio-versions.ts'
import type { VersionStore } from '../../base/extensions/open-workflow.ts'
import { errorText } from '../../base/ui/error-text.ts'
import { usePendingDeletes } from '../../base/ui/pending-deletes.ts'

export interface VersionList {
  /** Null until the first response. */
  versions: readonly StudioVersionInfo[] | null
  problem: string | null
  reload(): void
}

/** Leaves out versions that are being deleted. */
export function useVersionList(store: VersionStore): VersionList {
  const [versions, setVersions] = useState<readonly StudioVersionInfo[] | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const hidden = usePendingDeletes((s) => s.ids)
  const reload = useCallback(() => {
    store.list().then(
      (list) => {
        setVersions(list)
        setProblem(null)
      },
      (error: unknown) => setProblem(errorText(error)),
    )
  }, [store])
  useEffect(reload, [reload])
  return { versions: versions?.filter((v) => !hidden.has(v.id)) ?? null, problem, reload }
}

export type Loaded = { version: StudioVersion } | { problem: string } | null

/** Returns null while loading, and for no version. */
export function useVersion(store: VersionStore, versionId: string | null): Loaded {
  const [loaded, setLoaded] = useState<{ id: string; result: Loaded } | null>(null)
  useEffect(() => {
    if (versionId === null) return
    let left = false
    const take = (result: Loaded) => {
      if (!left) setLoaded({ id: versionId, result })
    }
    store.get(versionId).then(
      (version) => take({ version }),
      (error: unknown) => take({ problem: errorText(error) }),
    )
    return () => {
      left = true
    }
  }, [store, versionId])
  return loaded && loaded.id === versionId ? loaded.result : null
}
