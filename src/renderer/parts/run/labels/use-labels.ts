/** Hooks for the labels of runs. */
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { useConnectionState } from '../../../base/host/connection-context.ts'
import { useHost } from '../../../base/host/host-context.ts'
import { knownTags, type Labels, NO_LABELS } from './labels.ts'
import { type LabelsStore, labelsStoreOf } from './labels-store.ts'

/** Reads the labels again after a reconnect and when the window gets the focus. */
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

/** Returns the store, which the first component to use it causes to be read. */
export function useLabelsStore(): LabelsStore {
  const store = labelsStoreOf(useHost())
  useEffect(() => store.readOnce(), [store])
  return store
}

/** Returns the labels of one run; empty ones when it has none, or before they are read. */
export function useLabelsOf(runId: string): Labels {
  return useStore(useLabelsStore().state, ({ shown }) => shown?.get(runId) ?? NO_LABELS)
}

const NONE: ReadonlyMap<string, Labels> = new Map()

/** Returns the labels by run id. */
export function useAllLabels(): ReadonlyMap<string, Labels> {
  return useStore(useLabelsStore().state, ({ shown }) => shown ?? NONE)
}

/** Returns the tags of all runs, the most used first. */
export function useKnownTags(): string[] {
  const all = useAllLabels()
  return useMemo(() => knownTags(all.values()), [all])
}
