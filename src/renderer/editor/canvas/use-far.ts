import { useStore } from '@xyflow/react'

/** Below this zoom small print can't be read: names grow, the rest goes. */
const FAR = 0.62
/** Below this one, neither names nor ports can be told: blocks are drawn as plain as they can be. */
export const TINY = 0.25

export const useFar = (): boolean => useStore((s) => s.transform[2] < FAR)
export const useTiny = (): boolean => useStore((s) => s.transform[2] < TINY)
