/** A workflow opens with everything in view; while that is how it is looked at, it stays so whatever opens around it. */
import { useNodesInitialized, useStore } from '@xyflow/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useControls } from '../session/actions-context.ts'
import { useSession, useUi } from '../session/editor-context.ts'

export function useFittedView(): void {
  const { camera } = useControls()
  const { documents, canvas } = useSession()
  const width = useStore((s) => s.width)
  const height = useStore((s) => s.height)
  const minimap = useUi((s) => s.minimap)
  const measured = useNodesInitialized()
  /** What is drawn on an empty canvas stays where it is drawn. */
  const opening = useRef(canvas.getState().nodes.length > 0)

  useLayoutEffect(() => {
    if (!opening.current || !measured || width === 0 || height === 0) return
    opening.current = false
    camera.fit('still')
  }, [camera, measured, width, height])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another size or another map is what to fit again for
  useEffect(() => {
    if (camera.isFitted()) camera.fit('still')
  }, [camera, width, height, minimap])

  /** A block that was added may have pushed others out of view, or stand there itself; one that is dragged may go. */
  useEffect(
    () =>
      documents.subscribe(({ doc }, { doc: before }) => {
        if (doc.graph.nodes.length <= before.graph.nodes.length || !camera.isFitted()) return
        requestAnimationFrame(() => {
          if (!camera.seesAll()) camera.fit()
        })
      }),
    [documents, camera],
  )
}
