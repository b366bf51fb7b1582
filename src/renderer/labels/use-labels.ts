/** Labels of runs for the components that show them. */
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { useConnectionState } from '../shell/connection-context.ts'
import { useHost } from '../shell/host.ts'
import { knownTags, type Labels, NO_LABELS } from './labels.ts'
import { type LabelsStore, labelsStoreOf } from './labels-store.ts'

/** Reads the labels again after a reconnect and when somebody comes back from another window. */
export function useFreshLabels(): void {
  const store = labelsStoreOf(useHost())
  const { generation } = useConnectionState()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection means reading again
  useEffect(() => {
    void store.refresh()
  }, [store, generation])
  useEffect(() => {
    const read = () => document.visibilityState === 'visible' && void store.refresh()
    window.addEventListener('focus', read)
    document.addEventListener('visibilitychange', read)
    return () => {
      window.removeEventListener('focus', read)
      document.removeEventListener('visibilitychange', read)
    }
  }, [store])
}

/** The store, which is read when the first component asks for it. */
export function useLabelsStore(): LabelsStore {
  const store = labelsStoreOf(useHost())
  useEffect(() => store.readOnce(), [store])
  return store
}

/** Labels of one run; empty ones where there are none, or before they were read. */
export function useLabelsOf(runId: string): Labels {
  return useStore(useLabelsStore().state, ({ shown }) => shown?.get(runId) ?? NO_LABELS)
}

const NONE: ReadonlyMap<string, Labels> = new Map()

/** Labels by run. */
export function useAllLabels(): ReadonlyMap<string, Labels> {
  return useStore(useLabelsStore().state, ({ shown }) => shown ?? NONE)
}

/** Tags of all runs, the most used first. */
export function useKnownTags(): string[] {
  const all = useAllLabels()
  return useMemo(() => knownTags(all.values()), [all])
}
