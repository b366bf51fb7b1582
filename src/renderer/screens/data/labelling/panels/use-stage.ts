/** The stage for the controls around it, and its state as React reads it. */
import { createContext, use, useCallback, useRef, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import type { LabellingStage } from '../stage/stage.ts'
import type { StageState } from '../stage/stage-state.ts'

export const StageContext = createContext<LabellingStage | null>(null)

export function useStage(): LabellingStage {
  const stage = use(StageContext)
  if (!stage) throw new Error('useStage outside StageContext')
  return stage
}

export function useStageState<T>(select: (state: StageState) => T): T {
  return useStore(useStage().state, select)
}

/** The document, with a render after each of its changes. */
export function useLabellingDocument(): LabellingStage['document'] {
  const { document } = useStage()
  const version = useRef(0)
  const subscribe = useCallback(
    (onChange: () => void) =>
      document.subscribe(() => {
        version.current++
        onChange()
      }),
    [document],
  )
  useSyncExternalStore(subscribe, () => version.current)
  return document
}
