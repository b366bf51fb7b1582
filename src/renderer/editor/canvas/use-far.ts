import { useStore } from '@xyflow/react'

/** Below this zoom small print can't be read: names grow, the rest goes. */
const FAR = 0.62

export const useFar = (): boolean => useStore((s) => s.transform[2] < FAR)
