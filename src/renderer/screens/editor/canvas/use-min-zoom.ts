/** The minimum zoom of the open workflow. */
import { useStore } from '@xyflow/react'
import { useMemo } from 'react'
import { reservedSpaces } from '../../../parts/workflow/arrange/reserved-space.ts'
import { minZoomOf } from '../canvas-state/fit.ts'
import { useDocument } from '../session/editor-context.ts'

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
