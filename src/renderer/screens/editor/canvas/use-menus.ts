/** Opens and closes menus on a right click, a double click and a click elsewhere. */
import type { ReactFlowProps } from '@xyflow/react'
import { type MouseEvent as ReactMouseEvent, useMemo } from 'react'
import type { CanvasEdge, CanvasNode } from '../canvas-state/canvas-store.ts'
import { useControls } from '../session/actions-context.ts'
import { useSession } from '../session/editor-context.ts'
import { type ContextMenuAt, setUi } from '../session/ui-store.ts'
import { pointOf } from './pointer.ts'

type Props = ReactFlowProps<CanvasNode, CanvasEdge>
type Menus = Pick<
  Props,
  'onPaneClick' | 'onPaneContextMenu' | 'onNodeContextMenu' | 'onSelectionContextMenu' | 'onEdgeContextMenu'
> & { onDoubleClick(event: ReactMouseEvent): void }

/** The functions are stable while the workflow is open. */
export function useMenus(): Menus {
  const { documents } = useSession()
  const { camera } = useControls()
  return useMemo((): Menus => {
    function openMenu(event: ReactMouseEvent | MouseEvent, target: ContextMenuAt['target']) {
      event.preventDefault()
      const screen = pointOf('nativeEvent' in event ? event.nativeEvent : event)
      setUi({ menu: { screen, at: camera.toCanvas(screen), target } })
    }
    return {
      onPaneClick: () => setUi({ quickAdd: null, menu: null }),
      onPaneContextMenu: (event) => openMenu(event, 'pane'),
      onNodeContextMenu: (event, node) => {
        if (!node.selected) documents.getState().select({ nodes: [node.id], edges: [] })
        openMenu(event, 'node')
      },
      onSelectionContextMenu: (event) => openMenu(event, 'node'),
      onEdgeContextMenu: (event, edge) => {
        documents.getState().select({ nodes: [], edges: [edge.id] })
        openMenu(event, 'edge')
      },
      onDoubleClick: (event) => {
        if (!(event.target as Element).classList.contains('react-flow__pane')) return
        const screen = pointOf(event.nativeEvent)
        setUi({ quickAdd: { screen, at: camera.toCanvas(screen), pointed: true, end: null } })
      },
    }
  }, [documents, camera])
}
