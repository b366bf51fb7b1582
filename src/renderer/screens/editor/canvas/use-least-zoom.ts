/** The minimum zoom of the open workflow. */
import { useStore } from '@xyflow/react'
import { useMemo } from 'react'
import { roomsOf } from '../../../parts/arrange/reserved-space.ts'
import { useDocument } from '../session/editor-context.ts'
import { leastZoom } from './fit.ts'

export function useLeastZoom(): number {
  const width = useStore((s) => s.width)
  const height = useStore((s) => s.height)
  const graph = useDocument((s) => s.doc.graph)
  const layout = useDocument((s) => s.doc.layout)
  return useMemo(
    () => leastZoom([...roomsOf({ graph, layout }).values()], { width, height }),
    [graph, layout, width, height],
  )
}
