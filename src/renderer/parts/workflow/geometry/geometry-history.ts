/** The undo history of the drawing dialog: one step per gesture, while the workflow's history records a single edit. */
import { useRef, useState } from 'react'
import type { Geometry } from '../../../../shared/blocks/measure.ts'

export interface GeometryHistory {
  /** Successive changes with the same `merge` form one step: typing a name, holding an arrow key. */
  change(next: Geometry[], merge?: string): void
  undo(): void
  redo(): void
  canUndo: boolean
  canRedo: boolean
}

type Shapes = readonly Geometry[]

export function useGeometryHistory(value: Shapes, onChange: (next: Geometry[]) => void): GeometryHistory {
  const [{ past, future }, setSteps] = useState<{ past: Shapes[]; future: Shapes[] }>({ past: [], future: [] })
  const merging = useRef<string | null>(null)
  return {
    change(next, merge) {
      const joins = merge !== undefined && merge === merging.current
      merging.current = merge ?? null
      if (!joins) setSteps({ past: [...past, value], future: [] })
      onChange(next)
    },
    undo() {
      const before = past.at(-1)
      if (!before) return
      merging.current = null
      setSteps({ past: past.slice(0, -1), future: [...future, value] })
      onChange([...before])
    },
    redo() {
      const after = future.at(-1)
      if (!after) return
      merging.current = null
      setSteps({ past: [...past, value], future: future.slice(0, -1) })
      onChange([...after])
    },
    canUndo: past.length > 0,
    canRedo: future.length > 0,
  }
}
