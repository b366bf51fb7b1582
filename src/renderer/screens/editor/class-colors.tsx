/** Provides the class colours that a run of the open graph would use. */
import { type ReactNode, useMemo } from 'react'
import { classesOfGraph } from '../../../shared/graph/class-names.ts'
import { ClassColors } from '../../base/ui/class-colors.ts'
import { colorOf, sceneOf } from '../../parts/run/overlay/run-scene.ts'
import { useDocument, useResources } from './session/editor-context.ts'
import { classesOf } from './session/resources.ts'

export function EditorClassColors({ children }: { children: ReactNode }) {
  const models = useResources((s) => s.models)
  const graph = useDocument((s) => s.doc.graph)
  const { styles } = sceneOf(
    graph,
    classesOfGraph(graph, (model) => classesOf(models, model)),
  )
  // Most edits change no colour; a stable key avoids rendering again.
  const key = JSON.stringify(styles)
  const colors = useMemo(() => {
    const scene = { styles: JSON.parse(key) }
    return (name: string) => colorOf(scene, name)
  }, [key])
  return <ClassColors value={colors}>{children}</ClassColors>
}
