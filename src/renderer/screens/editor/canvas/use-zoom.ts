/** The zoom of the canvas: its minimum, and how much is legible at it. */
import { useStore } from '@xyflow/react'
import { useMemo } from 'react'
import { reservedSpaces } from '../../../parts/workflow/arrange/reserved-space.ts'
import { minZoomOf } from '../canvas-state/camera.ts'
import { useDocument } from '../session/editor-context.ts'

/** Below this zoom small print is illegible: names grow and the rest is hidden. */
const FAR = 0.62
/** Below this zoom names and ports are indistinguishable: the graph is drawn as a map. */
export const TINY = 0.3

export const isFar = (zoom: number): boolean => zoom < FAR
export const useFar = (): boolean => useStore((s) => isFar(s.transform[2]))
export const useTiny = (): boolean => useStore((s) => s.transform[2] < TINY)

/** The smallest target that a pointer hits reliably (WCAG 2.5.8), in px on the screen. */
const TARGET = 24
/** Returns the size in px on the canvas of a target of at least 24 px on the screen; it changes in steps, to draw rarely. */
export const useTargetSize = (): number => useStore((s) => Math.ceil(TARGET / s.transform[2] / 8) * 8)

/** The minimum zoom of the open workflow. */
export function useMinZoom(): number {
  const width = useStore((s) => s.width)
  const height = useStore((s) => s.height)
  const graph = useDocument((s) => s.doc.graph)
  const layout = useDocument((s) => s.doc.layout)
  return useMemo(
    () => minZoomOf([...reservedSpaces({ graph, layout }).values()], { width, height }),
    [graph, layout, width, height],
  )
}
