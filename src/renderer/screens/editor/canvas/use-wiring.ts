/** Draws wires from port to port, drops them on a block or the canvas, reconnects them, or detaches them. */
import type { Connection, FinalConnectionState, ReactFlowProps } from '@xyflow/react'
import { useMemo } from 'react'
import type { GraphEdge } from '../../../../shared/graph/graph.ts'
import type { CanvasEdge, CanvasNode } from '../canvas-state/canvas-store.ts'
import { planWire, type WireEnd, wireFit } from '../document/wiring.ts'
import { useControls, useSession } from '../session/editor-context.ts'
import { setUi, uiStore } from '../session/ui-store.ts'

type Props = ReactFlowProps<CanvasNode, CanvasEdge>
type Wiring = Pick<
  Props,
  | 'onConnectStart'
  | 'onConnect'
  | 'onConnectEnd'
  | 'onReconnectStart'
  | 'onReconnect'
  | 'onReconnectEnd'
  | 'isValidConnection'
>

const edgeOf = (c: Connection | CanvasEdge): GraphEdge => ({
  source: c.source,
  sourceHandle: c.sourceHandle ?? null,
  target: c.target,
  targetHandle: c.targetHandle ?? null,
})

/** Called on every move of the pointer while a wire is drawn. */
function accepted({ source, sourceHandle, target, targetHandle }: Connection | CanvasEdge): boolean {
  const { wire } = uiStore.getState()
  if (!wire) return false
  const port: WireEnd =
    wire.end.side === 'source'
      ? { nodeId: target, port: targetHandle ?? '', side: 'target' }
      : { nodeId: source, port: sourceHandle ?? '', side: 'source' }
  return wire.accepts(port)?.fits === true
}

/** The functions are stable while the workflow is open. */
export function useWiring(): Wiring {
  const { documents } = useSession()
  const { actions, camera } = useControls()
  return useMemo((): Wiring => {
    let reconnecting: { edgeId: string; done: boolean } | null = null
    const { run } = documents.getState()
    const graphNow = () => documents.getState().doc.graph

    function onConnectEnd(event: MouseEvent | TouchEvent, state: FinalConnectionState) {
      const { wire } = uiStore.getState()
      setUi({ wire: null })
      if (!wire || state.isValid || reconnecting) return
      if (state.toHandle) return
      const screen = pointOf(event)
      const under = document.elementFromPoint(screen.x, screen.y)
      const onNode = under?.closest('.react-flow__node-block')?.getAttribute('data-id')
      if (onNode && onNode !== wire.end.nodeId) return actions.connectTo(wire.end, onNode)
      if (onNode || !under?.closest('.react-flow')) return
      setUi({ quickAdd: { screen, at: camera.toCanvas(screen), pointed: true, end: wire.end } })
    }

    return {
      onConnectStart: (_, { nodeId, handleId, handleType }) => {
        if (nodeId === null || handleId === null || handleType === null) return
        const end: WireEnd = { nodeId, port: handleId, side: handleType }
        const replacing = reconnecting?.edgeId ?? null
        const accepts = wireFit(graphNow(), end, replacing ?? undefined)
        setUi({ wire: { end, replacing, accepts }, quickAdd: null, menu: null })
      },
      onConnect: (connection) => {
        const plan = planWire(graphNow(), edgeOf(connection))
        if ('edge' in plan) run({ type: 'connect', ...plan })
      },
      onConnectEnd,
      onReconnectStart: (_, edge) => {
        reconnecting = { edgeId: edge.id, done: false }
      },
      onReconnect: (old, connection) => {
        if (reconnecting) reconnecting.done = true
        const plan = planWire(graphNow(), edgeOf(connection), old.id)
        if ('edge' in plan) run({ type: 'reconnect', edgeId: old.id, ...plan })
      },
      onReconnectEnd: (_, edge, __, state) => {
        const pulledOff = !reconnecting?.done && !state.toHandle
        reconnecting = null
        // Dragging a wire off its port and releasing it removes it, like unplugging a cable.
        if (pulledOff) run({ type: 'remove', nodeIds: [], edgeIds: [edge.id] })
      },
      isValidConnection: accepted,
    }
  }, [documents, actions, camera])
}

/** Returns the position of a pointer on the screen, in CSS pixels. */
export const pointOf = (event: MouseEvent | TouchEvent): { x: number; y: number } => {
  const { clientX: x, clientY: y } = 'changedTouches' in event ? (event.changedTouches[0] as Touch) : event
  return { x, y }
}
