/** The canvas: React Flow bound to the document. It holds no state of its own but a drag in progress. */
import '@xyflow/react/dist/style.css'
import {
  type Connection,
  type EdgeTypes,
  type FinalConnectionState,
  MiniMap,
  type NodeChange,
  type NodeTypes,
  ReactFlow,
  SelectionMode,
} from '@xyflow/react'
import { useRef } from 'react'
import { useStore } from 'zustand'
import type { GraphEdge } from '../../../shared/graph/graph.ts'
import { texts } from '../../messages/texts.ts'
import { blockColor } from '../block-icons.tsx'
import { planWire, type WireEnd, wireFit } from '../document/wiring.ts'
import { useControls } from '../session/actions-context.ts'
import { useSession, useUi } from '../session/editor-context.ts'
import { setUi, uiStore } from '../session/ui-store.ts'
import { BlockNode } from './block-node.tsx'
import classes from './canvas.module.css'
import { type CanvasEdge, type CanvasNode, type FrameItem, MANY, type NoteItem } from './canvas-store.ts'
import { CARD_PAINT } from './card-colors.ts'
import { Dots } from './dots.tsx'
import { EmptyState } from './empty-state.tsx'
import { FrameCard } from './frame-card.tsx'
import { GuideLines } from './guide-lines.tsx'
import { MapLayer } from './map/map-layer.tsx'
import { paintMap } from './map/paint-map.ts'
import { paintPassing } from './map/paint-passing.ts'
import { NoteCard } from './note-card.tsx'
import { READING } from './reading.ts'
import { useCanvasSelection } from './selection.ts'
import { useDrag } from './use-drag.ts'
import { isFar, useTiny } from './use-far.ts'
import { useFittedView } from './use-fitted-view.ts'
import { ViewControls } from './view-controls.tsx'
import { setViewMove, type ViewMove } from './view-move.ts'
import { Wire } from './wire.tsx'
import { RefusalHint, WireDraft } from './wire-draft.tsx'

const nodeTypes: NodeTypes = { block: BlockNode, note: NoteCard, frame: FrameCard }
const edgeTypes: EdgeTypes = { wire: Wire }
const GRID: [number, number] = [10, 10]
/** On the map, wires are only drawn. */
const NO_EDGES: CanvasEdge[] = []
const passing = paintPassing(isFar)

const edgeOf = (c: Connection | CanvasEdge): GraphEdge => ({
  source: c.source,
  sourceHandle: c.sourceHandle ?? null,
  target: c.target,
  targetHandle: c.targetHandle ?? null,
})

const pointOf = (event: MouseEvent | TouchEvent) => {
  const { clientX: x, clientY: y } = 'changedTouches' in event ? (event.changedTouches[0] as Touch) : event
  return { x, y }
}

const mapColor = (node: CanvasNode): string =>
  node.type === 'block'
    ? blockColor(node.data.kind)
    : `color-mix(in srgb, ${CARD_PAINT[paintOf(node)]} 25%, transparent)`

const paintOf = (node: NoteItem | FrameItem) => (node.type === 'note' ? node.data.note.color : node.data.frame.color)

/** Asked on every move of the pointer while a wire is drawn. */
function accepted({ source, sourceHandle, target, targetHandle }: Connection | CanvasEdge): boolean {
  const { wire } = uiStore.getState()
  if (!wire) return false
  const port: WireEnd =
    wire.end.side === 'source'
      ? { nodeId: target, port: targetHandle ?? '', side: 'target' }
      : { nodeId: source, port: sourceHandle ?? '', side: 'source' }
  return wire.accepts(port)?.fits === true
}

export function Canvas() {
  const session = useSession()
  const { documents, canvas } = session
  const { actions, camera } = useControls()
  const nodes = useStore(canvas, (s) => s.nodes)
  const edges = useStore(canvas, (s) => s.edges)
  const minimap = useUi((s) => s.minimap)
  const snap = useUi((s) => s.snap)
  const map = useTiny()
  const many = nodes.length > MANY
  const drag = useDrag()
  const reconnecting = useRef<{ edgeId: string; done: boolean } | null>(null)
  const frame = useRef<HTMLDivElement>(null)
  const select = useCanvasSelection()
  useFittedView()

  function showMove(move: ViewMove | null) {
    setViewMove(many ? move : null)
    if (!frame.current) return
    if (move === null) delete frame.current.dataset.moving
    else frame.current.dataset.moving = move
  }

  function onNodesChange(changes: NodeChange<CanvasNode>[]) {
    select.nodes(changes)
    const shown = changes.filter((c) => c.type === 'dimensions' || c.type === 'position')
    if (shown.length > 0) drag.change(shown)
  }

  function onConnectEnd(event: MouseEvent | TouchEvent, state: FinalConnectionState) {
    const wire = uiStore.getState().wire
    setUi({ wire: null })
    if (!wire || state.isValid || reconnecting.current) return
    if (state.toHandle) return
    const screen = pointOf(event)
    const under = document.elementFromPoint(screen.x, screen.y)
    const onNode = under?.closest('.react-flow__node-block')?.getAttribute('data-id')
    if (onNode && onNode !== wire.end.nodeId) return actions.connectTo(wire.end, onNode)
    if (onNode || !under?.closest('.react-flow')) return
    setUi({ quickAdd: { screen, at: camera.toCanvas(screen), end: wire.end } })
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the double click has a key of its own
    <div
      ref={frame}
      className={classes.canvas}
      data-testid="canvas"
      data-map={map || undefined}
      data-many={many || undefined}
      onDoubleClick={(e) => {
        if (!(e.target as Element).classList.contains('react-flow__pane')) return
        const screen = { x: e.clientX, y: e.clientY }
        setUi({ quickAdd: { screen, at: camera.toCanvas(screen), end: null } })
      }}
    >
      <ReactFlow<CanvasNode, CanvasEdge>
        nodes={nodes as CanvasNode[]}
        edges={map ? NO_EDGES : (edges as CanvasEdge[])}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        onNodesChange={onNodesChange}
        onEdgesChange={select.edges}
        onNodeDragStart={(_, __, dragged) => drag.start(dragged)}
        onNodeDrag={drag.move}
        onNodeDragStop={drag.end}
        onSelectionDragStart={(_, dragged) => drag.start(dragged)}
        onSelectionDragStop={drag.end}
        onConnectStart={(_, { nodeId, handleId, handleType }) => {
          if (nodeId === null || handleId === null || handleType === null) return
          const end: WireEnd = { nodeId, port: handleId, side: handleType }
          const replacing = reconnecting.current?.edgeId ?? null
          const accepts = wireFit(documents.getState().doc.graph, end, replacing ?? undefined)
          setUi({ wire: { end, replacing, accepts }, quickAdd: null, menu: null })
        }}
        onConnect={(connection) => {
          const plan = planWire(documents.getState().doc.graph, edgeOf(connection))
          if ('edge' in plan) documents.getState().run({ type: 'connect', ...plan })
        }}
        onConnectEnd={onConnectEnd}
        onReconnectStart={(_, edge) => {
          reconnecting.current = { edgeId: edge.id, done: false }
        }}
        onReconnect={(old, connection) => {
          if (reconnecting.current) reconnecting.current.done = true
          const plan = planWire(documents.getState().doc.graph, edgeOf(connection), old.id)
          if ('edge' in plan) documents.getState().run({ type: 'reconnect', edgeId: old.id, ...plan })
        }}
        onReconnectEnd={(_, edge, __, state) => {
          const pulledOff = !reconnecting.current?.done && !state.toHandle
          reconnecting.current = null
          // Pulling a wire off its port and letting go removes it, as with a real plug.
          if (pulledOff) documents.getState().run({ type: 'remove', nodeIds: [], edgeIds: [edge.id] })
        }}
        isValidConnection={accepted}
        onPaneClick={() => setUi({ quickAdd: null, menu: null })}
        onMoveStart={(event) => {
          if (event) setUi({ quickAdd: null, menu: null })
          showMove(event && event.type !== 'wheel' ? 'pan' : 'zoom')
        }}
        onMoveEnd={() => showMove(null)}
        onPaneContextMenu={(event) => {
          event.preventDefault()
          const screen = pointOf(event as MouseEvent)
          setUi({ menu: { screen, at: camera.toCanvas(screen), target: 'pane' } })
        }}
        onNodeContextMenu={(event, node) => {
          event.preventDefault()
          if (!node.selected) documents.getState().select({ nodes: [node.id], edges: [] })
          const screen = pointOf(event.nativeEvent)
          setUi({ menu: { screen, at: camera.toCanvas(screen), target: 'node' } })
        }}
        onSelectionContextMenu={(event) => {
          event.preventDefault()
          const screen = pointOf(event.nativeEvent)
          setUi({ menu: { screen, at: camera.toCanvas(screen), target: 'node' } })
        }}
        onEdgeContextMenu={(event, edge) => {
          event.preventDefault()
          documents.getState().select({ nodes: [], edges: [edge.id] })
          const screen = pointOf(event.nativeEvent)
          setUi({ menu: { screen, at: camera.toCanvas(screen), target: 'edge' } })
        }}
        connectionLineComponent={WireDraft}
        connectionRadius={26}
        reconnectRadius={12}
        snapToGrid={snap}
        snapGrid={GRID}
        minZoom={0.08}
        maxZoom={2}
        selectionMode={SelectionMode.Partial}
        deleteKeyCode={null}
        zoomOnDoubleClick={false}
        elevateEdgesOnSelect
        onlyRenderVisibleElements={many}
        attributionPosition="top-right"
        aria-label={texts.editor.canvas.view.canvas}
        ariaLabelConfig={READING}
      >
        <Dots />
        {minimap && nodes.length > 0 && !many && (
          <MiniMap<CanvasNode>
            pannable
            zoomable
            ariaLabel={texts.editor.canvas.view.map}
            nodeColor={mapColor}
            nodeBorderRadius={12}
            className={classes.minimap}
            style={{ width: 156, height: 100 }}
          />
        )}
        {(map || many) && <MapLayer paint={map ? paintMap : passing} onlyZooming={!map} />}
        <GuideLines />
        <RefusalHint />
      </ReactFlow>
      <ViewControls />
      {nodes.length === 0 && <EmptyState />}
    </div>
  )
}
