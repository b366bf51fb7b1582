/** Fits a workflow into view when it opens, and keeps it fitted while panels open, until the user moves the view. */
import { useNodesInitialized, useStore } from '@xyflow/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useControls, useSession, useUi } from '../session/editor-context.ts'

export function useFittedView(): void {
  const { camera } = useControls()
  const { documents, canvas } = useSession()
  const width = useStore((s) => s.width)
  const height = useStore((s) => s.height)
  const minimap = useUi((s) => s.minimap)
  const measured = useNodesInitialized()
  /** False for a canvas that opens empty: new blocks stay where they are drawn. */
  const opening = useRef(canvas.getState().nodes.length > 0)

  useLayoutEffect(() => {
    if (!opening.current || !measured || width === 0 || height === 0) return
    opening.current = false
    camera.fit('still')
  }, [camera, measured, width, height])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new canvas size or minimap requires another fit
  useEffect(() => {
    if (camera.isFitted()) camera.fit('still')
  }, [camera, width, height, minimap])

  /** An added block may be out of view or push others out; a dragged one may leave the view. */
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
