import { useStore } from '@xyflow/react'

/** Below this zoom small print is illegible: names grow and the rest is hidden. */
const FAR = 0.62
/** Below this zoom names and ports are indistinguishable: the graph is drawn as a map. */
export const TINY = 0.3

export const isFar = (zoom: number): boolean => zoom < FAR
export const useFar = (): boolean => useStore((s) => isFar(s.transform[2]))
export const useTiny = (): boolean => useStore((s) => s.transform[2] < TINY)
